import { describe, expect, it } from 'vitest';
import { subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import { changed, openAcknowledged, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const statusOf = async ({ url }: StandIn, path: string) => (await fetch(`${url}${path}`)).status;
const healthOf = async ({ url }: StandIn) => (await fetch(`${url}/health`)).json();

describe('a gateway that is told to stop, with SHUTDOWN_DELAY_MS', () => {
  it('is not ready at once, and serves everything until the delay is over', async () => {
    const server = await startStandIn({ config: { shutdownDelayMs: 400, shutdownGraceMs: 60_000 } });
    expect([await statusOf(server, '/health/ready'), (await healthOf(server)).status]).toEqual([200, 'ok']);
    const early = await openAcknowledged(server);
    const stopped = server[Symbol.asyncDispose]();
    expect([await statusOf(server, '/health/ready'), (await healthOf(server)).status]).toEqual([503, 'stopping']);
    expect(await statusOf(server, '/health/live')).toBe(200);
    expect(await (await server.post({ query: 'mutation { spend }' })).json()).toEqual({ data: { spend: 1 } });
    const late = await openAcknowledged(server);
    for (const socket of [early, late]) expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away' });
    await stopped;
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

describe('a gateway that is told to stop with many sockets and streams open', () => {
  it('closes them spread over the first half of the grace', async () => {
    const graceMs = 3000;
    const server = await startStandIn({ config: { shutdownGraceMs: graceMs } });
    const sockets = await Promise.all(Array.from({ length: 600 }, () => openAcknowledged(server)));
    const startedAt = performance.now();
    const closings = Promise.all(
      sockets.map(async ({ closed }) => ({ ...(await closed), at: performance.now() - startedAt })),
    );
    const stopped = server[Symbol.asyncDispose]();
    const closed = await closings;
    await stopped;
    expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1001]));
    const moments = closed.map(({ at }) => at).toSorted((a, b) => a - b);
    // The first tenth does not wait for the last, and none waits for the end of the grace.
    expect(moments[599]! - moments[60]!).toBeGreaterThan(graceMs / 4);
    expect(moments[599]).toBeLessThan(graceMs);
  });
});

describe('MAX_SOCKET_AGE_MS', () => {
  it.each(TRANSPORTS)('closes what is older over %s, as at a stop, and lets it come back', async (transport) => {
    await using server = await startStandIn({ config: { maxSocketAgeMs: 500 } });
    const stream = subscribe(server, changed('a'), { transport });
    await until(() => server.watched.open.size === 1);
    expect(await healthOf(server)).toMatchObject({ streams: 1, sockets: transport === 'WebSocket' ? 1 : 0 });
    const { end } = await stream.rest();
    expect(end).toMatchObject(
      transport === 'WebSocket' ? { how: 'closed', code: 1001 } : { how: 'closed', code: null },
    );
    await until(() => server.watched.open.size === 0);
    const again = subscribe(server, changed('a'), { transport });
    await until(() => server.watched.open.size === 1);
    await again.rest();
  });
});
