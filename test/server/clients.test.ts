import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changed, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let server: StandIn;
beforeEach(async () => {
  server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
});
afterEach(() => server[Symbol.asyncDispose]());

/** One client of each kind, and what is told when. */
const CLIENTS = {
  'graphql-ws': () =>
    createWsClient({
      url: `ws://127.0.0.1:${server.port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: 'Bearer one' },
      retryAttempts: 0,
    }),
  'graphql-sse': () =>
    createSseClient({
      url: `${server.url}/graphql`,
      headers: { authorization: 'Bearer one' },
      retryAttempts: 0,
    }),
} as const;

describe.for(['graphql-ws', 'graphql-sse'] as const)('%s', (name) => {
  it('subscribes until the good end', async () => {
    const client = CLIENTS[name]();
    const updates = client.iterate({ query: changed('a', 'sequence value') });
    const first = updates.next();
    await until(() => server.watched.open.size === 1);
    server.watched.change('a', 'one');
    expect((await first).value).toEqual({ data: { changed: { sequence: 0, value: 'one' } } });
    server.watched.change('a', 'two');
    expect((await updates.next()).value).toEqual({ data: { changed: { sequence: 1, value: 'two' } } });
    server.watched.end('a');
    expect((await updates.next()).done).toBe(true);
    client.dispose();
  });

  it('queries, with variables', async () => {
    const client = CLIENTS[name]();
    const variables = { name: 'Ann' };
    const results = client.iterate({ query: 'query ($name: String) { viewer hello(name: $name) }', variables });
    expect((await results.next()).value).toEqual({ data: { viewer: 'Bearer one', hello: 'Hello, Ann!' } });
    expect((await results.next()).done).toBe(true);
    client.dispose();
  });

  it('is told what is refused', async () => {
    const client = CLIENTS[name]();
    const refused = client.iterate({ query: '{ nothing }' }).next();
    await expect(refused).rejects.toBeDefined();
    client.dispose();
  });

  it('leaves by returning', async () => {
    const client = CLIENTS[name]();
    const updates = client.iterate({ query: changed('a') });
    const pending = updates.next();
    await until(() => server.watched.open.size === 1);
    await updates.return?.();
    await until(() => server.watched.open.size === 0);
    expect((await pending).done).toBe(true);
    client.dispose();
  });

  it('does not take a stop of the server for a good end', async () => {
    const client = CLIENTS[name]();
    const pending = client.iterate({ query: changed('a') }).next();
    await until(() => server.watched.open.size === 1);
    await Promise.all([server[Symbol.asyncDispose](), expect(pending).rejects.toBeDefined()]);
    client.dispose();
  });
});
