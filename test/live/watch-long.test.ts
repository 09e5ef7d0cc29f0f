import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contracts/feed.ts';
import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { ArtifactUpdate } from '../../src/domain/update.ts';
import { runs } from '../kit/runs.ts';
import { endOf, finished, running, startWatches, update, type WatchKitOptions } from './watch-kit.ts';

const INTERVAL = 1_000;
/** Each look follows the one before after `INTERVAL`, at the longest. */
const STEADY = { minIntervalMs: INTERVAL, maxIntervalMs: INTERVAL };

/** Artifacts of which nothing moves but the name, as `nameOf` has it by the time they are asked for. */
function named(nameOf: (artifactId: string) => string | null): Pick<Required<WatchKitOptions>, 'service'> {
  const artifact = (artifactId: string, name: string): Artifact => ({
    kind: 'Artifact',
    artifactId,
    name,
    rawType: 'video',
    rawStatus: 'upload_started',
    rawUploadMethod: 'direct_url',
    sizeBytes: null,
    durationSeconds: null,
    errorMessage: null,
    s3Path: null,
    s3Bucket: null,
    company: null,
    createdBy: null,
    createdAt: null,
    updatedAt: null,
  });
  const read = async (artifactId: string) => {
    const name = nameOf(artifactId);
    return name === null ? null : artifact(artifactId, name);
  };
  return { service: (service) => ({ ...service, artifacts: { read } }) };
}

/** The names that there are to take. */
function drain(feed: Feed<ArtifactUpdate>): (string | null)[] {
  const names = [];
  for (let taken = feed.take(); taken.is === 'event'; taken = feed.take()) {
    if (taken.event instanceof Error) throw taken.event;
    if (taken.event.kind !== 'GONE') names.push(taken.event.artifact.name);
  }
  return names;
}

describe('In the long run', () => {
  it('looks by the thousand at what does not change are not one update, and leave nothing behind', async () => {
    let looks = 0;
    const counting = named(() => {
      looks += 1;
      return 'Film';
    });
    await using kit = await startWatches({ limits: STEADY, ...counting });
    const signal = kit.reads.artifact('a1');
    const feed = kit.live.artifact('a1');
    await update(feed);
    const before = process.getActiveResourcesInfo().length;
    while (looks < runs(10_000)) {
      await kit.turn();
      expect(feed.take()).toEqual({ is: 'empty' });
    }
    expect(kit.clock.timers).toBe(1);
    expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
    expect(await signal.read(kit.call, { fresh: false })).toMatchObject({ found: { name: 'Film' } });
  });

  it('every change that lasts longer than an interval is told, in order, and nothing twice', async () => {
    let start = 0;
    let clock: { now(): number } = { now: () => 0 };
    let schedule: readonly { readonly name: string; readonly ms: number }[] = [];
    /** The present entry of the schedule; the last one stays. */
    const nameNow = (): string | null => {
      let left = clock.now() - start;
      for (const { name, ms } of schedule) {
        if (left < ms) return name;
        left -= ms;
      }
      return null;
    };
    await using kit = await startWatches({ limits: STEADY, ...named(nameNow) });
    clock = kit.clock;
    const schedules = fc.array(fc.integer({ min: 50, max: 3 * INTERVAL }), { minLength: 1, maxLength: 6 });
    let watched = 0;
    await fc.assert(
      fc.asyncProperty(schedules, async (pauses) => {
        watched += 1;
        start = kit.clock.now();
        schedule = pauses.map((ms, index) => ({ name: `state ${index}`, ms }));
        const feed = kit.live.artifact(`a${watched}`);
        await kit.quiet();
        const told = drain(feed);
        for (let isOver = false; !isOver; ) {
          isOver = nameNow() === null;
          await kit.turn();
          told.push(...drain(feed));
        }
        const lasting = schedule.filter(({ ms }) => ms > 1.2 * INTERVAL).map(({ name }) => name);
        expect(told.filter((name) => name !== null && lasting.includes(name))).toEqual(lasting);
        expect(told).toEqual([...new Set(told)].toSorted());
        feed.close();
      }),
      { numRuns: runs(1_000) },
    );
  }, 120_000);

  it('a job that is done just as it is asked for the first time is told to be, each time', async () => {
    await using kit = await startWatches();
    const account = kit.sandbox.account();
    let job = 0;
    kit.sandbox.misfortune({
      on: { path: /artifacts/ },
      times: Number.POSITIVE_INFINITY,
      answer: {
        kind: 'body',
        // The answer is from before.
        edit: (body) => {
          const artifact = account.artifacts.get(`a${job}`)!;
          artifact.work = finished();
          return body;
        },
      },
    });
    for (job = 1; job <= runs(500); job += 1) {
      account.putArtifact({ id: `a${job}`, work: running() });
      const feed = kit.live.artifact(`a${job}`);
      expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', artifact: { rawStatus: 'upload_started' } });
      while (kit.sandbox.requests.filter(({ path }) => path.endsWith(`/a${job}`)).length < 2) await kit.turn();
      expect(await update(feed)).toMatchObject({ kind: 'CHANGED', isFinal: true });
      expect(await endOf(feed)).toBeNull();
      kit.sandbox.clearRequests();
    }
  });
});
