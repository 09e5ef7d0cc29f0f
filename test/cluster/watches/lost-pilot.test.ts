/** The instance that asks for a watch dies, or hangs and wakes up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { hasFullVolume, runs } from '../../kit/runs.ts';
import type { Stream } from '../../kit/subscribe.ts';
import { running } from '../../kit/watching.ts';
import { startCountedService, startInstanceProcess, startInstances } from '../kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';

const INTERVAL_MS = 1_000;
const env = { WATCH_MIN_INTERVAL_MS: String(INTERVAL_MS), WATCH_MAX_INTERVAL_MS: String(INTERVAL_MS) };
/** What a lease lasts, with a tick of those who wait for it. */
const TAKEN_OVER_MS = 10_000;
/** An instance that hangs does so for longer than it takes the others to notice. */
const STOPPED_MS = hasFullVolume ? 20_000 : 0;
/** Without a word of the one that stops, the others would wait for the end of its lease, which is 6 s. */
const MISSED_MS = hasFullVolume ? 1_000 : 4_000;
const ALL_PROJECTS = 'subscription { dubbingProjectsUpdated { kind projects { name } } }';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());

const startProcesses = (service: Sandbox, prefix: string) =>
  Promise.all(
    [0, 1].map(() => startInstanceProcess({ service, redisUrl: redis.url, env: { ...env, REDIS_PREFIX: prefix } })),
  );

/** The times of all requests for the list so far, and the gaps between them. */
function pollsOf(service: Sandbox) {
  const times = service.requests.filter(({ path }) => path === '/api/v1/projects').map(({ receivedAt }) => receivedAt);
  return { times, gaps: times.slice(1).map((at, index) => at - (times[index] ?? 0)) };
}

/** The numbers that a reader was shown. */
const numbersIn = (updates: readonly { readonly projects: readonly { readonly name: string }[] }[]) =>
  updates.map(({ projects }) => Number(projects[0]?.name));

/** Counts on in the name of a project, until it is disposed of. */
function count(service: Sandbox): Disposable & { readonly last: () => string } {
  let number = 0;
  const next = () => {
    number += 1;
    service.account().putDubbingProject({ id: 'p1', name: String(number), work: running() });
  };
  next();
  const timer = setInterval(next, 100);
  return { last: () => String(number), [Symbol.dispose]: () => clearInterval(timer) };
}

/** Two instances, the first of which asks, and a reader on each that was shown its first update. A name counts on. */
async function watchOnTwo() {
  await using started = new AsyncDisposableStack();
  const service = started.use(await startCountedService({ populate: false, speed: 1 }));
  const numbers = started.use(count(service));
  const [pilot, other] = await startProcesses(service, crypto.randomUUID());
  started.use(pilot!);
  started.use(other!);
  const first = started.use(pilot!.subscribe(ALL_PROJECTS));
  const shown = [await first.update()];
  const second = started.use(other!.subscribe(ALL_PROJECTS));
  const shownElsewhere = [await second.update()];
  const held = started.move();
  return {
    ...{ service, numbers, pilot: pilot!, other: other!, first, shown, second, shownElsewhere },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** So many updates. */
async function take(stream: Stream, count: number) {
  const updates = [];
  while (updates.length < count) updates.push(await stream.update());
  return updates;
}

describe.skipIf(!hasRedis).concurrent('a watch whose instance', { timeout: 120_000 }, () => {
  it('is killed is asked for by another one within ten seconds, and the first request is one that was due', async () => {
    await using watched = await watchOnTwo();
    const { service, pilot, second } = watched;
    const killedAt = service.requests.at(-1)!.receivedAt;
    pilot.program.child.kill('SIGKILL');
    const updates = await take(second, 3);
    const { times, gaps } = pollsOf(service);
    const next = times.find((at) => at > killedAt) ?? Number.POSITIVE_INFINITY;
    expect(next - killedAt).toBeLessThan(TAKEN_OVER_MS + INTERVAL_MS);
    expect(Math.min(...gaps)).toBeGreaterThan(INTERVAL_MS / 2);
    const numbers = numbersIn(updates);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('stops by itself misses no look by more than a moment, and none comes before its turn', async () => {
    for (let run = 0; run < runs(5); run += 1) {
      await using watched = await watchOnTwo();
      const { service, pilot, second } = watched;
      await second.update();
      pilot.program.child.kill('SIGTERM');
      await take(second, 4);
      const { gaps } = pollsOf(service);
      expect(Math.max(...gaps)).toBeLessThan(INTERVAL_MS + MISSED_MS);
      expect(Math.min(...gaps)).toBeGreaterThan(INTERVAL_MS / 2);
    }
  });

  it('hangs and wakes up is asked for by one at a time, and no reader is shown anything old', async () => {
    await using watched = await watchOnTwo();
    const { service, numbers, pilot, other, first, shown, second, shownElsewhere } = watched;
    pilot.program.child.kill('SIGSTOP');
    const stoppedAt = performance.now();
    service.account().putArtifact({ id: 'a1', name: 'Film', work: running() });
    await using late = other.subscribe('subscription { artifactUpdated(id: "a1") { kind artifact { name } } }');
    // The instance that hangs says nothing, so this one asks itself after a second.
    expect(await late.update()).toMatchObject({ kind: 'SNAPSHOT', artifact: { name: 'Film' } });
    shownElsewhere.push(...(await take(second, 3)));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, stoppedAt + STOPPED_MS - performance.now())));
    pilot.program.child.kill('SIGCONT');
    for (const [stream, updates] of [
      [first, shown],
      [second, shownElsewhere],
    ] as const) {
      updates.push(...(await take(stream, 2)));
    }
    numbers[Symbol.dispose]();
    for (const [stream, updates] of [
      [first, shown],
      [second, shownElsewhere],
    ] as const) {
      while (updates.at(-1)!.projects[0].name !== numbers.last()) updates.push(await stream.update());
    }
    expect(Math.min(...pollsOf(service).gaps)).toBeGreaterThan(INTERVAL_MS / 2);
    for (const updates of [shown, shownElsewhere]) {
      const seen = numbersIn(updates);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    }
  });

  it('is another one than its reader’s shows by heartbeats each look that it takes', async () => {
    await using service = await startCountedService({ populate: false, speed: 1 });
    service.account().putDubbingProject({ id: 'p1', name: 'one', work: running() });
    const settings = { ...env, REDIS_PREFIX: crypto.randomUUID() };
    await using instances = await startInstances(2, { service, redisUrl: redis.url, env: settings });
    const query = 'subscription { dubbingProjectsUpdated(heartbeatSeconds: 10) { kind checkedAt nextCheckAt } }';
    await using streams = new AsyncDisposableStack();
    const both = instances.map((instance) => streams.use(instance.subscribe(query)));
    const first = await Promise.all(both.map((stream) => stream.update()));
    const checked = await Promise.all(both.map((stream) => stream.update()));
    expect(checked.map(({ kind }) => kind)).toEqual(['CHECKED', 'CHECKED']);
    expect(checked[0].checkedAt > first[0].checkedAt).toBe(true);
    expect(Math.abs(Date.parse(checked[0].checkedAt) - Date.parse(checked[1].checkedAt))).toBeLessThan(3 * INTERVAL_MS);
  });
});
