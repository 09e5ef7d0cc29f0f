/** What many watchers on several instances cost, and that all of them see the same. */
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Stream } from '../../kit/subscribe.ts';
import { running } from '../../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';

/** So long that a busy machine delays no request by as much. */
const INTERVAL_MS = 1_200;
/** With equal bounds there is no jitter. */
const STEADY = { WATCH_MIN_INTERVAL_MS: String(INTERVAL_MS), WATCH_MAX_INTERVAL_MS: String(INTERVAL_MS) };
const INTERVALS = 5;
const WATCHERS = 300;

/** Ten projects, five videos and five artifacts, all at work. */
function arrange(service: Sandbox): readonly string[] {
  const account = service.account();
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  for (const id of ids(10)) account.putDubbingProject({ id: `p${id}`, name: `Episode ${id}`, work: running() });
  for (const id of ids(5)) account.putArtifact({ id: `a${id}`, name: `File ${id}`, work: running() });
  for (const id of ids(5))
    account.putVideo({ projectId: 'proj_demo', id: `v${id}`, statusOverrides: { langs: [LANGUAGE] } });
  return [
    ...ids(10).map((id) => `DubbingProject:p${id}`),
    ...ids(5).map((id) => `Artifact:a${id}`),
    ...ids(5).map((id) => `Video:proj_demo/v${id}`),
  ];
}

const LANGUAGE = { lang: 'de-DE', phase: 'translation', pendingOn: 'system', isError: false, eta: null };

const watchJob = (instance: InstanceInProcess, id: string): Stream =>
  instance.subscribe(
    `subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind checkedAt
      ... on DubbingProjectUpdate { project { name } } ... on ArtifactUpdate { artifact { name } } } }`,
    { variables: { ids: [id] } },
  );

/** Requests by path. */
function countByPath(service: Sandbox): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of service.requests) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** The same, when the list was asked for so often. A poll over several instances may take longer where the machine is busy. */
async function countsOfIntervals(service: Sandbox): Promise<ReadonlyMap<string, number>> {
  const polls = () => countByPath(service).get('/api/v1/projects');
  await expect.poll(polls, { timeout: 40_000, interval: 5 }).toBe(INTERVALS);
  return countByPath(service);
}

describe.skipIf(!hasRedis)('300 watchers of 20 things on three instances', () => {
  it('cost as many requests as those of one instance, and none comes before its interval has passed', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService({ populate: false, speed: 1 });
    await using alone = await startCountedService({ populate: false, speed: 1 });
    const ids = arrange(service);
    arrange(alone);
    await using instances = await startInstances(3, { service, redisUrl: redis.url, env: STEADY });
    await using single = await startInstances(1, { service: alone, env: STEADY });
    await using streams = new AsyncDisposableStack();
    const watchAll = (each: readonly InstanceInProcess[], count: number) =>
      Array.from({ length: count }, (_, index) =>
        streams.use(watchJob(each[index % each.length]!, ids[Math.floor(index / each.length) % ids.length]!)),
      );
    await Promise.all([...watchAll(instances, WATCHERS), ...watchAll(single, ids.length)].map((each) => each.update()));
    for (const each of [service, alone]) each.clearRequests();
    const [several, one] = await Promise.all([countsOfIntervals(service), countsOfIntervals(alone)]);
    expect([...several.keys()].sort()).toEqual([...one.keys()].sort());
    for (const [path, count] of several) expect(Math.abs(count - (one.get(path) ?? 0)), path).toBeLessThanOrEqual(1);
    for (const path of several.keys()) {
      const times = service.requests.filter((request) => request.path === path).map(({ receivedAt }) => receivedAt);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      // A request that was on its way for longer than the next one comes closer to it.
      for (const gap of gaps) expect(gap, path).toBeGreaterThan(INTERVAL_MS / 2);
    }
  });
});
