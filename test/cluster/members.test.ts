/** Instances that come, stop and die. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Membership } from '../../src/cluster/membership.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { PATIENCE } from '../kit/watching.ts';
import { startCountedService, startInstanceProcess, startInstances } from './kit/instances.ts';
import { hasRedis, startRedis } from './kit/redis-server.ts';
import { joinCluster } from './quota/ledger-world.ts';

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
    await expect.poll(counts, PATIENCE).toEqual([3, 3]);
    third.program.child.kill('SIGKILL');
    await expect.poll(counts, PATIENCE).toEqual([2, 2]);
  });

  it('divide the quota among all when Redis loses what it had, although it does not know of all of them any more', async () => {
    await using redis = await startRedis();
    await using clusters = new AsyncDisposableStack();
    const memberships: Membership[] = [];
    for (let n = 0; n < 3; n += 1)
      memberships.push(clusters.use(await joinCluster(redis.url, { REDIS_TIMEOUT_MS: '3000' })).membership);
    await expect.poll(() => memberships.map(({ alive }) => alive)).toEqual([3, 3, 3]);
    const emptied = memberships.map(
      (membership) => new Promise((resolve) => membership.onEmptied(() => resolve(membership.sharers))),
    );
    await redis.empty();
    expect(await Promise.all(emptied)).toEqual([3, 3, 3]);
  });
});
