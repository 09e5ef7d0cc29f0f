/** What is watched on several instances: asked for by one of them, shown by all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { finished, PATIENCE, running } from '../../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';
import { startTcpProxy } from '../kit/tcp-proxy.ts';

/** Longer than an update takes to its readers on a busy machine. */
const OFTEN = { WATCH_MIN_INTERVAL_MS: '600', WATCH_MAX_INTERVAL_MS: '600' };
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
  return expect.poll(polls, { interval: 10 }).toBeGreaterThanOrEqual(wanted);
};

describe.skipIf(!hasRedis)('a thing that is watched on three instances', () => {
  it('is asked for by one of them, and each change reaches all, with the same times', async () => {
    project('p1');
    await using instances = await start(3);
    const streams = instances.map((instance) => watchProject(instance, 'p1'));
    const next = () => Promise.all(streams.map((stream) => stream.update()));
    const seenIn = (updates: Awaited<ReturnType<typeof next>>) =>
      updates.map(({ kind, freshness, project: { name } }) => `${kind} ${freshness} ${name}`);
    expect(seenIn(await next())).toEqual(Array(3).fill('SNAPSHOT LIVE Episode p1'));
    for (const name of ['one', 'two']) {
      const asked = polls();
      project('p1', name);
      const updates = await next();
      expect(seenIn(updates)).toEqual(Array(3).fill(`CHANGED LIVE ${name}`));
      expect(new Set(updates.map(({ checkedAt, nextCheckAt }) => `${checkedAt} ${nextCheckAt}`)).size).toBe(1);
      expect(polls() - asked).toBe(1);
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

describe.skipIf(!hasRedis)('an instance that stops after a delay', () => {
  it.each([1, 2])('shows its readers each change for as long as they stay, as one of %i', async (count) => {
    project('p1');
    await using _others = await start(count - 1);
    await using instances = await start(1, { SHUTDOWN_DELAY_MS: '4000' });
    await using stream = watchProject(instances[0]!, 'p1');
    await stream.update();
    const stopped = instances[0]![Symbol.asyncDispose]();
    // By then it has released its lease.
    await morePolls(1);
    project('p1', 'later');
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', project: { name: 'later' } });
    await stopped;
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
    await expect.poll(() => names(other), { interval: 10 }).toEqual(['New']);
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
  it('streams go on on each instance, and there is one that asks once it is back', async () => {
    await using server = await startRedis();
    project('p1');
    await using instances = await startInstances(3, { service, redisUrl: server.url, env: OFTEN });
    const streams = instances.map((instance) => watchProject(instance, 'p1'));
    await Promise.all(streams.map((stream) => stream.update()));
    await server.kill();
    project('p1', 'alone');
    const isChange = ({ kind }: { readonly kind: string }) => kind !== 'FRESHNESS';
    const changes = async () => {
      const updates = await Promise.all(streams.map((stream) => stream.updateWhere(isChange)));
      return updates.map(({ kind, project: { name } }) => `${kind} ${name}`);
    };
    expect(await changes()).toEqual(Array(3).fill('CHANGED alone'));
    await server.start();
    const healths = async () => Promise.all(instances.map(async (instance) => (await instance.health()).redis));
    await expect.poll(healths, PATIENCE).toEqual(Array(3).fill('connected'));
    await morePolls(2);
    const [asked, startedAt] = [polls(), performance.now()];
    await morePolls(3);
    // Three that each ask would have asked three times as often.
    expect(polls() - asked).toBeLessThanOrEqual((performance.now() - startedAt) / 600 + 2);
    project('p1', 'together');
    expect(await changes()).toEqual(Array(3).fill('CHANGED together'));
  });

  it.each([
    ['empty', (server: RedisServer) => server.empty()],
    ['hanging for a while', hang],
  ])('streams go on through a Redis that is %s, without a new snapshot', async (_what, harm) => {
    await using server = await startRedis();
    project('p1');
    const env = { ...OFTEN, REDIS_TIMEOUT_MS: '500' };
    await using instances = await startInstances(2, { service, redisUrl: server.url, env });
    const streams = instances.map((instance) => watchProject(instance, 'p1'));
    await Promise.all(streams.map((stream) => stream.update()));
    await harm(server);
    project('p1', 'later');
    // For a moment it may be unknown whether the others ask too: then it is THROTTLED, and nothing else comes of it.
    const kinds = new Set<string>();
    const isLater = ({
      kind,
      project: { name },
    }: {
      readonly kind: string;
      readonly project: { readonly name: string };
    }) => {
      kinds.add(kind);
      return name === 'later';
    };
    await Promise.all(streams.map((stream) => stream.updateWhere(isLater)));
    expect(kinds).not.toContain('SNAPSHOT');
    const pilots = async () => (await server.dump()).filter(({ key }) => key.endsWith(':pilot')).length;
    await expect.poll(pilots, PATIENCE).toBe(1);
    // Of two that each ask, one would see it later than the other.
    project('p1', 'together');
    const isTogether = ({ kind, project: { name } }: { kind: string; project: { name: string } }) =>
      kind === 'CHANGED' && name === 'together';
    const together = await Promise.all(streams.map((stream) => stream.updateWhere(isTogether)));
    expect(new Set(together.map(({ checkedAt }) => checkedAt)).size).toBe(1);
  });

  it('an instance that is cut off asks for its own readers, and follows again once it is back', async () => {
    await using proxy = await startTcpProxy(redis.url);
    project('p1');
    await using joined = await start(1);
    await using stream = watchProject(joined[0]!, 'p1');
    await stream.update();
    const env = { ...OFTEN, REDIS_PREFIX: prefix };
    await using cut = await startInstances(1, { service, redisUrl: proxy.url, env });
    await using cutStream = watchProject(cut[0]!, 'p1');
    await cutStream.update();
    proxy.cut();
    project('p1', 'apart');
    const isChange = ({ kind }: { readonly kind: string }) => kind === 'CHANGED';
    expect(await cutStream.updateWhere(isChange)).toMatchObject({ project: { name: 'apart' } });
    expect(await stream.updateWhere(isChange)).toMatchObject({ project: { name: 'apart' } });
    proxy.mend();
    await expect.poll(async () => (await cut[0]!.health()).redis, PATIENCE).toBe('connected');
    await morePolls(2);
    project('p1', 'again');
    const [one, other] = [await stream.updateWhere(isChange), await cutStream.updateWhere(isChange)];
    expect([one, other].map(({ project: { name } }) => name)).toEqual(['again', 'again']);
    expect(one.checkedAt).toBe(other.checkedAt);
  });
});

describe.skipIf(!hasRedis)('callers who bring their own keys', () => {
  it('are watched for by an instance that has the key, and accounts are apart', async () => {
    await using keyed = await startCountedService({ populate: false, keys: ['key-one', 'key-two'] });
    for (const [key, name] of [
      ['key-one', 'mine'],
      ['key-two', 'theirs'],
    ] as const) {
      keyed.account(key).putDubbingProject({ id: 'p1', name, work: running() });
    }
    const env = { ...OFTEN, REDIS_PREFIX: prefix, AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
    await using instances = await startInstances(3, { service: keyed, redisUrl: redis.url, env });
    const watch = (instance: InstanceInProcess, key: string) =>
      instance.subscribe('subscription { dubbingProjectUpdated(id: "p1") { kind project { name } } }', { key });
    const [first, second, third] = [
      watch(instances[0]!, 'key-one'),
      watch(instances[1]!, 'key-one'),
      watch(instances[2]!, 'key-two'),
    ];
    const names = await Promise.all([first, second, third].map(async (stream) => (await stream.update()).project.name));
    expect(names).toEqual(['mine', 'mine', 'theirs']);
    // The instance goes on to ask for readers of another one that has the key, and hands over to it when it stops.
    first.close();
    keyed.account('key-one').putDubbingProject({ id: 'p1', name: 'later', work: running() });
    expect((await second.update()).project.name).toBe('later');
    await instances[0]![Symbol.asyncDispose]();
    keyed.account('key-one').putDubbingProject({ id: 'p1', name: 'last', work: running() });
    expect((await second.update()).project.name).toBe('last');
    expect(keyed.requests.filter(({ key }) => key === 'key-two').length).toBeGreaterThan(0);
  });
});

async function hang(server: RedisServer): Promise<void> {
  server.pause();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  server.resume();
}
