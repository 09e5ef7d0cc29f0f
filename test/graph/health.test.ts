import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { subscribe } from '../kit/subscribe.ts';

const healthOf = async ({ url }: TestGateway) => {
  const answer = await fetch(`${url}/health`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return answer.json();
};

describe('/health', () => {
  it('says how the gateway is, and needs no token', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const health = await healthOf(gateway);
    expect(health).toEqual({
      status: 'ok',
      instance: expect.stringMatching(/^[\w-]{8,}$/),
      uptimeSeconds: expect.any(Number),
      redis: 'off',
      instances: 1,
      service: { dubbing: 'unknown', studio: 'unknown' },
      sockets: 0,
      streams: 0,
      watches: 0,
    });
    expect((await healthOf(gateway)).instance).toBe(health.instance);
  });

  it('says how each API of the service has answered last, and what is watched', async () => {
    const env = { WATCH_MIN_INTERVAL_MS: '50', WATCH_MAX_INTERVAL_MS: '100' };
    await using gateway = await startGateway({ env });
    await gateway.ask('{ balance { minutes } }');
    expect((await healthOf(gateway)).service).toEqual({ dubbing: 'ok', studio: 'unknown' });
    gateway.serviceAnswers('/api/v1/balance', { error: 'down' }, 503);
    await gateway.ask('{ balance { minutes } }', { headers: { 'cache-control': 'no-cache' } });
    expect((await healthOf(gateway)).service.dubbing).toBe('failing');
    const stream = subscribe(gateway, 'subscription { dubbingProjectsUpdated { kind } }', { transport: 'WebSocket' });
    await expect.poll(async () => healthOf(gateway)).toMatchObject({ sockets: 1, streams: 1, watches: 1 });
    stream.close();
    await expect.poll(async () => healthOf(gateway)).toMatchObject({ sockets: 0, streams: 0, watches: 0 });
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  });
});
