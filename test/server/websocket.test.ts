import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changed, exchange, INIT, openAcknowledged, openSocket, subscribing, until } from './raw-socket.ts';
import { SECRET, type StandIn, startStandIn } from './stand-in.ts';

let server: StandIn;
beforeEach(async () => {
  server = await startStandIn();
});
afterEach(() => server[Symbol.asyncDispose]());

/** The status by which a WebSocket is refused. */
async function refusal(path: string, protocols: string | string[], headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

describe('a request for a WebSocket', () => {
  it.for([
    ['none', []],
    ['its predecessor', ['graphql-ws']],
    ['another case', ['GraphQL-Transport-WS']],
    ['others', ['mqtt', 'soap']],
  ] as const)('is refused with %s for a protocol', async ([, protocols]) => {
    expect(await refusal('/graphql', [...protocols])).toBe(400);
  });

  it('is given the one protocol out of several', async () => {
    await using both = await openSocket(server, { protocols: ['graphql-ws', 'graphql-transport-ws'] });
    expect(both.socket.protocol).toBe('graphql-transport-ws');
  });

  it('is refused for a page of somebody else, and at other addresses', async () => {
    expect(await refusal('/graphql', 'graphql-transport-ws', { origin: 'https://evil.example.com' })).toBe(403);
    expect(await refusal('/', 'graphql-transport-ws')).toBe(404);
    expect(await refusal('/graphql/', 'graphql-transport-ws')).toBe(404);
  });

  it('is granted to a page that is allowed', async () => {
    await using socket = await openSocket(server, { headers: { origin: 'https://app.example.com' } });
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });

  const upgrade =
    'host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-protocol: graphql-transport-ws\r\n';

  it.for([
    ['no key', `GET /graphql HTTP/1.1\r\n${upgrade}sec-websocket-version: 13\r\n\r\n`, 400],
    ['another version', `GET /graphql HTTP/1.1\r\n${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`, 400],
    ['POST', `POST /graphql HTTP/1.1\r\n${upgrade}content-length: 0\r\n\r\n`, 405],
    [
      'two thousand headers',
      `GET /graphql HTTP/1.1\r\n${upgrade}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${Array.from({ length: 2000 }, (_, i) => `x${i}: y\r\n`).join('')}\r\n`,
      431,
    ],
  ] as const)('is refused with %s, and the server goes on', async ([, text, status]) => {
    expect(await exchange(server, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
  });

  it('is not what another upgrade is: that one is passed over', async () => {
    const body = '{"query":"{ viewer }"}';
    const text = `POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings, close\r\nupgrade: h2c\r\nhttp2-settings: AA\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect(await exchange(server, text)).toContain('{"data":{"viewer":"anybody"}}');
  });
});

describe('a socket', () => {
  it('is acknowledged by whom its first message names, or else its request', async () => {
    for (const [payload, headers, viewer] of [
      [undefined, undefined, 'anybody'],
      [{ authorization: 'Bearer one' }, undefined, 'Bearer one'],
      [{ Authorization: 'Bearer one' }, { authorization: 'Bearer two' }, 'Bearer one'],
      [{ other: 1 }, { authorization: 'Bearer two' }, 'Bearer two'],
      [{ authorization: 5 }, { authorization: 'Bearer two' }, 'Bearer two'],
    ] as const) {
      await using socket = await openAcknowledged(server, {
        ...(payload && { payload }),
        ...(headers && { headers: { ...headers } }),
      });
      socket.send(subscribing('1', '{ viewer }'));
      expect((await socket.next()).payload).toEqual({ data: { viewer } });
    }
  });

  it.for([
    ['the first message', { payload: { authorization: 'Bearer nobody' } }],
    ['the request', { headers: { authorization: 'Bearer nobody' } }],
  ] as const)('is closed with 4403 for a token in %s that is refused', async ([, options]) => {
    const socket = await openSocket(server, 'headers' in options ? { headers: { ...options.headers } } : {});
    socket.send({ ...INIT, ...options }, subscribing('1', '{ viewer }'));
    const { code } = await socket.closed;
    expect([4401, 4403]).toContain(code);
    expect(socket.untaken).toEqual([]);
  });

  it('tells 4403, and nothing else, of who is refused', async () => {
    const socket = await openSocket(server);
    socket.send({ ...INIT, payload: { authorization: 'Bearer nobody' } });
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
  });

  it('is closed with 1011 where it fails to find out who asks, and tells the log alone why', async () => {
    await using broken = await startStandIn({
      authenticate: async () => {
        throw new Error(SECRET);
      },
    });
    const socket = await openSocket(broken);
    socket.send(INIT);
    expect(await socket.closed).toEqual({ code: 1011, reason: 'Internal error' });
    expect(broken.lines).toContainEqual(
      expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: SECRET }) }),
    );
  });

  it.for([
    ['4401', 'something is asked before it was said who asks', [subscribing('1', '{ viewer }')], 4401],
    ['4429', 'that is said twice', [INIT, INIT], 4429],
    [
      '4400',
      'its predecessor’s protocol is spoken',
      [{ id: '1', type: 'start', payload: { query: '{ viewer }' } }],
      4400,
    ],
    ['4400', 'no JSON comes', ['{'], 4400],
    ['4400', 'no object comes', ['[]'], 4400],
    ['4400', 'no type comes', [{}], 4400],
    [
      '4400',
      'a ping comes that is nested too deep to be written again',
      [`{"type":"ping","payload":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
      4400,
    ],
    ['4400', 'a message comes that only a server sends', [{ type: 'connection_ack' }], 4400],
    ['4400', 'no id comes', [INIT, { type: 'subscribe', payload: { query: '{ viewer }' } }], 4400],
    ['4400', 'no query comes', [INIT, { id: '1', type: 'subscribe', payload: {} }], 4400],
    ['4400', 'variables come that are none', [INIT, subscribing('1', '{ viewer }', { variables: [] })], 4400],
  ] as const)('is closed with %s when %s', async ([, , messages, code]) => {
    const socket = await openSocket(server);
    socket.send(...messages);
    expect((await socket.closed).code).toBe(code);
  });

  it('is closed with 4400 when an id is a book', async () => {
    const socket = await openAcknowledged(server);
    socket.send(subscribing('x'.repeat(201), '{ viewer }'));
    expect((await socket.closed).code).toBe(4400);
  });

  it('is closed when no text comes, or one that is no UTF-8, or too long a one', async () => {
    for (const [data, binary, code] of [
      [Buffer.from('{"type":"connection_init"}'), true, 4400],
      [Buffer.from([0xff, 0xff]), false, 1007],
      [Buffer.alloc(1024 * 1024 + 1, ' '), false, 1009],
    ] as const) {
      const socket = await openSocket(server);
      socket.socket.send(data, { binary });
      expect((await socket.closed).code).toBe(code);
    }
  });

  it('is closed with 4408 when it is not said in time who asks', async () => {
    await using hasty = await startStandIn({ liveLimits: { initMs: 20 } });
    const socket = await openSocket(hasty);
    expect((await socket.closed).code).toBe(4408);
  });

  it('stays open when that is said in time', async () => {
    await using hasty = await startStandIn({ liveLimits: { initMs: 1_000, heartbeatMs: 600 } });
    await using socket = await openAcknowledged(hasty);
    await once(socket.socket, 'ping');
    await once(socket.socket, 'ping');
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('answers the protocol’s own pings, with their payload', async () => {
    await using socket = await openSocket(server);
    socket.send({ type: 'ping' }, { type: 'pong' }, { type: 'ping', payload: { a: [1] } });
    expect(await socket.next()).toEqual({ type: 'pong' });
    expect(await socket.next()).toEqual({ type: 'pong', payload: { a: [1] } });
  });

  it('is given signs of life, and cut off if it gives none', async () => {
    await using lively = await startStandIn({ liveLimits: { heartbeatMs: 500 } });
    await using alive = await openAcknowledged(lively);
    const dead = await openAcknowledged(lively, { autoPong: false });
    alive.send(subscribing('1', changed('a')));
    dead.send(subscribing('1', changed('a')));
    expect((await dead.closed).code).toBe(1006);
    await until(() => lively.watched.open.size === 1);
    await once(alive.socket, 'ping');
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('an operation over a socket', () => {
  it('may be a query, with variables and a name', async () => {
    await using socket = await openAcknowledged(server);
    const query = 'query A($n: String) { hello(name: $n) } query B { viewer }';
    socket.send(subscribing('1', query, { operationName: 'A', variables: { n: 'Ann' } }));
    expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { hello: 'Hello, Ann!' } } });
    expect(await socket.next()).toEqual({ id: '1', type: 'complete' });
  });

  it('may be a mutation', async () => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', 'mutation { spend(minutes: 3) }'));
    expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { spend: 3 } } });
    expect(server.seen.spent).toBe(1);
  });

  it('has its errors masked, coded and stamped with an id of its own, which the log has too', async () => {
    await using socket = await openAcknowledged(server);
    const ids = [];
    for (const id of ['1', '2']) {
      socket.send(subscribing(id, '{ viewer broken }'));
      const { payload } = await socket.next();
      expect(payload).toMatchObject({
        data: { viewer: 'anybody', broken: null },
        errors: [{ message: 'Unexpected error.', path: ['broken'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      });
      expect(JSON.stringify(payload)).not.toContain(SECRET);
      expect(payload.errors[0].extensions).not.toHaveProperty('http');
      ids.push(payload.errors[0].extensions.requestId);
      expect(await socket.next()).toEqual({ id, type: 'complete' });
    }
    expect(new Set(ids).size).toBe(2);
    for (const requestId of ids) {
      expect(server.lines).toContainEqual(expect.objectContaining({ requestId, msg: 'operation failed' }));
      expect(server.lines).toContainEqual(expect.objectContaining({ requestId, msg: 'operation', outcome: 'partial' }));
    }
  });

  it.for([
    ['GRAPHQL_PARSE_FAILED', '{', {}],
    ['GRAPHQL_VALIDATION_FAILED', '{ nothing }', {}],
    ['LIMIT_EXCEEDED', `{ ${'viewer '.repeat(5000)} }`, {}],
    ['BAD_REQUEST', 'query A { viewer } query B { viewer }', {}],
    ['BAD_USER_INPUT', 'query ($n: String!) { hello(name: $n) }', {}],
    ['BAD_USER_INPUT', 'subscription ($id: ID!) { changed(id: $id) { value } }', {}],
    [
      'LIMIT_EXCEEDED',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { others { others { id name } } } }',
      { variables: { ids: Array.from({ length: 200 }, String) } },
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'subscription { changed(id: "1") { value } neverThere { value } }', {}],
    ['PERSISTED_QUERY_NOT_FOUND', '', { extensions: { persistedQuery: { version: 1, sha256Hash: '00' } } }],
  ] as const)('is told by an error that it is refused: %s', async ([code, query, more]) => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', query, more));
    const message = await socket.next();
    expect([message.id, message.type]).toEqual(['1', 'error']);
    expect(message.payload[0].extensions).toMatchObject({ code, requestId: expect.stringMatching(/^[\w-]{36}$/) });
    expect(message.payload[0].extensions).not.toHaveProperty('http');
    expect(server.watched.opened).toBe(0);
    const [line] = server.lines.filter(({ msg }) => msg === 'operation');
    expect(line).toMatchObject({ outcome: 'refused', codes: [code] });
    // The id is free, and the socket goes on.
    socket.send(subscribing('1', '{ viewer }'));
    expect(await socket.next()).toMatchObject({ id: '1', type: 'next' });
  });

  it('is told that what it would be answered cannot be written', async () => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', 'mutation { spendUnwritably }'));
    expect(await socket.next()).toMatchObject({
      type: 'error',
      payload: [{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
  });

  it('leaves nothing behind: its id is free for the next', async () => {
    await using socket = await openAcknowledged(server);
    for (let i = 0; i < 1000; i += 1) {
      socket.send(subscribing('1', '{ __typename }'));
      expect(await socket.next()).toMatchObject({ type: 'next' });
      expect(await socket.next()).toEqual({ id: '1', type: 'complete' });
    }
  });

  it('may begin in the very moment of the acknowledgement', async () => {
    const socket = await openSocket(server);
    socket.socket.prependOnceListener('message', () => socket.send(subscribing('1', '{ viewer }')));
    socket.send(INIT);
    expect(await socket.next()).toEqual({ type: 'connection_ack' });
    expect(await socket.next()).toMatchObject({ id: '1', type: 'next' });
    await socket[Symbol.asyncDispose]();
  });

  it('may not have an id that another one has: the socket is closed with 4409, and both end', async () => {
    const socket = await openAcknowledged(server);
    socket.send(subscribing('1', changed('a')), subscribing('1', changed('b')));
    expect(await socket.closed).toEqual({ code: 4409, reason: 'Subscriber for 1 already exists' });
    await until(() => server.watched.open.size === 0);
  });

  it('may have the id of one that was ended in the same breath, even before it had begun', async () => {
    await using socket = await openAcknowledged(server);
    const slow = 'subscription { changedSlowly(id: "a") { value } }';
    socket.send(subscribing('1', slow), { id: '1', type: 'complete' }, subscribing('1', changed('b')));
    await until(() => server.watched.opened === 1);
    server.watched.release();
    await until(() => server.watched.opened === 2);
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'of nobody');
    server.watched.change('b', 'of the second');
    expect(await socket.next()).toEqual({
      id: '1',
      type: 'next',
      payload: { data: { changed: { value: 'of the second' } } },
    });
    socket.send({ id: '1', type: 'complete' });
    await until(() => server.watched.open.size === 0);
  });

  it('ends what it reads when the client has had enough, and is no failure', async () => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', '{ waits }'));
    await until(() => server.seen.waiting.length === 1);
    const { signal } = server.seen.waiting[0]!;
    expect(signal.aborted).toBe(false);
    socket.send({ id: '1', type: 'complete' });
    await until(() => signal.aborted);
    await until(() => server.lines.length > 0);
    expect(server.lines).toEqual([expect.objectContaining({ msg: 'operation', outcome: 'aborted', level: 'info' })]);
    socket.send(subscribing('1', '{ viewer }'));
    expect(await socket.next()).toMatchObject({ payload: { data: { viewer: 'anybody' } } });
  });

  it('ends what it reads when the socket is gone, but not what it writes', async () => {
    const socket = await openAcknowledged(server);
    socket.send(subscribing('1', '{ waits }'), subscribing('2', 'mutation { spendSlowly }'));
    await until(() => server.seen.waiting.length === 2);
    const { signal } = server.seen.waiting[0]!;
    socket.socket.terminate();
    await until(() => signal.aborted);
    server.seen.release();
    await until(() => server.seen.spent === 1);
  });
});

describe('a subscription over a socket', () => {
  it('tells what happens until its good end', async () => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('"1"\n', changed('a', 'sequence value')));
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'ä€𝄞');
    expect(await socket.next()).toEqual({
      id: '"1"\n',
      type: 'next',
      payload: { data: { changed: { sequence: 0, value: 'ä€𝄞' } } },
    });
    server.watched.change('a', 'last');
    server.watched.end('a');
    expect((await socket.next()).payload.data.changed).toEqual({ sequence: 1, value: 'last' });
    expect(await socket.next()).toEqual({ id: '"1"\n', type: 'complete' });
    expect(server.watched.open.size).toBe(0);
    const [line] = server.lines.filter(({ msg }) => msg === 'operation');
    expect(line).toMatchObject({ type: 'subscription', outcome: 'completed', updates: 2, upstreamRequests: 0 });
  });

  it.for([120, 126, 65_535, 65_536, 2_000_000])('tells a state of %d letters whole', async (letters) => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', changed('a', 'large')), subscribing('2', changed('a', 'sequence')));
    await until(() => server.watched.open.size === 2);
    server.watched.change('a', String(letters));
    const messages = [await socket.next(), await socket.next()];
    const large = messages.find(({ id }) => id === '1');
    expect(large.payload.data.changed.large).toBe('x'.repeat(letters));
    expect(messages).toContainEqual({ id: '2', type: 'next', payload: { data: { changed: { sequence: 0 } } } });
  });

  it('that is not there is an error, and leaves the others alone', async () => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', changed('a')), subscribing('2', 'subscription { neverThere { value } }'));
    expect(await socket.next()).toMatchObject({
      id: '2',
      type: 'error',
      payload: [{ message: 'There is no such thing.', extensions: { code: 'NOT_FOUND' } }],
    });
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'still there');
    expect(await socket.next()).toMatchObject({ id: '1', type: 'next' });
  });

  it.for(['broken', 'unfed'])('whose source is %s ends with a masked error; the cause is logged', async (name) => {
    await using socket = await openAcknowledged(server);
    socket.send(subscribing('1', `subscription { ${name} { value } }`));
    const message = await socket.next();
    expect(message).toMatchObject({
      type: 'error',
      payload: [{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    const { requestId } = message.payload[0].extensions;
    expect(server.lines).toContainEqual(
      expect.objectContaining({ requestId, level: 'error', msg: 'operation failed' }),
    );
    expect(server.lines).toContainEqual(expect.objectContaining({ requestId, msg: 'operation', outcome: 'failed' }));
  });

  it('is closed at once when the socket is, also if it had not begun', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openAcknowledged(server)));
    for (const socket of sockets) {
      socket.send(subscribing('1', changed('a')));
      socket.send(subscribing('2', 'subscription { changedSlowly(id: "a") { value } }'));
    }
    await until(() => server.watched.open.size === 20 && server.watched.starting === 20);
    for (const { socket } of sockets) socket.terminate();
    await until(() => server.watched.open.size === 0);
    server.watched.release();
    await until(() => server.watched.opened === 40);
    await until(() => server.watched.open.size === 0);
    expect(server.lines.filter(({ outcome }) => outcome === 'left')).toHaveLength(40);
  });

  it('tells the log of its beginning as well, where the log wants to know so much', async () => {
    await using talkative = await startStandIn({ logLevel: 'debug' });
    await using socket = await openAcknowledged(talkative);
    socket.send(subscribing('1', `subscription Named ${changed('a').slice('subscription'.length)}`));
    await until(() => talkative.watched.open.size === 1);
    expect(talkative.lines).toContainEqual(
      expect.objectContaining({ level: 'debug', msg: 'subscription', operation: 'Named' }),
    );
  });
});
