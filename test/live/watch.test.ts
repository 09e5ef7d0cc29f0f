import { describe, expect, it } from 'vitest';
import { endOf, finished, running, startWatches, update } from './watch-kit.ts';

describe('A watched artifact', () => {
  it('is told as it is at first, then when it has changed, and ends with its upload', async () => {
    await using kit = await startWatches();
    const artifact = kit.sandbox.account().putArtifact({ id: 'a1', name: 'Film', work: running() });
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
      isSentAnyway: true,
      previousStatus: null,
      checkedAt: '2030-01-01T00:00:00.000Z',
    });
    expect(Date.parse(first.nextCheckAt ?? '')).toBeGreaterThan(kit.clock.now());
    await kit.turn();
    expect(feed.take()).toEqual({ is: 'nothing' });
    artifact.work = finished();
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      previousStatus: 'upload_started',
      artifact: { rawStatus: 'upload_completed' },
      isFinal: true,
      nextCheckAt: null,
    });
    expect(await endOf(feed)).toBeNull();
    kit.asked();
    await kit.turn();
    expect(kit.asked()).toEqual([]);
    expect(kit.clock.timers).toBe(0);
    expect(kit.active).toEqual([true, false]);
  });
});
