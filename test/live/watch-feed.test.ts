import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contracts/feed.ts';
import type { ArtifactUpdate } from '../../src/domain/update.ts';
import { finished, running, settle, startWatches, update, type WatchKit } from './watch-kit.ts';

const runningArtifact = (kit: WatchKit) =>
  kit.sandbox.account().putArtifact({ id: 'a1', name: 'Film', work: running() });

/** Lets the artifact be seen in a state of its own. */
async function rename(kit: WatchKit, name: string): Promise<void> {
  kit.sandbox.account().artifacts.get('a1')!.name = name;
  await kit.turn();
}

const taken = (feed: Feed<ArtifactUpdate>): ArtifactUpdate => {
  const what = feed.take();
  if (what.is !== 'event' || what.event instanceof Error) throw new Error(`no update: ${JSON.stringify(what)}`);
  return what.event;
};

describe('A feed', () => {
  it('gives a slow reader the newest state, and the number of those passed over', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    for (const name of ['one', 'two', 'three', 'four']) await rename(kit, name);
    expect(taken(feed)).toMatchObject({ kind: 'CHANGED', artifact: { name: 'four' }, sequence: 1, skipped: 3 });
    expect(feed.take()).toEqual({ is: 'empty' });
    await rename(kit, 'five');
    expect(taken(feed)).toMatchObject({ artifact: { name: 'five' }, sequence: 2, skipped: 0 });
  });

  it('gives who takes it up late the newest state as the first, with nothing passed over', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(kit.live.artifact('a1'));
    for (const name of ['one', 'two']) await rename(kit, name);
    expect(taken(feed)).toMatchObject({ kind: 'SNAPSHOT', artifact: { name: 'two' }, sequence: 0, skipped: 0 });
  });

  it('does not tell of a failure that has passed unseen', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    await rename(kit, 'read-error-500');
    await rename(kit, 'Film');
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('does not count what is taken back', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    await update(feed);
    for (const name of ['one', 'two', 'three']) await rename(kit, name);
    expect(taken(feed)).toMatchObject({ sequence: 1, skipped: 2 });
    feed.unread();
    expect(feed.take()).toEqual({ is: 'empty' });
    await rename(kit, 'four');
    await rename(kit, 'five');
    expect(taken(feed)).toMatchObject({ artifact: { name: 'five' }, sequence: 1, skipped: 3 });
    await rename(kit, 'six');
    expect(taken(feed)).toMatchObject({ sequence: 2, skipped: 0 });
  });

  it('gives the identical event to all who are to be told the same, and another to others', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const [one, two, slow] = [kit.live.artifact('a1'), kit.live.artifact('a1'), kit.live.artifact('a1')];
    expect(await update(one)).toBe(await update(two));
    expect(taken(slow)).toBeDefined();
    await rename(kit, 'one');
    expect(taken(one)).toBe(taken(two));
    await rename(kit, 'two');
    expect(taken(one)).toBe(taken(two));
    const late = kit.live.artifact('a1');
    const events = [taken(slow), taken(late)];
    expect(events).toMatchObject([
      { kind: 'CHANGED', sequence: 1, skipped: 1 },
      { kind: 'SNAPSHOT', sequence: 0, skipped: 0 },
    ]);
  });

  it('gives the identical sign of life to all who ask for it as often', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feeds = Array.from({ length: 3 }, () => kit.live.artifact('a1', { heartbeatSeconds: 600 }));
    for (const feed of feeds) await update(feed);
    while (kit.clock.now() < Date.parse('2030-01-01T00:10:00Z')) await kit.turn();
    const events = feeds.map((feed) => taken(feed));
    expect(events[0]).toMatchObject({ kind: 'CHECKED', sequence: 1 });
    expect(new Set(events).size).toBe(1);
  });

  it('calls its reader once there is something to take after there was nothing, and not before', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    let called = 0;
    feed.onReady({
      wake: () => {
        called += 1;
      },
    });
    expect(feed.take()).toEqual({ is: 'empty' });
    await update(kit.live.artifact('a1'));
    expect(called).toBe(1);
    await rename(kit, 'one');
    await rename(kit, 'two');
    expect(called).toBe(1);
    taken(feed);
    expect(feed.take()).toEqual({ is: 'empty' });
    await kit.turn();
    expect(called).toBe(1);
    await rename(kit, 'three');
    expect(called).toBe(2);
    feed.close();
    await rename(kit, 'four');
    expect(called).toBe(2);
  });

  it('tells with each update when the next look is to be, also to who takes it at once', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feed = kit.live.artifact('a1');
    const told: ArtifactUpdate[] = [];
    feed.onReady({
      wake: () => {
        told.push(taken(feed));
        feed.take();
      },
    });
    feed.take();
    await kit.turn();
    for (const name of ['one', 'two']) await rename(kit, name);
    feed.close();
    expect(told.map(({ artifact }) => artifact.name)).toEqual(['Film', 'one', 'two']);
    for (const { checkedAt, nextCheckAt } of told)
      expect(Date.parse(nextCheckAt ?? '')).toBeGreaterThan(Date.parse(checkedAt));
  });

  it('may be closed by one reader while another is told', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const feeds = Array.from({ length: 10 }, () => kit.live.artifact('a1'));
    for (const feed of feeds) {
      expect(feed.take()).toEqual({ is: 'empty' });
      feed.onReady({
        wake: () => {
          for (const other of feeds) other.close();
        },
      });
    }
    const last = kit.live.artifact('a1');
    expect(await update(last)).toMatchObject({ kind: 'SNAPSHOT' });
    for (const feed of feeds) expect(feed.take()).toEqual({ is: 'ended', error: null });
  });
});

describe('A feed read as an iterable', () => {
  it('gives each update, and is done after the last', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    const iterator = kit.live.artifact('a1')[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ done: false, value: { kind: 'SNAPSHOT' } });
    const both = [iterator.next(), iterator.next()];
    artifact.work = finished();
    await kit.turn();
    expect(await both[0]).toMatchObject({ done: false, value: { kind: 'CHANGED', isFinal: true } });
    expect(await both[1]).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('settles what waits when it is returned', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    const iterator = kit.live.artifact('a1')[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = [iterator.next(), iterator.next()];
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    for (const next of waiting) expect(await next).toEqual({ done: true, value: undefined });
    await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });

  it('tells an error as a value, and rejects with the one that ends it', async () => {
    await using kit = await startWatches();
    const artifact = runningArtifact(kit);
    artifact.name = 'read-error-500';
    const iterator = kit.live.artifact('a1')[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    const rejects = expect(iterator.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    kit.sandbox.account().artifacts.delete('a1');
    await kit.turn();
    await rejects;
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('ends a loop that is left, and its watch with it', async () => {
    await using kit = await startWatches();
    runningArtifact(kit);
    for await (const event of kit.live.artifact('a1')) {
      expect(event).toMatchObject({ kind: 'SNAPSHOT' });
      break;
    }
    await settle();
    await kit.turn();
    expect(kit.clock.timers).toBe(0);
  });
});
