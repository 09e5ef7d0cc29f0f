/** What is watched on several instances: asked for by one of them, shown by all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { finished, running } from '../../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';

const OFTEN = { WATCH_MIN_INTERVAL_MS: '200', WATCH_MAX_INTERVAL_MS: '400' };
const ABOUT = 'kind sequence skipped checkedAt nextCheckAt freshness';

let redis: RedisServer;
let service: Sandbox;
/** Each test is a gateway of its own. */
let prefix: string;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());
beforeEach(async () => {
  prefix = crypto.randomUUID();
  service = await startCountedService({ populate: false });
  return () => service[Symbol.asyncDispose]();
});

const start = (count: number, env: Readonly<Record<string, string>> = {}) =>
  startInstances(count, { service, redisUrl: redis.url, env: { ...OFTEN, REDIS_PREFIX: prefix, ...env } });

const project = (id: string, name = `Episode ${id}`) =>
  service.account().putDubbingProject({ id, name, work: running() });

const watchProject = (instance: InstanceInProcess, id: string) =>
  instance.subscribe(
    `subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { ${ABOUT} project { name status } } }`,
    { variables: { id } },
  );

const timesAsked = (path: string) => service.requests.filter((request) => request.path === path).length;

const polls = () => timesAsked('/api/v1/projects');

/** Waits until the service was asked for the list so many times more. */
const morePolls = (count: number) => {
  const wanted = polls() + count;
  return expect.poll(polls, { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(wanted);
};

describe.skipIf(!hasRedis)('a thing that is watched on three instances', () => {
  it('is asked for by one of them, and each change reaches all, with the same times', async () => {
    project('p1');
    await using instances = await start(3);
    const streams = instances.map((instance) => watchProject(instance, 'p1'));
    const first = await Promise.all(streams.map((stream) => stream.update()));
    expect(first.map(({ kind, project: { name } }) => [kind, name])).toEqual(Array(3).fill(['SNAPSHOT', 'Episode p1']));
    for (const name of ['one', 'two', 'three']) {
      const asked = polls();
      project('p1', name);
      const updates = await Promise.all(streams.map((stream) => stream.update()));
      expect(updates.map((update) => update.project.name)).toEqual([name, name, name]);
      expect(new Set(updates.map(({ checkedAt, nextCheckAt }) => `${checkedAt} ${nextCheckAt}`)).size).toBe(1);
      expect(polls() - asked).toBeLessThanOrEqual(2);
    }
  });

  it('costs nothing when a reader comes on another instance: it has the state at once', async () => {
    project('p1');
    await using instances = await start(3, { WATCH_MIN_INTERVAL_MS: '60000', WATCH_MAX_INTERVAL_MS: '60000' });
    await using first = watchProject(instances[0]!, 'p1');
    await first.update();
    const asked = service.requestCount;
    for (const instance of instances.slice(1)) {
      await using stream = watchProject(instance, 'p1');
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    }
    expect(service.requestCount).toBe(asked);
  });

  it('goes on without the instance that has asked for it, when that one stops, and nothing is asked for that is not due', async () => {
    project('p1');
    await using instances = await start(3, { WATCH_MIN_INTERVAL_MS: '3000', WATCH_MAX_INTERVAL_MS: '3000' });
    await using first = watchProject(instances[0]!, 'p1');
    const { nextCheckAt } = await first.update();
    const others = instances.slice(1).map((instance) => watchProject(instance, 'p1'));
    await Promise.all(others.map((stream) => stream.update()));
    const asked = service.requestCount;
    await instances[0]![Symbol.asyncDispose]();
    project('p1', 'later');
    const updates = await Promise.all(others.map((stream) => stream.update()));
    expect(updates.map((update) => update.project.name)).toEqual(['later', 'later']);
    expect(service.requestCount - asked).toBe(1);
    for (const { checkedAt } of updates) expect(Date.parse(checkedAt)).toBeGreaterThan(Date.parse(nextCheckAt) - 500);
  });
});

describe.skipIf(!hasRedis)('a write on one instance', () => {
  const LIST = '/api/v1/projects';
  const names = async (instance: InstanceInProcess) => {
    const { data } = await instance.ask('{ dubbingProjects(first: 50) { nodes { name } } }');
    return data.dubbingProjects.nodes.map(({ name }: { name: string }) => name);
  };
  /** From now on the service answers this list, whatever has become of it. */
  const listIs = (projects: readonly object[]) =>
    service.misfortune({
      on: { method: 'GET', path: LIST },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 200, body: JSON.stringify({ projects }), contentType: 'application/json' },
    });

  it('creates on all: another instance has what the service itself does not know yet', async () => {
    await using instances = await start(2);
    const [one, other] = [instances[0]!, instances[1]!];
    expect(await names(other)).toEqual([]);
    listIs([]);
    service.misfortune({
      on: { method: 'GET', path: /^\/api\/v1\/projects\/./ },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 404, body: '{"error":"Project not found"}', contentType: 'application/json' },
    });
    const { data } = await one.ask(`mutation { createDubbingProject(input: {
      name: "New", sourceLanguage: "en", targetLanguage: "de-DE", sourceVideoUrl: "https://example.com/a.mp4" }) {
      ... on CreateDubbingProjectPayload { project { id } } ... on UserError { message } } }`);
    const { id } = data.createDubbingProject.project;
    await expect.poll(() => names(other), { timeout: 1_000, interval: 10 }).toEqual(['New']);
    await using stream = watchProject(other, id);
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', project: { name: 'New' } });
    await using late = await start(1);
    expect(await names(late[0]!)).toEqual(['New']);
  });

  it('deletes on all: another instance does not show what the service still has', async () => {
    service.account().putDubbingProject({ id: 'p1', name: 'Old', work: finished() });
    await using instances = await start(2);
    const [one, other] = [instances[0]!, instances[1]!];
    await using stream = other.subscribe('subscription { dubbingProjectsUpdated { kind projects { name } } }');
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', projects: [{ name: 'Old' }] });
    listIs([{ project_id: 'p1', name: 'Old', status: 'ready', source_lang: 'en', target_lang: 'de-DE' }]);
    await one.ask('mutation { deleteDubbingProject(id: "p1") { __typename } }');
    expect(await stream.updateWhere(({ kind }) => kind === 'GONE')).toMatchObject({ projects: [{ name: 'Old' }] });
    expect(await names(other)).toEqual([]);
    expect(await names(one)).toEqual([]);
  });
});

describe.skipIf(!hasRedis)('without Redis for a while', () => {
  it.each(['stop', 'kill'] as const)(
    'streams go on on each instance (%s), and there is one that asks once it is back',
    async (end) => {
      await using server = await startRedis();
      project('p1');
      await using instances = await startInstances(3, { service, redisUrl: server.url, env: OFTEN });
      const streams = instances.map((instance) => watchProject(instance, 'p1'));
      await Promise.all(streams.map((stream) => stream.update()));
      await server[end]();
      project('p1', 'alone');
      const alone = await Promise.all(streams.map((stream) => stream.update()));
      expect(alone.map(({ kind, sequence, project: { name } }) => [kind, sequence, name])).toEqual(
        Array(3).fill(['CHANGED', 1, 'alone']),
      );
      await server.start();
      const healths = async () => Promise.all(instances.map(async (instance) => (await instance.health()).redis));
      await expect.poll(healths, { timeout: 10_000 }).toEqual(Array(3).fill('connected'));
      await morePolls(3);
      const [asked, startedAt] = [polls(), performance.now()];
      await morePolls(5);
      // Three that each ask would need a third of the time.
      expect(polls() - asked).toBeLessThanOrEqual((performance.now() - startedAt) / 200 + 2);
      project('p1', 'together');
      const together = await Promise.all(streams.map((stream) => stream.update()));
      expect(together.map(({ kind, sequence, project: { name } }) => [kind, sequence, name])).toEqual(
        Array(3).fill(['CHANGED', 2, 'together']),
      );
    },
  );
});
