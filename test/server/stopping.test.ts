import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import { changed, openAcknowledged, openSocket, subscribing, until } from './raw-socket.ts';
import { startStandIn } from './stand-in.ts';

describe('a server that is told to stop', () => {
  it('closes sockets with 1001, breaks streams off without `complete`, and leaves no feed open', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
    const streams = Array.from({ length: 40 }, (_, i) =>
      subscribe(server, changed('a'), { transport: TRANSPORTS[i % 2]! }),
    );
    const silent = await openSocket(server);
    await until(() => server.watched.open.size === 40);
    await Promise.all([server[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]);
    expect(server.watched.open.size).toBe(0);
    for (const [i, stream] of streams.entries()) {
      const { answers, end } = await stream.rest();
      expect(answers).toEqual([]);
      expect(end).toMatchObject(
        TRANSPORTS[i % 2] === 'SSE'
          ? { how: 'closed', code: null }
          : { how: 'closed', code: 1001, reason: 'Going away' },
      );
    }
    expect(await silent.closed).toEqual({ code: 1001, reason: 'Going away' });
    await server[Symbol.asyncDispose]();
  });

  it('answers what runs over a socket before it closes it, begins nothing new, and is not ready', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
    const socket = await openAcknowledged(server);
    const leaving = await openAcknowledged(server);
    socket.send(subscribing('1', 'mutation { spendSlowly }'), subscribing('2', changed('a')));
    leaving.send(subscribing('1', 'mutation { spendSlowly }'));
    const http = server.post({ query: 'mutation { spendSlowly }' });
    await until(() => server.seen.waiting.length === 3);
    await until(() => server.watched.open.size === 1);
    const stopped = server[Symbol.asyncDispose]();

    expect(server.watched.open.size).toBe(0);
    const ready = await fetch(`${server.url}/health/ready`);
    expect(ready.status).toBe(503);
    const refused = new WebSocket(`ws://127.0.0.1:${server.port}/graphql`, 'graphql-transport-ws');
    const [, response] = await once(refused, 'unexpected-response');
    expect(response.statusCode).toBe(503);
    const stream = await fetch(`${server.url}/graphql?query=${encodeURIComponent(changed('a'))}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(503);
    socket.send(subscribing('3', 'mutation { spend }'));
    leaving.send({ id: '1', type: 'complete' });
    expect((await leaving.closed).code).toBe(1001);

    server.seen.release();
    expect(await socket.next()).toEqual({ id: '1', type: 'next', payload: { data: { spendSlowly: 1 } } });
    expect(await socket.next()).toEqual({ id: '1', type: 'complete' });
    expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away' });
    expect(await (await http).json()).toEqual({ data: { spendSlowly: 1 } });
    await stopped;
    expect(server.seen.spent).toBe(3);
  });

  it('does not begin a stream whose caller it was still finding out about', async () => {
    const known = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const server = await startStandIn({
      config: { shutdownGraceMs: 60_000 },
      authenticate: async () => {
        asked.resolve();
        await known.promise;
        return { client: 'anybody', expiresAt: null };
      },
    });
    const stream = server.post({ query: changed('a') }, { accept: 'text/event-stream' });
    await asked.promise;
    const stopped = server[Symbol.asyncDispose]();
    known.resolve();
    expect((await stream).status).toBe(503);
    await stopped;
    expect(server.watched.opened).toBe(0);
  });

  it('cuts off what runs for longer than the grace time, and who does not close', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 100 }, liveLimits: { closingMs: 60_000 } });
    const running = await openAcknowledged(server);
    running.send(subscribing('1', '{ waits }'));
    await until(() => server.seen.waiting.length === 1);
    const deaf = await openAcknowledged(server);
    deaf.socket.pause();
    await server[Symbol.asyncDispose]();
    expect((await running.closed).code).toBe(1006);
    expect(server.seen.waiting[0]!.signal.aborted).toBe(true);
    deaf.socket.resume();
    await deaf.closed;
  });

  it('does not wait for long for who does not close', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 }, liveLimits: { closingMs: 50 } });
    const deaf = await openAcknowledged(server);
    deaf.socket.pause();
    await server[Symbol.asyncDispose]();
    deaf.socket.resume();
    await deaf.closed;
  });

  it('does not mistake a reader who does not read for one who runs', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 }, liveLimits: { closingMs: 50 } });
    const slow = await openAcknowledged(server);
    slow.send(subscribing('1', changed('a', 'large')));
    slow.socket.pause();
    await until(() => server.watched.open.size === 1);
    for (let i = 0; i < 5; i += 1) {
      server.watched.change('a', String(3_000_000 + i));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await server[Symbol.asyncDispose]();
    expect(server.watched.open.size).toBe(0);
    slow.socket.terminate();
  });
});
