/** Answers about one thing that several instances have, from its own address and from the list. */
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { PATIENCE, running } from '../../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';

const LIST = '{ dubbingProjects { nodes { name } } }';
const DETAILS = '{ dubbingProject(id: "p1") { name estimatedCompletionAt } }';
const WATCH = 'subscription { dubbingProjectUpdated(id: "p1") { kind project { name } } }';
const FRESH = { headers: { 'cache-control': 'no-cache' } };

const startService = () => startCountedService({ populate: false, speed: 1 });
const rename = (service: Sandbox, name: string) =>
  service.account().putDubbingProject({ id: 'p1', name, work: running() });

async function nameByDetails(instance: InstanceInProcess, options = {}): Promise<string> {
  const { data, errors } = await instance.ask(DETAILS, options);
  expect(errors).toEqual([]);
  return data.dubbingProject.name;
}

async function nameByList(instance: InstanceInProcess): Promise<string> {
  const { data, errors } = await instance.ask(LIST);
  expect(errors).toEqual([]);
  return data.dubbingProjects.nodes[0].name;
}

describe.skipIf(!hasRedis)('of two answers about one project, whichever instances have asked,', () => {
  it('details that were asked for before the list are not shown after it', async () => {
    await using redis = await startRedis();
    await using service = await startService();
    const env = { READ_MAX_AGE_MS: '60000' };
    await using instances = await startInstances(2, { service, redisUrl: redis.url, env });
    const [first, second] = instances as unknown as [InstanceInProcess, InstanceInProcess];
    rename(service, 'earlier');
    expect(await nameByDetails(second)).toBe('earlier');
    rename(service, 'later');
    expect(await nameByList(first)).toBe('later');
    expect(await nameByDetails(first)).toBe('later');
  });

  it('a list that is as before overrules the details on each instance, or on none', async () => {
    await using redis = await startRedis();
    await using service = await startService();
    const env = { WATCH_MIN_INTERVAL_MS: '1500', WATCH_MAX_INTERVAL_MS: '1500' };
    const project = rename(service, 'listed');
    await using instances = await startInstances(2, { service, redisUrl: redis.url, env });
    const [first, second] = instances as unknown as [InstanceInProcess, InstanceInProcess];
    await using held = first.subscribe(WATCH);
    await held.update();
    await using followed = second.subscribe(WATCH);
    await followed.update();
    // The list lags behind the project's own address.
    const edit = (body: string) => body.replaceAll('"detailed"', '"listed"');
    const on = { api: 'dubbing', method: 'GET', path: /^\/api\/v1\/projects(\?|$)/ } as const;
    service.misfortune({ on, times: Number.POSITIVE_INFINITY, answer: { kind: 'body', edit } });
    service.account().putDubbingProject({ ...project, name: 'detailed' });
    expect(await nameByDetails(first, FRESH)).toBe('detailed');
    const listed = () => Promise.all(instances.map(nameByList));
    await expect.poll(listed, PATIENCE).toEqual(['listed', 'listed']);
  });
});
