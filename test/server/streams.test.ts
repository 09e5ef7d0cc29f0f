import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscribe } from '../kit/subscribe.ts';
import { changed, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const STREAM = { accept: 'text/event-stream' };
const search = (query: string, variables?: object) =>
  `?${new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) })}`;
const CHANGED = search(changed('a'));

let server: StandIn;
beforeEach(async () => {
  server = await startStandIn();
});
afterEach(() => server[Symbol.asyncDispose]());

/** Reads an answer until it holds a text. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes(wanted)) text += decoder.decode((await reader.read()).value);
  reader.releaseLock();
  return text;
}

/** A connection, what has come over it, and its end. */
function open(text: string, { port } = server) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  return { socket, received: () => received, ended: once(socket, 'close') };
}

describe('a subscription', () => {
  it.for(['*/*', 'application/json', 'image/*, */*;q=0.8'])(
    'is not started by GET for %s, as a link or an image asks',
    async (accept) => {
      const response = await server.fetch({ headers: { accept } }, CHANGED);
      expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([406, 'BAD_REQUEST']);
      expect(server.watched.opened).toBe(0);
    },
  );

  it('is not started for a page of somebody else, nor by another method', async () => {
    const foreign = await server.fetch({ headers: { ...STREAM, origin: 'https://evil.example.com' } }, CHANGED);
    expect([foreign.status, (await foreign.json()).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    for (const method of ['HEAD', 'PUT', 'DELETE']) {
      expect((await server.fetch({ method, headers: STREAM }, CHANGED)).status).toBe(405);
    }
    expect(server.watched.opened).toBe(0);
  });

  it.for([
    ['GET', undefined],
    ['GET', 'https://app.example.com'],
    ['POST', 'https://app.example.com'],
  ] as const)('is streamed by %s to a page of %s', async ([method, origin]) => {
    const leave = new AbortController();
    const headers = {
      ...STREAM,
      'x-request-id': 'mine',
      'content-type': 'application/json',
      ...(origin && { origin }),
    };
    const body = method === 'POST' ? { body: JSON.stringify({ query: changed('a') }) } : {};
    const response = await server.fetch(
      { method, headers, signal: leave.signal, ...body },
      method === 'POST' ? '' : CHANGED,
    );
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine',
      vary: 'accept, authorization, origin',
      ...(origin && {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('x-request-id'),
      }),
    });
    expect(await readUntil(response, '\n\n')).toBe(':\n\n');
    server.watched.change('a', 'ä\n€');
    expect(await readUntil(response, '\n\n')).toBe('event: next\ndata: {"data":{"changed":{"value":"ä\\n€"}}}\n\n');
    leave.abort();
    await until(() => server.watched.open.size === 0);
  });

  it.for([
    ['on the field', '{ changed(id: "a") @include(if: false) { value } }'],
    ['that leaves one of two', '{ changed(id: "b") @skip(if: true) { value } changed(id: "a") { value } }'],
    ['by a variable', '($no: Boolean = false) { changed(id: "a") @skip(if: $no) { value } }'],
    ['around it', '{ ... @include(if: false) { changed(id: "a") { value } } }'],
    ['on a fragment', '{ ...All @include(if: false) } fragment All on Subscription { changed(id: "a") { value } }'],
    ['in a fragment', '{ ...All } fragment All on Subscription { ...All changed(id: "a") @skip(if: true) { value } }'],
  ] as const)('is refused for a condition %s', async ([, rest]) => {
    const response = await server.fetch({ headers: STREAM }, search(`subscription ${rest}`));
    expect([response.status, (await response.json()).errors]).toEqual([
      400,
      [
        {
          message: 'The root field of a subscription must not have @skip or @include.',
          locations: [expect.anything()],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId: expect.anything() },
        },
      ],
    ]);
    expect(server.watched.opened).toBe(0);
  });

  it('is begun before its source is there', async () => {
    const response = await server.fetch(
      { headers: STREAM },
      search('subscription { changedSlowly(id: "a") { value } }'),
    );
    expect(await readUntil(response, '\n\n')).toBe(':\n\n');
    server.watched.release();
    await until(() => server.watched.open.size === 1);
    await response.body!.cancel();
  });

  it('ends with `complete`, and its connection serves the next request', async () => {
    const request = `GET /graphql${CHANGED} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`;
    const { socket, received } = open(request);
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'one');
    server.watched.end('a');
    const END = 'event: complete\ndata:\n\n\r\n0\r\n\r\n';
    await until(() => received().endsWith(END));
    expect(received()).toContain('\r\n3\r\n:\n\n\r\n');
    expect(received()).toContain('\r\n38\r\nevent: next\ndata: {"data":{"changed":{"value":"one"}}}\n\n\r\n');
    socket.write('GET /graphql?query={viewer} HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => received().endsWith('{"data":{"viewer":"anybody"}}'));
    socket.destroy();
  });

  it('is given no sign of life after its end, where the next answer begins', async () => {
    await using lively = await startStandIn({ liveLimits: { heartbeatMs: 1 } });
    const request = `GET /graphql${CHANGED} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`;
    const { socket, received } = open('', lively);
    for (let answers = 1; answers <= 100; answers += 1) {
      socket.write(request);
      await until(() => lively.watched.opened === answers);
      lively.watched.end('a');
      await until(() => received().split('\r\n0\r\n\r\n').length > answers);
    }
    for (const answer of received().split('\r\n0\r\n\r\n').slice(0, -1)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    socket.destroy();
  });

  it('is streamed without chunks to a proxy that speaks HTTP/1.0', async () => {
    const { received, ended } = open(`GET /graphql${CHANGED} HTTP/1.0\r\naccept: text/event-stream\r\n\r\n`);
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'one');
    server.watched.end('a');
    await ended;
    expect(received().split('\r\n\r\n')[1]).toBe(
      ':\n\nevent: next\ndata: {"data":{"changed":{"value":"one"}}}\n\nevent: complete\ndata:\n\n',
    );
  });

  it('begins once the stream that was asked for before it on its connection has ended', async () => {
    const one = `GET /graphql${CHANGED} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`;
    const { socket, received } = open(`${one}${one}`);
    await until(() => server.watched.open.size === 1);
    expect(server.watched.opened).toBe(1);
    server.watched.end('a');
    await until(() => server.watched.opened === 2);
    await until(() => received().includes('event: complete'));
    socket.destroy();
  });

  it.for([
    [401, 'UNAUTHENTICATED', changed('a'), { authorization: 'Bearer nobody' }],
    [400, 'GRAPHQL_PARSE_FAILED', 'subscription {', {}],
    [400, 'GRAPHQL_VALIDATION_FAILED', 'subscription { nothing }', {}],
    [400, 'BAD_USER_INPUT', 'subscription ($id: ID!) { changed(id: $id) { value } }', {}],
    [400, 'LIMIT_EXCEEDED', `subscription { changed(id: "a") { ${'value '.repeat(5000)} } }`, {}],
    [400, 'BAD_USER_INPUT', 'query ($n: String!) { hello(name: $n) }', {}],
  ] as const)('is answered with %i and %s, and not with a stream', async ([status, code, query, headers]) => {
    for (const accept of ['text/event-stream', 'application/graphql-response+json, text/event-stream']) {
      const response = await server.post({ query }, { ...headers, accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'application/graphql-response+json; charset=utf-8',
      ]);
      const [error] = (await response.json()).errors;
      expect(error.extensions).toEqual(
        expect.objectContaining({ code, requestId: response.headers.get('x-request-id') }),
      );
    }
    expect(server.watched.opened).toBe(0);
    expect(server.lines.filter(({ msg }) => msg === 'operation')).toHaveLength(2);
  });

  it.for([
    ['neverThere', 'NOT_FOUND', 'There is no such thing.'],
    ['broken', 'INTERNAL_SERVER_ERROR', 'Unexpected error.'],
  ])('whose source fails (%s) is a stream that says so and ends', async ([name, code, message]) => {
    const response = await server.fetch({ headers: STREAM }, search(`subscription { ${name} { value } }`));
    expect(response.status).toBe(200);
    const events = (await response.text()).split('\n\n');
    expect(events.map((event) => event.split('\n', 1)[0])).toEqual([':', 'event: next', 'event: complete', '']);
    expect(JSON.parse(events[1]!.split('data: ')[1]!)).toMatchObject({
      errors: [{ message, extensions: { code, requestId: response.headers.get('x-request-id') } }],
    });
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
  });

  it('is given signs of life, and outlives every patience with requests', async () => {
    await using lively = await startStandIn({
      liveLimits: { heartbeatMs: 60 },
      timeouts: { headersMs: 50, requestMs: 100, keepAliveMs: 50, checkEveryMs: 20 },
    });
    const stream = subscribe(lively, changed('a'));
    await until(() => lively.watched.open.size === 1);
    await until(() => stream.heartbeats() > 6);
    lively.watched.change('a', 'one');
    expect(await stream.update()).toEqual({ value: 'one' });
    stream.close();
  });
});

describe('a query', () => {
  it('comes as a stream of one event to those who take nothing else', async () => {
    for (const _ of ['cold', 'warm']) {
      for (const ask of [
        () => server.fetch({ headers: STREAM }, '?query={hello}'),
        () => server.post({ query: '{hello}' }, STREAM),
      ]) {
        const response = await ask();
        expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
        expect(await response.text()).toBe(
          ':\n\nevent: next\ndata: {"data":{"hello":"Hello, you!"}}\n\nevent: complete\ndata:\n\n',
        );
      }
    }
  });

  it('comes as JSON to those who take that as well', async () => {
    const response = await server.post({ query: '{hello}' }, { accept: 'text/event-stream, application/json' });
    expect(await response.json()).toEqual({ data: { hello: 'Hello, you!' } });
  });

  it('that is a mutation is not run by GET, whatever form it is to come in', async () => {
    const response = await server.fetch({ headers: STREAM }, search('mutation { spend }'));
    expect([response.status, server.seen.spent]).toEqual([405, 0]);
  });
});
