import { describe, expect, it } from 'vitest';
import { NotFoundError, ServiceKeyRejectedError } from '../../src/errors.ts';
import {
  endOf,
  failure,
  finished,
  nextOf,
  running,
  settle,
  startWatches,
  until,
  update,
  type WatchKit,
} from './watch-kit.ts';

const ARTIFACT = 'GET /api/v1/artifacts/a1';

const runningArtifact = (kit: WatchKit) =>
  kit.sandbox.account().putArtifact({ id: 'a1', name: 'Film', work: running() });

/** From now on the service answers this, until it is told otherwise. */
function serviceAnswers(kit: WatchKit): { status: number; headers: Record<string, string>; body: string } {
  const answer = { status: 200, headers: {}, body: '{}' };
  kit.sandbox.misfortune({ on: {}, times: Number.POSITIVE_INFINITY, answer });
  return answer;
}

describe('A watched artifact', () => {
  it('is told as it is at first, then when it has changed, and ends with its upload', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const first = await update(feed);
    expect(first).toMatchObject({
      of: 'Artifact',
      artifact: { artifactId: 'a1', rawStatus: 'upload_started' },
      kind: 'SNAPSHOT',
      sequence: 0,
      skipped: 0,
      freshness: 'LIVE',
      isFinal: false,
      alwaysSend: true,
      previousStatus: null,
      checkedAt: '2030-01-01T00:00:00.000Z',
    });
    expect(Date.parse(first.nextCheckAt ?? '')).toBeGreaterThan(kit.clock.now());
    await kit.turn();
    expect(feed.take()).toEqual({ is: 'empty' });
    artifact.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      previousStatus: 'upload_started',
      artifact: { rawStatus: 'upload_completed' },
      isFinal: true,
      nextCheckAt: null,
      alwaysSend: true,
    });
    expect(await endOf(feed)).toBeNull();
  });

  it('that is done already is told once, as final, and is not asked for again', async () => {
    await using kit = await startWatches();
    kit.sandbox.account().putArtifact({ id: 'a1', name: 'Film' });
    const feed = kit.live.artifact('a1');
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', isFinal: true, nextCheckAt: null });
    expect(await endOf(feed)).toBeNull();
    expect(kit.asked()).toEqual([ARTIFACT]);
    await kit.turn();
    expect(kit.asked()).toEqual([]);
    expect(kit.clock.timers).toBe(0);
    expect(kit.active).toEqual([true, false]);
  });

  it('is not asked for once it is done, however long a reader takes to hear of that', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    artifact.work = finished();
    await kit.turn();
    kit.asked();
    await kit.turn();
    expect(kit.asked()).toEqual([]);
    expect(kit.clock.timers).toBe(0);
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', isFinal: true });
    expect(await endOf(feed)).toBeNull();
  });

  it('with a status that nobody knows goes on', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    artifact.overrides = { status: 'melted' };
    await kit.turn();
    expect(await update(feed)).toMatchObject({ artifact: { rawStatus: 'melted' }, isFinal: false });
    artifact.overrides = {};
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', previousStatus: null, isFinal: false });
  });

  it('that never was there is no update, but an end', async () => {
    await using kit = await startWatches();
    const feeds = [kit.live.artifact('nothing'), kit.live.artifact('nothing')];
    for (const feed of feeds) expect(await endOf(feed)).toBeInstanceOf(NotFoundError);
    expect(kit.clock.timers).toBe(0);
    expect(kit.asked()).toHaveLength(1);
  });

  it('that goes away is told as it was last, as GONE, and ends', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const [seeing, late] = [kit.live.artifact('a1'), kit.live.artifact('a1')];
    await update(seeing);
    kit.sandbox.account().artifacts.delete('a1');
    await kit.turn();
    expect(seeing.take()).toEqual({ is: 'empty' });
    await kit.turn();
    expect(await update(seeing)).toMatchObject({
      kind: 'GONE',
      artifact: { rawStatus: 'upload_started' },
      isFinal: true,
      nextCheckAt: null,
      freshness: 'LIVE',
    });
    expect(await endOf(seeing)).toBeNull();
    // A reader without any update by then gets the last state.
    expect(await update(late)).toMatchObject({ kind: 'SNAPSHOT', isFinal: false });
    expect(await update(late)).toMatchObject({ kind: 'GONE', isFinal: true, sequence: 1 });
    expect(await endOf(late)).toBeNull();
    expect(await endOf(kit.live.artifact('a1'))).toBeInstanceOf(NotFoundError);
  });

  it('is asked for once, however many watch it, and told to a late reader without being asked for', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feeds = Array.from({ length: 100 }, () => kit.live.artifact('a1'));
    const events = await Promise.all(feeds.map(update));
    expect(new Set(events).size).toBe(1);
    expect(kit.asked()).toEqual([ARTIFACT]);
    const taken = kit.live.artifact('a1').take();
    expect(taken).toMatchObject({ is: 'event', event: { kind: 'SNAPSHOT', sequence: 0 } });
    expect(kit.asked()).toEqual([]);
    for (let turn = 0; turn < 10; turn += 1) await kit.turn();
    expect(kit.asked()).toHaveLength(10);
  });
});

describe('When readers leave', () => {
  it('nothing more is asked once the last has left, and nothing is left', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feeds = Array.from({ length: 100 }, () => kit.live.artifact('a1'));
    await Promise.all(feeds.map(update));
    for (const feed of feeds.slice(1)) feed.close();
    await kit.turn();
    expect(kit.asked()).toHaveLength(2);
    feeds[0]!.close();
    expect(feeds[0]!.take()).toEqual({ is: 'ended', error: null });
    await kit.turn();
    expect(kit.asked()).toEqual([]);
    expect(kit.clock.timers).toBe(0);
    expect(kit.active).toEqual([true, false]);
  });

  it('who comes back within the interval finds all as it was, and the watch goes on', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    feed.close();
    kit.asked();
    const again = kit.live.artifact('a1');
    expect(again.take()).toMatchObject({ is: 'event', event: { kind: 'SNAPSHOT', sequence: 0 } });
    expect(kit.asked()).toEqual([]);
    await kit.turn();
    expect(kit.asked()).toEqual([ARTIFACT]);
  });

  it('during the first look, the others are told what it brings', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const [leaving, staying] = [kit.live.artifact('a1'), kit.live.artifact('a1')];
    leaving.close();
    expect(await update(staying)).toMatchObject({ kind: 'SNAPSHOT' });
    expect(kit.asked()).toEqual([ARTIFACT]);
  });

  it('during the first look, the watch that nobody waits for is over within its interval', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    for (let time = 0; time < 50; time += 1) kit.live.artifact('a1').close();
    await until(() => kit.sandbox.requestCount === 1 && kit.clock.timers > 0);
    await kit.turn();
    expect(kit.asked()).toEqual([ARTIFACT]);
    expect(kit.clock.timers).toBe(0);
  });

  it('a query that shared the first look and was aborted takes nothing from the watch', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    kit.sandbox.misfortune({ on: {}, answer: { kind: 'delay', ms: 100 } });
    const controller = new AbortController();
    const query = kit.reads.artifact('a1').read({ ...kit.call, signal: controller.signal }, { fresh: false });
    const feed = kit.live.artifact('a1');
    controller.abort(new Error('left'));
    await expect(query).rejects.toThrow('left');
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT' });
    expect(kit.asked()).toEqual([ARTIFACT]);
  });
});

describe('While the service fails', () => {
  it('who knows a state is told once that it is old, and once that it no longer is', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const { checkedAt } = await update(feed);
    const artifact = kit.sandbox.account().artifacts.get('a1')!;
    artifact.name = 'read-error-500';
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'FRESHNESS',
      freshness: 'STALE',
      checkedAt,
      sequence: 1,
      alwaysSend: true,
    });
    for (let turn = 0; turn < 5; turn += 1) await kit.turn();
    expect(feed.take()).toEqual({ is: 'empty' });
    const late = await update(kit.live.artifact('a1'));
    expect(late).toMatchObject({ kind: 'SNAPSHOT', freshness: 'STALE', artifact: { name: 'Film' } });
    artifact.name = 'Film';
    await kit.turn();
    const back = await update(feed);
    expect(back).toMatchObject({ kind: 'FRESHNESS', freshness: 'LIVE', sequence: 2 });
    expect(Date.parse(back.checkedAt)).toBe(kit.clock.now());
  });

  it('a change that is found afterwards comes as one update, which is sent also if it cannot be seen', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    artifact.name = 'read-error-500';
    await kit.turn();
    await update(feed);
    artifact.name = 'Renamed';
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      freshness: 'LIVE',
      artifact: { name: 'Renamed' },
      alwaysSend: true,
    });
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('who knows nothing yet is told why, once for each kind of failure, and the state when there is one', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    artifact.name = 'read-error-500';
    const feed = kit.live.artifact('a1');
    expect(await failure(feed)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await kit.turn();
    expect(feed.take()).toEqual({ is: 'empty' });
    artifact.name = 'read-html';
    await kit.turn();
    expect(await failure(feed)).toMatchObject({ code: 'UPSTREAM_MALFORMED' });
    expect(await failure(kit.live.artifact('a1'))).toMatchObject({ code: 'UPSTREAM_MALFORMED' });
    artifact.name = 'Film';
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', sequence: 0, freshness: 'LIVE' });
  });

  it('by refusing the request, what was never known is over, and what is known is old', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    Object.assign(serviceAnswers(kit), { status: 400, body: '{"error":"What is this?"}' });
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'FRESHNESS', freshness: 'STALE' });
    expect(await endOf(kit.live.artifact('a2'))).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('by 429, nothing is sent before it may be, and who watches is told of it once', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    kit.sandbox.misfortune({ on: {}, answer: { status: 429, headers: { 'retry-after': '30' }, body: '{}' } });
    await kit.turn();
    const blockedAt = kit.clock.now();
    expect(await update(feed)).toMatchObject({ kind: 'FRESHNESS', freshness: 'THROTTLED' });
    kit.asked();
    await kit.turn();
    expect(kit.clock.now()).toBeGreaterThanOrEqual(blockedAt + 30_000);
    expect(kit.asked()).toHaveLength(1);
    expect(await update(feed)).toMatchObject({ kind: 'FRESHNESS', freshness: 'LIVE' });
  });

  it.each([
    ['the key', 401, ServiceKeyRejectedError, { code: 'SERVICE_KEY_REJECTED' }],
    ['the thing', 403, Error, { code: 'FORBIDDEN' }],
  ])('by refusing %s, it ends every feed, and the watch', async (_what, status, type, error) => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feeds = [kit.live.artifact('a1'), kit.live.artifact('a1')];
    for (const feed of feeds) await update(feed);
    const answer = serviceAnswers(kit);
    Object.assign(answer, { status, body: '{"error":"Unauthorized"}' });
    await kit.turn();
    for (const feed of feeds) {
      const why = await endOf(feed);
      expect(why).toBeInstanceOf(type);
      expect(why).toMatchObject(error);
    }
    expect(kit.clock.timers).toBe(0);
    expect(kit.active).toEqual([true, false]);
  });
});

describe('The watched balance', () => {
  it('is told at first and when it has changed, and never ends by itself', async () => {
    await using kit = await startWatches();
    const feed = kit.live.balance();
    expect(await update(feed)).toMatchObject({ of: 'Balance', kind: 'SNAPSHOT', balance: { minutes: 500 } });
    kit.sandbox.account().balanceMinutes = 490;
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', balance: { minutes: 490 }, isFinal: false });
  });
});

describe('When the gateway stops', () => {
  it('every feed ends with an error, so that no reader takes it for the end, and no timer is left', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    kit.sandbox.account().putDubbingProject({ id: 'p1', work: running() });
    kit.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1' });
    const reader = { details: true, untilSettled: false };
    const key = { projectId: 'proj_demo', videoId: 'v1' };
    const feeds = [
      kit.live.artifact('a1'),
      kit.live.balance(),
      kit.live.dubbingProjects(),
      kit.live.dubbingProject('p1', reader),
      kit.live.video(key, reader),
    ];
    for (const feed of feeds) expect((await nextOf<object>(feed)).is).toBe('event');
    kit.live[Symbol.dispose]();
    for (const feed of feeds) expect(await endOf(feed)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await settle();
    expect(kit.clock.timers).toBe(0);
    expect(kit.active).toEqual([true, false]);
  });
});
