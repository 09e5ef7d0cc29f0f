import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../src/errors.ts';
import type { Service } from '../../src/upstream/service.ts';
import { endOf, failed, failure, finished, running, startWatches, until, update, type WatchKit } from './watch-kit.ts';

const LIST = 'GET /api/v1/projects';
const ITSELF = 'GET /api/v1/projects/p1';
const LISTED = { details: false };
const WHOLE = { details: true };

const put = (kit: WatchKit, id = 'p1') =>
  kit.sandbox.account().putDubbingProject({ id, name: `Episode ${id}`, work: running() });

/** The estimates are sought in the background. */
const sought = async (kit: WatchKit): Promise<void> => {
  await until(() => kit.sandbox.requests.some(({ path }) => path === '/api/v1/projects/p1'));
  await kit.quiet();
};

describe('A watched dubbing project', () => {
  it('is told by the list, and ends once it is ready', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', LISTED);
    expect(await update(feed)).toMatchObject({
      of: 'DubbingProject',
      kind: 'SNAPSHOT',
      project: { projectId: 'p1', rawStatus: 'in_progress', details: null },
      previousStatus: null,
      isFinal: false,
    });
    await kit.quiet();
    expect(kit.asked()).toEqual([LIST]);
    project.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      project: { rawStatus: 'ready', details: null },
      previousStatus: 'in_progress',
      isFinal: true,
      nextCheckAt: null,
    });
    expect(await endOf(feed)).toBeNull();
    await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });

  it('with its details is told of its result in the update in which it is ready', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    expect(await update(feed)).toMatchObject({
      kind: 'SNAPSHOT',
      project: { rawStatus: 'in_progress', details: { estimatedCompletionAt: expect.any(String), output: null } },
    });
    await kit.quiet();
    expect(kit.asked().toSorted()).toEqual([LIST, ITSELF]);
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(kit.asked()).toEqual([LIST, LIST, LIST]);
    project.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      project: { rawStatus: 'ready', details: { output: { videoUrl: expect.any(String) } } },
      isFinal: true,
    });
    expect(await endOf(feed)).toBeNull();
    expect(kit.asked()).toEqual([LIST, ITSELF]);
  });

  it.each([
    ['ready', finished, LISTED],
    ['error', failed, LISTED],
    ['ready', finished, WHOLE],
    ['error', failed, WHOLE],
  ])('that is %s already is told once, as final', async (rawStatus, work, reader) => {
    await using kit = await startWatches();
    put(kit).work = work();
    const feed = kit.live.dubbingProject('p1', reader);
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', project: { rawStatus }, isFinal: true });
    expect(await endOf(feed)).toBeNull();
    await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });

  it('with a status that nobody knows goes on', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    project.listOverrides = { status: 'paused' };
    const feed = kit.live.dubbingProject('p1', LISTED);
    expect(await update(feed)).toMatchObject({ project: { rawStatus: 'paused' }, isFinal: false });
    project.listOverrides = {};
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', previousStatus: null, isFinal: false });
  });

  it('costs one request of the list a look, whether 1 or 200 are watched', async () => {
    await using kit = await startWatches();
    const ids = Array.from({ length: 200 }, (_, index) => `p${index}`);
    for (const id of ids) put(kit, id);
    const feeds = ids.map((id) => kit.live.dubbingProject(id, LISTED));
    await Promise.all(feeds.map(update));
    for (let turn = 0; turn < 5; turn += 1) await kit.turn();
    expect(new Set(kit.asked())).toEqual(new Set([LIST]));
    for (const id of ids) kit.sandbox.account().dubbingProjects.get(id)!.work = finished();
    await kit.turn();
    for (const feed of feeds) expect(await update(feed)).toMatchObject({ isFinal: true });
    expect(kit.asked()).toEqual([LIST]);
  });

  it('costs a late reader of its details one request, and one of what the list tells none', async () => {
    await using kit = await startWatches();
    put(kit);
    put(kit, 'p2');
    await update(kit.live.dubbingProjects());
    kit.asked();
    expect(kit.live.dubbingProject('p1', LISTED).take()).toMatchObject({ is: 'event' });
    expect(kit.asked()).toEqual([]);
    expect(await update(kit.live.dubbingProject('p1', WHOLE))).toMatchObject({
      project: { details: { errorMessage: null } },
    });
    expect(kit.asked()).toEqual([ITSELF]);
    expect(await update(kit.live.dubbingProject('p1', WHOLE))).toMatchObject({
      project: { details: { errorMessage: null } },
    });
    expect(kit.asked()).toEqual([]);
  });

  it('tells a late reader of its details none from before it has changed', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const [staying, leaving] = [kit.live.dubbingProject('p1', LISTED), kit.live.dubbingProject('p1', WHOLE)];
    await Promise.all([update(staying), update(leaving)]);
    await kit.quiet();
    leaving.close();
    project.name = 'Renamed';
    await kit.turn();
    const feed = kit.live.dubbingProject('p1', WHOLE);
    expect(feed.take()).toEqual({ is: 'empty' });
    expect(await update(feed)).toMatchObject({
      kind: 'SNAPSHOT',
      project: { name: 'Renamed', details: { errorMessage: null } },
    });
  });

  it('is forgotten by the next look once nobody watches it, while others are watched', async () => {
    await using kit = await startWatches();
    for (const id of ['p1', 'p2']) put(kit, id);
    const [leaving, staying] = [kit.live.dubbingProject('p1', WHOLE), kit.live.dubbingProject('p2', LISTED)];
    await Promise.all([update(leaving), update(staying)]);
    await kit.quiet();
    kit.asked();
    leaving.close();
    const again = kit.live.dubbingProject('p1', WHOLE);
    expect(again.take().is).toBe('event');
    expect(kit.asked()).toEqual([]);
    again.close();
    await kit.turn();
    await update(kit.live.dubbingProject('p1', WHOLE));
    expect(kit.asked()).toEqual([LIST, ITSELF]);
  });

  it('is asked for its estimate once where requests are counted, and again when that has passed', async () => {
    await using kit = await startWatches({ quota: { perMinute: 100_000, perDay: 0 } });
    const estimate = (ms: number) => ({ estimated_completion_date: new Date(kit.clock.now() + ms).toISOString() });
    const project = put(kit);
    project.overrides = estimate(120_000);
    const feed = kit.live.dubbingProject('p1', LISTED);
    await update(feed);
    await sought(kit);
    kit.asked();
    await kit.turn();
    expect(kit.asked()).toEqual([LIST]);
    kit.clock.advance(0);
    project.overrides = estimate(600_000);
    while (!kit.sandbox.requests.some(({ path }) => path.endsWith('/p1'))) await kit.turn();
    await kit.quiet();
    expect(kit.clock.now()).toBeGreaterThanOrEqual(Date.parse('2030-01-01T00:02:00Z'));
    expect(kit.asked().filter((line) => line === ITSELF)).toHaveLength(1);
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(kit.asked()).not.toContain(ITSELF);
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('has its details read anew now and then, if somebody wants them', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    project.overrides = { estimated_completion_date: null };
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    kit.asked();
    const start = kit.clock.now();
    project.mixingMode = 'voiceover_only';
    while (kit.clock.now() < start + 20 * 60_000) await kit.turn();
    await kit.quiet();
    expect(kit.asked().filter((line) => line === ITSELF)).toHaveLength(1);
    expect(await update(feed)).toMatchObject({ project: { details: { mixingMode: 'voiceover_only' } } });
  });
});

describe('A watched project that the list lacks', () => {
  /** As if the list did not know of it yet. */
  const hide = (kit: WatchKit) => {
    const state = { isHidden: true };
    kit.sandbox.misfortune({
      on: { path: '/api/v1/projects' },
      times: Number.POSITIVE_INFINITY,
      answer: { kind: 'body', edit: (body) => (state.isHidden ? '{"projects":[]}' : body) },
    });
    return state;
  };

  it.each([LISTED, WHOLE])('is asked for itself, and told as any other', async (reader) => {
    await using kit = await startWatches();
    const project = put(kit);
    const state = hide(kit);
    const feed = kit.live.dubbingProject('p1', reader);
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', project: { rawStatus: 'in_progress' } });
    await kit.quiet();
    await kit.turn();
    state.isHidden = false;
    await kit.turn();
    await kit.quiet();
    expect(feed.take()).toEqual({ is: 'empty' });
    kit.asked();
    state.isHidden = true;
    project.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', project: { rawStatus: 'ready' }, isFinal: true });
  });

  it('is not there only if its own address says so', async () => {
    await using kit = await startWatches();
    const feed = kit.live.dubbingProject('p1', LISTED);
    expect(await endOf(feed)).toBeInstanceOf(NotFoundError);
    await kit.quiet();
    expect(kit.asked().toSorted()).toEqual([LIST, ITSELF]);
    expect(kit.clock.timers).toBe(1);
    await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });

  it.each([LISTED, WHOLE])('and that was there, is GONE', async (reader) => {
    await using kit = await startWatches();
    put(kit);
    const feed = kit.live.dubbingProject('p1', reader);
    await update(feed);
    await kit.quiet();
    kit.sandbox.account().dubbingProjects.delete('p1');
    await kit.turn();
    await kit.quiet();
    expect(feed.take()).toEqual({ is: 'empty' });
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'GONE', project: { rawStatus: 'in_progress' }, isFinal: true });
    expect(await endOf(feed)).toBeNull();
  });

  it('is not gone while the list cannot be read whole', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const [one, all] = [kit.live.dubbingProject('p1', LISTED), kit.live.dubbingProjects()];
    await Promise.all([update(one), update<object>(all)]);
    await kit.quiet();
    project.listOverrides = { status: undefined };
    await kit.turn();
    await kit.quiet();
    expect(one.take()).toEqual({ is: 'empty' });
    expect(all.take()).toEqual({ is: 'empty' });
    project.listOverrides = {};
    project.work = finished();
    await kit.turn();
    expect(await update(one)).toMatchObject({ kind: 'CHANGED', isFinal: true });
    expect(await update(all)).toMatchObject({ kind: 'CHANGED', projects: [{ rawStatus: 'ready' }] });
  });
});

describe('While a project’s own address fails', () => {
  it('who wants its details is told of no half of a change, but that it is old, and the whole when it is back', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const [whole, listed] = [kit.live.dubbingProject('p1', WHOLE), kit.live.dubbingProject('p1', LISTED)];
    await Promise.all([update(whole), update(listed)]);
    await kit.quiet();
    project.name = 'read-error-500';
    project.work = finished();
    await kit.turn();
    expect(await update(listed)).toMatchObject({ kind: 'CHANGED', project: { rawStatus: 'ready' }, isFinal: true });
    expect(await update(whole)).toMatchObject({
      kind: 'FRESHNESS',
      freshness: 'STALE',
      project: { rawStatus: 'in_progress', details: { errorMessage: null } },
    });
    project.name = 'Episode p1';
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(await update(whole)).toMatchObject({
      kind: 'CHANGED',
      freshness: 'LIVE',
      project: { rawStatus: 'ready', details: { output: { videoUrl: expect.any(String) } } },
      isFinal: true,
    });
  });

  it('who wants its details is told why there are none, and gets them when there are', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    project.name = 'read-error-500';
    const feed = kit.live.dubbingProject('p1', WHOLE);
    expect(await failure(feed)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    project.name = 'Episode p1';
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'SNAPSHOT',
      freshness: 'LIVE',
      project: { details: { errorMessage: null } },
    });
  });

  it('who wants what the list tells hears nothing of it', async () => {
    await using kit = await startWatches();
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', LISTED);
    await update(feed);
    project.name = 'read-error-500';
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      freshness: 'LIVE',
      project: { name: 'read-error-500' },
    });
    expect(feed.take()).toEqual({ is: 'empty' });
  });
});

describe('A project’s own address that answers late', () => {
  /** The nth answer, from 0, is from before, and comes when the test lets it. */
  function withLateAnswer(nth: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = { asked: 0, arrive: resolve };
    const service = (real: Service): Service => ({
      ...real,
      dubbingProjects: {
        ...real.dubbingProjects,
        read: async (projectId, call) => {
          late.asked += 1;
          const isLate = late.asked === nth + 1;
          const answer = await real.dubbingProjects.read(projectId, call);
          if (isLate) await promise;
          return answer;
        },
      },
    });
    return { late, service };
  }

  it('is asked again where the list tells of a change while it is asked', async () => {
    const { late, service } = withLateAnswer(1);
    await using kit = await startWatches({ service });
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    project.name = 'Renamed';
    await kit.turn();
    await until(() => late.asked === 2);
    await until(
      () => kit.sandbox.requests.filter(({ path, status }) => path.endsWith('/p1') && status === 200).length === 2,
    );
    project.name = 'Renamed again';
    await kit.turn();
    late.arrive();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      project: { name: 'Renamed again', details: { errorMessage: null } },
    });
  });

  it('to a query does not answer for a change that came meanwhile', async () => {
    const { late, service } = withLateAnswer(1);
    await using kit = await startWatches({ service });
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    const query = kit.reads.dubbingProject('p1').read(kit.call, { fresh: true });
    await until(
      () => kit.sandbox.requests.filter(({ path, status }) => path.endsWith('/p1') && status === 200).length === 2,
    );
    project.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      project: { rawStatus: 'ready', details: { output: { videoUrl: expect.any(String) } } },
      isFinal: true,
    });
    late.arrive();
    expect(await query).toMatchObject({ found: { rawStatus: 'ready' } });
  });

  it('at first, is asked once more where the list knows better', async () => {
    const [mayList, isListed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = (real: Service): Service => ({
      ...real,
      dubbingProjects: {
        list: async (call) => {
          await mayList.promise;
          const list = await real.dubbingProjects.list(call);
          setImmediate(isListed.resolve);
          return list;
        },
        read: async (projectId, call) => {
          const answer = await real.dubbingProjects.read(projectId, call);
          project.work = finished();
          mayList.resolve();
          await isListed.promise;
          return answer;
        },
      },
    });
    await using kit = await startWatches({ service });
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    expect(await update(feed)).toMatchObject({
      kind: 'SNAPSHOT',
      project: { rawStatus: 'ready', details: { output: { videoUrl: expect.any(String) } } },
      isFinal: true,
    });
    expect(await endOf(feed)).toBeNull();
  });

  it('which fails is asked more and more seldom', async () => {
    await using kit = await startWatches({ limits: { minIntervalMs: 1_000, maxIntervalMs: 1_000 } });
    const project = put(kit);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    await kit.quiet();
    kit.asked();
    project.name = 'read-error-500';
    for (let turn = 0; turn < 60; turn += 1) {
      await kit.turn();
      await kit.quiet();
    }
    const asked = kit.asked();
    expect(asked.filter((line) => line === LIST)).toHaveLength(60);
    expect(asked.filter((line) => line === ITSELF)).toHaveLength(4);
  });
});
