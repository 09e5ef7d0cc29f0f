/** What readers see on an instance that does not ask itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { finished, running } from '../../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';

const OFTEN = { WATCH_MIN_INTERVAL_MS: '200', WATCH_MAX_INTERVAL_MS: '400' };
const ABOUT = 'kind checkedAt nextCheckAt freshness isFinal';
const DETAILS = 'subscription { dubbingProjectUpdated(id: "p1") { kind freshness project { name errorMessage } } }';
const RUNNING_LANGUAGE = { lang: 'de-DE', phase: 'translation', pendingOn: 'system', isError: false, eta: null };

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
  service = await startCountedService({ populate: false, speed: 1 });
  return () => service[Symbol.asyncDispose]();
});

/** Two instances; the first one asks for whatever is watched. */
async function startTwo(env: Readonly<Record<string, string>> = OFTEN) {
  const instances = await startInstances(2, { service, redisUrl: redis.url, env: { REDIS_PREFIX: prefix, ...env } });
  service.account().putArtifact({ id: 'pilot', work: running() });
  const held = instances[0]!.subscribe('subscription { artifactUpdated(id: "pilot") { kind } }');
  await held.update();
  const [pilot, follower] = instances as unknown as [InstanceInProcess, InstanceInProcess];
  return { pilot, follower, [Symbol.asyncDispose]: () => instances[Symbol.asyncDispose]() };
}

const project = (name: string) => service.account().putDubbingProject({ id: 'p1', name, work: running() });
const pathsAsked = () => service.requests.map(({ path }) => path);
const LIST = '/api/v1/projects';
const fail = (path: RegExp, times: number) =>
  service.misfortune({ on: { path }, times, answer: { status: 500, body: '{}' } });

describe.skipIf(!hasRedis)('a reader on an instance that does not ask', () => {
  it('is shown the details, which the other instance asks for once, and again when the list has changed', async () => {
    project('one');
    await using two = await startTwo();
    await using stream = two.follower.subscribe(DETAILS);
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', project: { name: 'one' } });
    const asked = pathsAsked();
    expect([
      asked.filter((path) => path === LIST).length,
      asked.filter((path) => path === `${LIST}/p1`).length,
    ]).toEqual([1, 1]);
    project('two');
    expect(await stream.updateWhere(({ kind }) => kind === 'CHANGED')).toMatchObject({ project: { name: 'two' } });
    expect(pathsAsked().filter((path) => path === `${LIST}/p1`)).toHaveLength(2);
  });

  it('gets STALE when the service fails the other instance, and LIVE when it is back', async () => {
    project('one');
    await using two = await startTwo();
    await using stream = two.follower.subscribe(`subscription { dubbingProjectsUpdated { ${ABOUT} } }`);
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    fail(/projects$/, 4);
    expect(await stream.updateWhere(({ kind }) => kind === 'FRESHNESS')).toMatchObject({ freshness: 'STALE' });
    expect(await stream.updateWhere(({ kind }) => kind === 'FRESHNESS')).toMatchObject({ freshness: 'LIVE' });
  });

  it('gets THROTTLED while the key has to wait, like a reader of the other instance', async () => {
    project('one');
    await using two = await startTwo();
    const query = `subscription { dubbingProjectsUpdated { ${ABOUT} } }`;
    await using streams = new AsyncDisposableStack();
    const both = [two.pilot, two.follower].map((instance) => streams.use(instance.subscribe(query)));
    await Promise.all(both.map((stream) => stream.update()));
    service.misfortune({ on: {}, answer: { status: 429, headers: { 'retry-after': '4' }, body: '{}' } });
    await two.pilot.ask('{ balance { minutes } }');
    const throttled = await Promise.all(both.map((each) => each.updateWhere(({ kind }) => kind === 'FRESHNESS')));
    expect(throttled.map(({ freshness }) => freshness)).toEqual(['THROTTLED', 'THROTTLED']);
    const live = await Promise.all(both.map((each) => each.updateWhere(({ freshness }) => freshness === 'LIVE')));
    expect(live.map(({ kind }) => kind)).toEqual(['FRESHNESS', 'FRESHNESS']);
  });

  it('sees several jobs of each kind to their end', async () => {
    project('one');
    const account = service.account();
    account.putArtifact({ id: 'a1', name: 'Film', work: running() });
    account.putVideo({ projectId: 'proj_demo', id: 'v1', statusOverrides: { langs: [RUNNING_LANGUAGE] } });
    await using two = await startTwo();
    await using stream = two.follower.subscribe(`subscription {
      jobsUpdated(ids: ["DubbingProject:p1", "Artifact:a1", "Video:proj_demo/v1"], untilSettled: true) { __typename kind isFinal } }`);
    const seen = [await stream.update(), await stream.update(), await stream.update()];
    expect(seen.map(({ kind }) => kind)).toEqual(['SNAPSHOT', 'SNAPSHOT', 'SNAPSHOT']);
    account.putDubbingProject({ id: 'p1', name: 'one', work: finished() });
    account.putArtifact({ id: 'a1', name: 'Film', work: finished() });
    const rest = [
      await stream.updateWhere(({ isFinal }) => isFinal),
      await stream.updateWhere(({ isFinal }) => isFinal),
    ];
    expect(rest.map(({ __typename }) => __typename).toSorted()).toEqual(['ArtifactUpdate', 'DubbingProjectUpdate']);
  });

  it('learns of a thing that is gone, or was never there', async () => {
    service.account().putArtifact({ id: 'a1', name: 'Film', work: running() });
    await using two = await startTwo();
    await using stream = two.follower.subscribe(
      `subscription { artifactUpdated(id: "a1") { ${ABOUT} artifact { name } } }`,
    );
    await stream.update();
    service.account().artifacts.delete('a1');
    expect(await stream.updateWhere(({ kind }) => kind === 'GONE')).toMatchObject({
      isFinal: true,
      artifact: { name: 'Film' },
    });
    await using none = two.follower.subscribe('subscription { artifactUpdated(id: "none") { kind } }');
    expect((await none.next()).errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('makes no instance ask by itself once all have left', async () => {
    project('one');
    await using two = await startTwo();
    const stream = two.follower.subscribe('subscription { dubbingProjectsUpdated { kind } }');
    await stream.update();
    stream.close();
    const asked = () => pathsAsked().filter((path) => path === LIST).length;
    await expect
      .poll(
        async () => {
          const count = asked();
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return asked() - count;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  });
});
