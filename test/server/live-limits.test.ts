import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { subscribe } from '../kit/subscribe.ts';
import { changed, exchange, INIT, openAcknowledged, openSocket, subscribing, until } from './raw-socket.ts';
import { startStandIn } from './stand-in.ts';

describe('how much may be open', () => {
  it('on one socket: so many operations, and others once some have ended', async () => {
    await using server = await startStandIn({ liveLimits: { operationsPerSocket: 2 } });
    await using socket = await openAcknowledged(server);
    for (const id of ['1', '2', '3']) socket.send(subscribing(id, changed('a')));
    expect(await socket.next()).toMatchObject({
      id: '3',
      type: 'error',
      payload: [{ extensions: { code: 'LIMIT_EXCEEDED', limit: 'operations', allowed: 2, actual: 3 } }],
    });
    socket.send({ id: '1', type: 'complete' }, subscribing('3', '{ viewer }'));
    expect(await socket.next()).toMatchObject({ id: '3', type: 'next' });
    expect(server.watched.open.size).toBe(1);
  });

  it('of one client: so many subscriptions, over all transports', async () => {
    await using server = await startStandIn({ liveLimits: { subscriptionsPerClient: 2 } });
    const sse = subscribe(server, changed('a'), { key: 'one' });
    const ws = subscribe(server, changed('a'), { key: 'one', transport: 'WebSocket' });
    await until(() => server.watched.open.size === 2);
    const told = { extensions: { code: 'LIMIT_EXCEEDED', limit: 'subscriptions', allowed: 2, actual: 3 } };
    for (const transport of ['SSE', 'WebSocket'] as const) {
      const { answers } = await subscribe(server, changed('a'), { key: 'one', transport }).rest();
      expect(answers).toMatchObject([{ errors: [told] }]);
    }
    const foreign = subscribe(server, changed('a'), { key: 'two' });
    await until(() => server.watched.open.size === 3);
    sse.close();
    await until(() => server.watched.open.size === 2);
    const next = subscribe(server, changed('a'), { key: 'one', transport: 'WebSocket' });
    await until(() => server.watched.open.size === 3);
    for (const stream of [ws, foreign, next]) stream.close();
  });

  it('of one client: so many characters of what is asked, which is kept', async () => {
    const query = 'subscription ($id: ID = "a") { changed(id: $id) { value } }';
    await using server = await startStandIn({ liveLimits: { charactersPerClient: 2 * query.length + 20 } });
    const first = subscribe(server, query, { key: 'one' });
    await until(() => server.watched.open.size === 1);
    const variables = { id: 'x'.repeat(query.length) };
    const { answers } = await subscribe(server, query, { key: 'one', variables }).rest();
    expect(answers).toMatchObject([{ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] }]);
    const second = subscribe(server, query, { key: 'one' });
    const foreign = subscribe(server, query, { key: 'two', variables });
    await until(() => server.watched.open.size === 3);
    for (const stream of [first, second, foreign]) stream.close();
    await until(() => server.watched.open.size === 0);
    const again = subscribe(server, query, { key: 'one', variables });
    await until(() => server.watched.open.size === 1);
    again.close();
  });

  it('of one client: so many things, over all subscriptions and transports, each counted once', async () => {
    await using server = await startStandIn({ liveLimits: { watchedIdsPerClient: 2 } });
    const key = 'one';
    const open = ['a', 'b', 'a'].map((id, index) =>
      subscribe(server, changed(id), { key, transport: index === 0 ? 'SSE' : 'WebSocket' }),
    );
    await until(() => server.watched.open.size === 3);
    const { answers } = await subscribe(server, changed('c'), { key }).rest();
    const extensions = { code: 'LIMIT_EXCEEDED', limit: 'watchedIds', allowed: 2, actual: 3 };
    expect(answers).toMatchObject([{ errors: [{ extensions }] }]);
    const foreign = subscribe(server, changed('c'), { key: 'two' });
    await until(() => server.watched.open.size === 4);
    open[1]?.close();
    await until(() => server.watched.open.size === 3);
    const next = subscribe(server, changed('c'), { key });
    await until(() => server.watched.open.size === 4);
    for (const stream of [...open, foreign, next]) stream.close();
  });

  it('of one client: so many sockets', async () => {
    await using server = await startStandIn({ liveLimits: { socketsPerClient: 1 } });
    const first = await openAcknowledged(server, { payload: { authorization: 'one' } });
    const second = await openSocket(server);
    second.send({ ...INIT, payload: { authorization: 'one' } });
    expect(await second.closed).toEqual({ code: 1013, reason: 'Too many sockets' });
    await using other = await openAcknowledged(server, { payload: { authorization: 'two' } });
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    await first[Symbol.asyncDispose]();
    await using third = await reopened(() => openAcknowledged(server, { payload: { authorization: 'one' } }));
    expect(third.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('in all: so many sockets and streams', async () => {
    await using server = await startStandIn({ liveLimits: { connections: 2 } });
    const stream = subscribe(server, changed('a'));
    await until(() => server.watched.open.size === 1);
    await using _socket = await openSocket(server);
    const refused = new WebSocket(`ws://127.0.0.1:${server.port}/graphql`, 'graphql-transport-ws');
    const [, response] = await once(refused, 'unexpected-response');
    expect(response.statusCode).toBe(503);
    const answer = await server.post({ query: changed('a') }, { accept: 'text/event-stream' });
    expect(answer.status).toBe(503);
    stream.close();
    await using again = await reopened(() => openSocket(server));
    expect(again.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is given back by what is refused', async () => {
    await using server = await startStandIn({ liveLimits: { connections: 1, subscriptionsPerClient: 1 } });
    for (let i = 0; i < 3; i += 1) {
      const query = 'subscription ($id: ID!) { changed(id: $id) { value } }';
      const answer = await server.post({ query }, { accept: 'text/event-stream' });
      expect(answer.status).toBe(400);
      const broken = await server.post({ query: 'subscription { broken { value } }' }, { accept: 'text/event-stream' });
      expect(await broken.text()).toContain('INTERNAL_SERVER_ERROR');
    }
    const keyless =
      'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n';
    expect(await exchange(server, keyless)).toMatch(/^HTTP\/1\.1 400 /);
    await using socket = await reopened(() => openSocket(server));
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });
});

/** A place is given back when a connection has closed, which its client knows first. */
async function reopened<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

describe('a socket that sends more than the gateway takes', () => {
  it('is read no further for a while; every message is answered in the end', async () => {
    await using server = await startStandIn({ liveLimits: { messagesPerSecond: 100 } });
    await using socket = await openAcknowledged(server);
    await using other = await openAcknowledged(server);
    const filler = 'x'.repeat(30_000);
    for (let i = 0; i < 300; i += 1) socket.send({ type: 'ping', payload: { i, filler } });
    const startedAt = performance.now();
    other.send(subscribing('1', '{ viewer }'));
    expect(await other.next()).toMatchObject({ type: 'next' });
    for (let i = 0; i < 300; i += 1) expect((await socket.next()).payload.i).toBe(i);
    // Two rests of a second, or what was left of one.
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  });

  it('or does not read what it is answered, is read no further until it does', async () => {
    await using server = await startStandIn();
    await using socket = await openAcknowledged(server);
    socket.socket.pause();
    const filler = 'x'.repeat(100_000);
    for (let i = 0; i < 300; i += 1) socket.send({ type: 'ping', payload: { i, filler } });
    await until(() => socket.socket.bufferedAmount > 0);
    const held = await steady(() => socket.socket.bufferedAmount);
    expect(held).toBeGreaterThan(5_000_000);
    socket.socket.resume();
    for (let i = 0; i < 300; i += 1) expect((await socket.next()).payload.i).toBe(i);
  });
});

/** A number once it has not changed for a while. */
async function steady(read: () => number): Promise<number> {
  let last = -1;
  for (let same = 0; same < 20; ) {
    const now = read();
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return last;
}
