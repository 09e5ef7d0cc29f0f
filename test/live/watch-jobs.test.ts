import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../src/errors.ts';
import type { JobWant } from '../../src/live/live.ts';
import { endOf, failure, finished, running, settle, startWatches, update, type WatchKit } from './watch-kit.ts';

const ARTIFACT: JobWant = { thing: { kind: 'Artifact', artifactId: 'a1' }, details: false };
const MISSING: JobWant = { thing: { kind: 'Artifact', artifactId: 'nothing' }, details: false };
const PROJECT: JobWant = { thing: { kind: 'DubbingProject', projectId: 'p1' }, details: false };
const VIDEO: JobWant = { thing: { kind: 'Video', projectId: 'proj_demo', videoId: 'v1' }, details: false };
const RESTING = [{ lang: 'fr-FR', phase: 'rendering', pendingOn: 'editor', isError: false, eta: null }];

function putAll(kit: WatchKit) {
  const account = kit.sandbox.account();
  return {
    artifact: account.putArtifact({ id: 'a1', name: 'Film', work: running() }),
    project: account.putDubbingProject({ id: 'p1', name: 'Episode', work: running() }),
    video: account.putVideo({
      projectId: 'proj_demo',
      id: 'v1',
      statusOverrides: { langs: [{ ...RESTING[0], pendingOn: 'system' }] },
    }),
  };
}

/** Until so many have come. */
async function updates(
  feed: Parameters<typeof update<{ readonly of: string; readonly sequence: number }>>[0],
  count: number,
) {
  const events = [];
  for (let index = 0; index < count; index += 1) events.push(await update(feed));
  return events;
}

describe('A stream of several jobs', () => {
  it('tells each as it is at first, counts all updates together, and ends once each job has', async () => {
    await using kit = await startWatches();
    const { artifact, project, video } = putAll(kit);
    const feed = kit.live.jobs([ARTIFACT, PROJECT, VIDEO], { untilSettled: true });
    const first = await updates(feed, 3);
    expect(first.map(({ of }) => of).toSorted()).toEqual(['Artifact', 'DubbingProject', 'Video']);
    expect(first.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
    await kit.quiet();
    artifact.work = finished();
    project.work = finished();
    video.statusOverrides = { langs: RESTING };
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    const last = await updates(feed, 3);
    expect(last.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    for (const event of last) expect(event).toMatchObject({ kind: 'CHANGED', isFinal: true });
    expect(await endOf(feed)).toBeNull();
  });

  it('goes on for a video that rests, where nobody said that it should not', async () => {
    await using kit = await startWatches();
    const { artifact, video } = putAll(kit);
    artifact.work = finished();
    video.statusOverrides = { langs: RESTING };
    const feed = kit.live.jobs([ARTIFACT, VIDEO], { untilSettled: false });
    const first = await updates(feed, 2);
    expect(first).toContainEqual(expect.objectContaining({ of: 'Artifact', isFinal: true }));
    expect(first).toContainEqual(expect.objectContaining({ of: 'Video', isFinal: false }));
    await settle();
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('tells of what is not there by one error each, and of the others all the same', async () => {
    await using kit = await startWatches();
    putAll(kit);
    const unreadable = new Error('no id');
    const feed = kit.live.jobs([unreadable, PROJECT, MISSING, unreadable], { untilSettled: false });
    expect(await failure(feed)).toBe(unreadable);
    expect(await failure(feed)).toBe(unreadable);
    const others = [feed.take(), feed.take()];
    expect(others).toEqual([{ is: 'empty' }, { is: 'empty' }]);
    await kit.quiet();
    const [one, two] = [feed.take(), feed.take()];
    const events = [one, two].map((taken) => (taken.is === 'event' ? taken.event : null));
    expect(events).toContainEqual(expect.objectContaining({ of: 'DubbingProject', sequence: 0 }));
    expect(events).toContainEqual(expect.objectContaining({ code: 'NOT_FOUND', id: 'Artifact:nothing' }));
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('of nothing that is there ends after its errors', async () => {
    await using kit = await startWatches();
    const feed = kit.live.jobs(
      [new NotFoundError('none'), { ...ARTIFACT, thing: { kind: 'Artifact', artifactId: 'nothing' } }],
      {
        untilSettled: false,
      },
    );
    expect(await failure(feed)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(feed)).toMatchObject({ code: 'NOT_FOUND', id: 'Artifact:nothing' });
    expect(await endOf(feed)).toBeNull();
  });

  it('watches a job that is named twice once, with all that is asked of it', async () => {
    await using kit = await startWatches();
    putAll(kit);
    const feed = kit.live.jobs([PROJECT, { ...PROJECT, details: true }, PROJECT], { untilSettled: false });
    expect(await update(feed)).toMatchObject({ of: 'DubbingProject', project: { details: { errorMessage: null } } });
    await settle();
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('gives the identical event to those who are told the same', async () => {
    await using kit = await startWatches();
    const { project } = putAll(kit);
    const feeds = [1, 2, 3].map(() => kit.live.jobs([PROJECT, ARTIFACT], { untilSettled: false }));
    await kit.quiet();
    for (const count of [0, 1]) {
      const events = await Promise.all(feeds.map((feed) => update<{ readonly sequence: number }>(feed)));
      expect(new Set(events).size).toBe(1);
      expect(events[0]?.sequence).toBe(count);
    }
    project.work = finished();
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(new Set(await Promise.all(feeds.map((feed) => update<object>(feed)))).size).toBe(1);
  });

  it('does not count what is taken back', async () => {
    await using kit = await startWatches();
    const { project } = putAll(kit);
    const feed = kit.live.jobs([PROJECT], { untilSettled: false });
    await update(feed);
    await kit.quiet();
    project.name = 'one';
    await kit.turn();
    project.name = 'two';
    await kit.turn();
    expect(await update(feed)).toMatchObject({ sequence: 1, skipped: 1 });
    feed.unread();
    project.name = 'three';
    await kit.turn();
    expect(await update(feed)).toMatchObject({ sequence: 1, skipped: 1, project: { name: 'three' } });
  });

  it('calls its reader when any of them has something to tell, and lets go of all when it is closed', async () => {
    await using kit = await startWatches();
    putAll(kit);
    const feed = kit.live.jobs([ARTIFACT, PROJECT, VIDEO], { untilSettled: false });
    let called = 0;
    feed.onReady({
      wake: () => {
        called += 1;
      },
    });
    expect(feed.take()).toEqual({ is: 'empty' });
    await kit.quiet();
    expect(called).toBe(1);
    await updates(feed, 3);
    expect(feed.take()).toEqual({ is: 'empty' });
    feed.close();
    expect(feed.take()).toEqual({ is: 'ended', error: null });
    kit.asked();
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(kit.asked()).toEqual([]);
    expect(kit.clock.timers).toBe(0);
    expect(called).toBe(1);
  });

  it('ends as a whole when the key is refused', async () => {
    await using kit = await startWatches();
    putAll(kit);
    const feed = kit.live.jobs([ARTIFACT, PROJECT, VIDEO], { untilSettled: false });
    await updates(feed, 3);
    await kit.quiet();
    kit.sandbox.misfortune({
      on: {},
      times: Number.POSITIVE_INFINITY,
      answer: { status: 401, body: '{"error":"Unauthorized"}' },
    });
    await kit.turn();
    expect(await endOf(feed)).toMatchObject({ code: 'SERVICE_KEY_REJECTED' });
    for (let turn = 0; turn < 3; turn += 1) await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });
});
