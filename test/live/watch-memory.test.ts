import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/upstream/service.ts';
import { endOf, finished, running, startWatches, until, update, type WatchKit } from './watch-kit.ts';

const ARTIFACT = 'GET /api/v1/artifacts/a1';
const BARE = { details: false, untilSettled: false };
const WHOLE = { details: true, untilSettled: false };
const KEY = { projectId: 'proj_demo', videoId: 'v1' };

const runningArtifact = (kit: WatchKit) =>
  kit.sandbox.account().putArtifact({ id: 'a1', name: 'Film', work: running() });

const query = (kit: WatchKit, fresh = false) => kit.reads.artifact('a1').read(kit.call, { fresh });

describe('A query of what is watched', () => {
  it('is answered from the watch, however old that is within its interval, and whatever else is remembered', async () => {
    await using kit = await startWatches({ maxAgeMs: 0 });
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const { artifact } = await update(feed);
    kit.asked();
    for (let time = 0; time < 3; time += 1) {
      expect((await query(kit)).found).toBe(artifact);
      kit.clock.advance(100);
    }
    expect(kit.asked()).toEqual([]);
  });

  it('shares the first look', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const [found] = await Promise.all([query(kit), update(feed)]);
    expect(found).toMatchObject({ found: { name: 'Film' } });
    expect(kit.asked()).toEqual([ARTIFACT]);
  });

  it('that wants it fresh asks the service, and what it finds is told to who watches', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const first = await update(feed);
    artifact.name = 'Renamed';
    kit.clock.advance(1);
    expect(await query(kit, true)).toMatchObject({ found: { name: 'Renamed' } });
    const told = await update(feed);
    expect(told).toMatchObject({ kind: 'CHANGED', artifact: { name: 'Renamed' }, freshness: 'LIVE' });
    expect(Date.parse(told.checkedAt)).toBe(Date.parse(first.checkedAt) + 1);
    expect(Date.parse(told.nextCheckAt ?? '')).toBeGreaterThanOrEqual(kit.clock.now());
    expect(await query(kit)).toMatchObject({ found: { name: 'Renamed' } });
    expect(kit.asked()).toEqual([ARTIFACT, ARTIFACT]);
  });

  it('is asked for while the watch is not at its best, and may bring it back', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    artifact.name = 'read-error-500';
    await kit.turn();
    expect(await update(feed)).toMatchObject({ freshness: 'STALE' });
    await expect(query(kit)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    artifact.name = 'Film';
    expect(await query(kit)).toMatchObject({ found: { name: 'Film' } });
    expect(await update(feed)).toMatchObject({ kind: 'FRESHNESS', freshness: 'LIVE' });
  });

  it('is asked for again once nobody watches any more', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    feed.close();
    await query(kit);
    expect(kit.asked()).toEqual([ARTIFACT]);
    await kit.turn();
    await query(kit);
    expect(kit.asked()).toEqual([ARTIFACT]);
  });

  it('for a project’s details is answered from the watch only if somebody watches these', async () => {
    await using kit = await startWatches();
    kit.sandbox.account().putDubbingProject({ id: 'p1', work: running() });
    const details = () => kit.reads.dubbingProject('p1').read(kit.call, { fresh: false });
    await update(kit.live.dubbingProject('p1', BARE));
    await kit.quiet();
    kit.asked();
    await details();
    expect(kit.asked()).toHaveLength(1);
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    kit.asked();
    await details();
    await details();
    expect(kit.asked()).toEqual([]);
    await kit.reads.dubbingProjectList.read(kit.call, { fresh: false });
    expect(kit.asked()).toEqual([]);
  });
});

describe('A write', () => {
  it('makes the watch ask at once, and its change is told', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    artifact.name = 'Renamed';
    kit.asked();
    kit.reads.invalidate.artifact('a1');
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', artifact: { name: 'Renamed' } });
    expect(kit.asked()).toEqual([ARTIFACT]);
  });

  it('lets no answer that was asked for before it count', async () => {
    const old = Promise.withResolvers<void>();
    let asked = 0;
    const service = (real: Service): Service => ({
      ...real,
      artifacts: {
        read: async (artifactId, call) => {
          asked += 1;
          const isOld = asked === 2;
          // It is given up, but the service does not know of that.
          const answer = await real.artifacts.read(artifactId, isOld ? { ...call, signal: kit.call.signal } : call);
          if (isOld) await old.promise;
          return answer;
        },
      },
    });
    await using kit = await startWatches({ service });
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    kit.clock.toNextTimer();
    await until(() => kit.sandbox.requests.filter(({ status }) => status === 200).length === 2);
    artifact.name = 'Renamed';
    kit.reads.invalidate.artifact('a1');
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', artifact: { name: 'Renamed' }, sequence: 1 });
    old.resolve();
    await kit.quiet();
    expect(feed.take()).toEqual({ is: 'empty' });
    expect((await query(kit)).found).toMatchObject({ name: 'Renamed' });
  });

  it('does not wait for a request that is under way', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    kit.sandbox.misfortune({ on: {}, answer: { kind: 'silence' } });
    kit.asked();
    kit.clock.toNextTimer();
    await until(() => kit.sandbox.requestCount === 1);
    artifact.work = finished();
    kit.reads.invalidate.artifact('a1');
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', isFinal: true });
    expect(await endOf(feed)).toBeNull();
  });

  it('to a studio project asks for all of its videos that are watched, and for no other', async () => {
    await using kit = await startWatches();
    kit.sandbox.account().putStudioProject('proj_other');
    const others = { projectId: 'proj_other', videoId: 'v1' };
    for (const { projectId, videoId: id } of [KEY, { ...KEY, videoId: 'v2' }, others])
      kit.sandbox.account().putVideo({ projectId, id, statusOverrides: { langs: [] } });
    const feeds = [
      kit.live.video(KEY, BARE),
      kit.live.video({ ...KEY, videoId: 'v2' }, WHOLE),
      kit.live.video(others, WHOLE),
    ];
    await Promise.all(feeds.map(update));
    await kit.quiet();
    kit.asked();
    kit.reads.invalidate.studioProject('proj_demo');
    await kit.quiet();
    expect(kit.asked().toSorted()).toEqual([
      'GET /api/v1/projects/proj_demo/videos/v1/status',
      'GET /api/v1/projects/proj_demo/videos/v2',
      'GET /api/v1/projects/proj_demo/videos/v2/status',
    ]);
    for (const feed of feeds) expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('to a dubbing project asks for the list, and for its details if somebody watches these', async () => {
    await using kit = await startWatches();
    const project = kit.sandbox.account().putDubbingProject({ id: 'p1', work: running() });
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await update(feed);
    await kit.quiet();
    kit.asked();
    project.mixingMode = 'voiceover_only';
    kit.reads.invalidate.dubbingProject('p1');
    kit.reads.invalidate.dubbingProjectList();
    expect(await update(feed)).toMatchObject({ project: { details: { mixingMode: 'voiceover_only' } } });
    await kit.quiet();
    expect(kit.asked().toSorted()).toEqual(['GET /api/v1/projects', 'GET /api/v1/projects/p1']);
  });

  it('is told although the service failed before it', async () => {
    await using kit = await startWatches();
    const project = kit.sandbox.account().putDubbingProject({ id: 'p1', name: 'read-error-500', work: running() });
    const feed = kit.live.dubbingProject('p1', WHOLE);
    await kit.quiet();
    expect(feed.take()).toMatchObject({ is: 'event', event: { code: 'UPSTREAM_UNAVAILABLE' } });
    project.name = 'Episode';
    kit.reads.invalidate.dubbingProject('p1');
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', project: { details: { errorMessage: null } } });
  });
});

describe('What was not there a moment ago', () => {
  const open = {
    artifact: ({ live }: WatchKit) => live.artifact('a1'),
    video: ({ live }: WatchKit) => live.video(KEY, WHOLE),
    'dubbing project': ({ live }: WatchKit) => live.dubbingProject('p1', WHOLE),
  };
  const put = {
    artifact: (kit: WatchKit) => runningArtifact(kit),
    video: ({ sandbox }: WatchKit) => sandbox.account().putVideo({ id: 'v1', projectId: 'proj_demo' }),
    'dubbing project': ({ sandbox }: WatchKit) => sandbox.account().putDubbingProject({ id: 'p1', work: running() }),
  };
  const forget = {
    artifact: ({ reads }: WatchKit) => reads.invalidate.artifact('a1'),
    video: ({ reads }: WatchKit) => reads.invalidate.video(KEY),
    'dubbing project': ({ reads }: WatchKit) => reads.invalidate.dubbingProject('p1'),
  };

  it.for(['artifact', 'video', 'dubbing project'] as const)(
    'is not asked for again for whoever comes to watch it: %s',
    async (kind) => {
      await using kit = await startWatches({ maxAgeMs: 60_000 });
      expect(await endOf(open[kind](kit))).toMatchObject({ code: 'NOT_FOUND' });
      kit.asked();
      for (let time = 0; time < 3; time += 1) {
        expect(open[kind](kit).take()).toMatchObject({ is: 'ended', error: { code: 'NOT_FOUND' } });
      }
      await kit.quiet();
      expect(kit.asked()).toEqual([]);
      put[kind](kit);
      forget[kind](kit);
      expect(await update<object>(open[kind](kit))).toMatchObject({ kind: 'SNAPSHOT' });
    },
  );

  it('is told if the list of projects has it', async () => {
    await using kit = await startWatches({ maxAgeMs: 60_000 });
    await kit.reads.dubbingProject('p1').read(kit.call, { fresh: false });
    kit.sandbox.account().putDubbingProject({ id: 'p1', work: running() });
    await update(kit.live.dubbingProjects());
    expect(await update(kit.live.dubbingProject('p1', { details: false }))).toMatchObject({ kind: 'SNAPSHOT' });
  });
});

describe('A quota that polling has used up its share of', () => {
  it('does not fail a query that shares a poll', async () => {
    await using kit = await startWatches({ quota: { perMinute: 10, perDay: 1_000 } });
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    // Somebody else uses up what polling may have, but not all.
    for (let time = 0; time < 6; time += 1) await kit.reads.balance.read(kit.call, { fresh: 'anew' });
    const poll = kit.reads.artifact('a1').read({ ...kit.call, priority: 'polling' }, { fresh: 'anew' });
    const shared = query(kit, true);
    await expect(poll).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await shared).toMatchObject({ found: { name: 'Film' } });
  });

  it('does not keep the end of a project from those who watch it when it was deleted here', async () => {
    await using kit = await startWatches({ quota: { perMinute: 10, perDay: 1_000 } });
    const account = kit.sandbox.account();
    account.putDubbingProject({ id: 'p1', work: running() });
    const feed = kit.live.dubbingProject('p1', { details: false });
    await update(feed);
    await kit.quiet();
    for (let time = 0; time < 5; time += 1) await kit.reads.balance.read(kit.call, { fresh: 'anew' });
    kit.asked();
    account.dubbingProjects.delete('p1');
    kit.reads.invalidate.deleted({ kind: 'DubbingProject', projectId: 'p1' });
    kit.reads.invalidate.dubbingProject('p1');
    kit.reads.invalidate.dubbingProjectList();
    expect(await update(feed)).toMatchObject({ kind: 'GONE', isFinal: true });
    expect(kit.asked()).toEqual(['GET /api/v1/projects', 'GET /api/v1/projects/p1']);
  });
});
