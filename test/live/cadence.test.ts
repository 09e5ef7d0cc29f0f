import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IntervalPolicy, type PollState, pollIntervalMs } from '../../src/live/schedule/poll-interval.ts';
import type { Observation } from '../../src/live/schedule/polling.ts';
import type { Allocation } from '../../src/live/schedule/quota-allocation.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2025, 5, 1);
const LIMITS = { minIntervalMs: 2_000, maxIntervalMs: 300_000 };
const PLENTY: IntervalPolicy = { limits: LIMITS, share: { scarcity: 0, longestMs: 0 }, jitter: 0.5 };

const observation = (fields: Partial<Observation>): Observation => ({
  phase: 'working',
  estimateAt: null,
  since: NOW,
  ...fields,
});
const pauseAfter = (
  observations: readonly Observation[],
  at: number,
  pace: Partial<IntervalPolicy> = {},
  failures = 0,
): number => pollIntervalMs({ observations, failures, at }, { ...PLENTY, ...pace });

const phases = fc.constantFrom<Observation['phase'][]>('working', 'queued', 'idle', 'settled', 'unknown');
const instants = fc.oneof(
  fc.integer({ min: NOW - 48 * HOUR, max: NOW + 48 * HOUR }),
  fc.constantFrom(0, -8.64e15, 8.64e15, NOW, Date.UTC(1970, 0, 1), Date.UTC(2999, 0, 1)),
);
const observations = fc.record<Observation>({
  phase: phases,
  estimateAt: fc.option(instants),
  since: instants,
});
const seen = fc.record<PollState>({
  observations: fc.array(observations, { maxLength: 6 }),
  failures: fc.nat(2_000),
  at: fc.constant(NOW),
});
const limits = fc
  .tuple(fc.integer({ min: 50, max: 600_000 }), fc.integer({ min: 50, max: 600_000 }))
  .map(([a, b]) => ({ minIntervalMs: Math.min(a, b), maxIntervalMs: Math.max(a, b) }));
const jitters = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const scarcities = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }));
const shares = fc.record<Allocation>({
  scarcity: scarcities,
  longestMs: fc.double({ min: 0, max: 1e12, noNaN: true }),
});
const plenty: Allocation = { scarcity: 0, longestMs: 0 };
const scarce = (scarcity: number): Allocation => ({ scarcity, longestMs: 30 * 24 * HOUR });
const paces = fc.record<IntervalPolicy>({ limits, share: shares, jitter: jitters });

/** A job at work, with an estimate of some time ago. */
const estimated = fc
  .record({ lengthMs: fc.integer({ min: 0, max: 12 * HOUR }), agoMs: fc.integer({ min: 0, max: 12 * HOUR }) })
  .map(({ lengthMs, agoMs }) => observation({ since: NOW - agoMs, estimateAt: NOW - agoMs + lengthMs }));

describe('The pause before it is asked again', () => {
  it('is never under the least, whatever was seen', () => {
    fc.assert(
      fc.property(seen, paces, (what, pace) => {
        expect(pollIntervalMs(what, pace)).toBeGreaterThanOrEqual(pace.limits.minIntervalMs);
      }),
    );
  });

  it('is never over the longest, unless the quota is scarce; and never endless', () => {
    fc.assert(
      fc.property(seen, paces, (what, pace) => {
        expect(pollIntervalMs(what, { ...pace, share: plenty })).toBeLessThanOrEqual(pace.limits.maxIntervalMs);
        expect(pollIntervalMs(what, pace)).toBeLessThanOrEqual(
          Math.max(pace.limits.maxIntervalMs, 1.1 * pace.share.longestMs) + 1,
        );
      }),
    );
  });

  it('is not longer the nearer an estimate is', () => {
    fc.assert(
      fc.property(estimated, fc.nat(12 * HOUR), fc.nat(12 * HOUR), paces, (what, one, other, pace) => {
        const estimateAt = what.estimateAt ?? 0;
        const [sooner, later] = [estimateAt - Math.max(one, other), estimateAt - Math.min(one, other)];
        const pause = (at: number) => pauseAfter([{ ...what, since: sooner }], at, pace);
        expect(pause(later)).toBeLessThanOrEqual(pause(sooner));
      }),
    );
  });

  it('ends just after an estimate, if it is not cut too short by that', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 * HOUR }), limits, jitters, shares, (aheadMs, its, jitter, share) => {
        const pause = pauseAfter([observation({ estimateAt: NOW + aheadMs })], NOW, { limits: its, share, jitter });
        const longest = Math.max(its.maxIntervalMs, 1.1 * share.longestMs);
        expect(pause).toBeLessThanOrEqual(
          Math.max(its.minIntervalMs, aheadMs + its.minIntervalMs / 2, longest / 8) + 1,
        );
      }),
    );
  });

  it.each([
    ['ten minutes', 10 * MINUTE],
    ['an hour', HOUR],
    ['three hours', 3 * HOUR],
  ])('ends just after an estimate of %s, at last, also where the quota is scarce', (_, lengthMs) => {
    const what = observation({ estimateAt: NOW + lengthMs });
    const asked: number[] = [];
    for (let at = NOW; at < NOW + lengthMs; asked.push(at)) at += pauseAfter([what], at, { share: scarce(200) });
    expect((asked.at(-1) ?? 0) - NOW - lengthMs).toBeLessThanOrEqual(SECOND);
    expect(asked.length).toBeLessThan(20);
  });

  it('grows when an estimate has passed and nothing has come', () => {
    fc.assert(
      fc.property(fc.nat(6 * HOUR), fc.integer({ min: 1, max: 24 }), scarcities, (lengthMs, times, scarcity) => {
        const what = observation({ estimateAt: NOW + lengthMs });
        // Half of the usual error is as soon as a change of what was estimated is most likely.
        const start = NOW + lengthMs + lengthMs / 10 + SECOND;
        const pauses = Array.from({ length: times }, (_, n) =>
          pauseAfter([what], start + n * MINUTE, { share: scarce(scarcity) }),
        );
        expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
      }),
    );
  });

  it('grows with the time for which it was queued, by as much for each minute as for each hour', () => {
    const pauseAt = (age: number) => pauseAfter([observation({ phase: 'queued' })], NOW + age, { share: scarce(100) });
    expect(pauseAt(HOUR) / pauseAt(15 * MINUTE)).toBeCloseTo(2, 1);
    expect(pauseAt(4 * HOUR) / pauseAt(HOUR)).toBeCloseTo(2, 1);
  });

  it('is not longer for anything else that the same request tells of', () => {
    fc.assert(
      fc.property(fc.array(observations, { minLength: 1, maxLength: 6 }), observations, paces, (some, more, pace) => {
        expect(pauseAfter([...some, more], NOW, pace)).toBeLessThanOrEqual(pauseAfter(some, NOW, pace));
      }),
    );
  });

  it('is not shorter for any failure, until it is the longest', () => {
    fc.assert(
      fc.property(seen, paces, ({ observations: some }, pace) => {
        const pauses = [0, 1, 2, 3, 40].map((failures) => pauseAfter(some, NOW, pace, failures));
        expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
        expect(pauses.at(-1)).toBeGreaterThanOrEqual(Math.min(pace.limits.maxIntervalMs, pauses[0] ?? 0));
      }),
    );
  });

  it('doubles with each failure, and is what it was after a success', () => {
    const pauses = [0, 1, 2, 3, 4, 12].map((failures) => pauseAfter([observation({})], NOW, {}, failures));
    expect(pauses).toEqual([3_000, 4_000, 8_000, 16_000, 32_000, 300_000]);
  });

  it('is not shorter the scarcer the quota is', () => {
    fc.assert(
      fc.property(seen, paces, scarcities, scarcities, (what, pace, one, other) => {
        const pause = (scarcity: number) => pollIntervalMs(what, { ...pace, share: { ...pace.share, scarcity } });
        expect(pause(Math.min(one, other))).toBeLessThanOrEqual(pause(Math.max(one, other)));
      }),
    );
  });

  it('differs by a fifth at most from one time to the next, by chance', () => {
    const pauses = [0, 0.5, 0.999].map((jitter) => pauseAfter([observation({ phase: 'unknown' })], NOW, { jitter }));
    expect(pauses).toEqual([5_400, 6_000, 6_599]);
  });
});

describe('With plenty of quota', () => {
  it.each<[string, Partial<Observation>, number, number]>([
    ['what has just been queued', { phase: 'queued' }, 2, 2],
    ['what has been queued for an hour', { phase: 'queued', since: NOW - HOUR }, 30, 40],
    ['what is to be ready in three hours', { estimateAt: NOW + 3 * HOUR }, 10, 10],
    ['what is to be ready in two minutes', { estimateAt: NOW + 2 * MINUTE, since: NOW - HOUR }, 5, 7],
    ['what is to be ready in half a minute', { estimateAt: NOW + MINUTE / 2, since: NOW - HOUR }, 2, 2],
    ['what should have been ready a moment ago', { estimateAt: NOW - 1, since: NOW - HOUR }, 2, 2],
    ['what should have been ready two hours ago', { estimateAt: NOW - 2 * HOUR, since: NOW - 3 * HOUR }, 60, 100],
    ['what is worked on without an estimate', {}, 2, 5],
    ['what is worked on with an absurd estimate', { estimateAt: Date.UTC(2999, 0, 1) }, 2, 5],
    ['what rests with an editor', { phase: 'idle' }, 30, 40],
    ['what has rested with an editor for half a day', { phase: 'idle', since: NOW - 12 * HOUR }, 300, 300],
    ['what is settled', { phase: 'settled' }, 300, 300],
    ['what nobody knows', { phase: 'unknown' }, 5, 7],
  ])('%s is asked for in good time', (_, fields, atLeast, atMost) => {
    const pause = pauseAfter([observation(fields)], NOW) / SECOND;
    expect(pause).toBeGreaterThanOrEqual(atLeast);
    expect(pause).toBeLessThanOrEqual(atMost);
  });
});
