/** Instances that come, stop and die. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { startCountedService, startInstanceProcess, startInstances } from './kit/instances.ts';
import { hasRedis, startRedis } from './kit/redis-server.ts';

let service: Sandbox;
beforeAll(async () => {
  service = await startCountedService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe.skipIf(!hasRedis)('the members of a gateway', () => {
  it('are all that are alive: one that was killed is none after some seconds', async () => {
    await using redis = await startRedis();
    await using instances = await startInstances(2, { service, redisUrl: redis.url });
    const counts = () => Promise.all(instances.map(async (instance) => (await instance.health()).instances));
    await using third = await startInstanceProcess({ service, redisUrl: redis.url });
    await expect.poll(counts, { timeout: 30_000 }).toEqual([3, 3]);
    third.program.child.kill('SIGKILL');
    await expect.poll(counts, { timeout: 30_000 }).toEqual([2, 2]);
  });
});
