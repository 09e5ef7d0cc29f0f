/** Watches that begin where some instance has read a moment ago. */
import { describe, expect, it } from 'vitest';
import { SELDOM } from '../../kit/watching.ts';
import { startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';

describe.skipIf(!hasRedis)('A watch that begins after a query, on several instances', () => {
  it('asks for nothing that any of them has read a moment ago', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService();
    const env = { ...SELDOM, READ_MAX_AGE_MS: '600000' };
    await using instances = await startInstances(2, { service, redisUrl: redis.url, env });
    const [pilot, follower] = instances;
    const list = 'subscription { dubbingProjectsUpdated { kind freshness } }';
    await pilot!.ask('{ dubbingProjects { nodes { id } } }');
    await using first = pilot!.subscribe(list);
    expect(await first.update()).toEqual({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    await using second = follower!.subscribe(list);
    expect(await second.update()).toEqual({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    await follower!.ask('{ artifact(id: "art_uploading") { name } }');
    await using third = follower!.subscribe('subscription { artifactUpdated(id: "art_uploading") { kind freshness } }');
    expect(await third.update()).toEqual({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    expect(service.requests.map(({ path }) => path)).toEqual(['/api/v1/projects', '/api/v1/artifacts/art_uploading']);
  });
});
