import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/live/schedule/polling.ts';
import { runs } from '../kit/runs.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  observation,
  type SchedulerKit,
  SECOND,
  type Sent,
  startScheduling,
} from './scheduler-kit.ts';

/**
 * The share of a window that polling may have: 30 % is reserved for interactive requests (BEHAVIOUR.md, "Requests to the service").
 */
const pollingShare = (limit: number): number => Math.max(1, limit - Math.ceil(0.3 * limit));

/** One stage in the life of something that is watched. */
interface Stage {
  readonly phase: Observation['phase'];
  readonly lastsMs: number;
  /** How much longer, or shorter, the service says that it lasts; null if it says nothing. */
  readonly estimate: number | null;
}

const stages = fc.array(
  fc.record<Stage>({
    phase: fc.constantFrom<Observation['phase'][]>('working', 'working', 'queued', 'idle', 'settled', 'unknown'),
    lastsMs: fc.integer({ min: 5 * SECOND, max: HOUR }),
    estimate: fc.option(fc.double({ min: 0.5, max: 1.5, noNaN: true })),
  }),
  { minLength: 1, maxLength: 6 },
);

/** A life that goes through its stages again and again. */
function lifeOf(all: readonly Stage[], startedAt: number): (now: number) => Observation[] {
  const roundMs = all.reduce((sum, { lastsMs }) => sum + lastsMs, 0);
  return (now) => {
    let since = startedAt + Math.floor((now - startedAt) / roundMs) * roundMs;
    for (const { phase, lastsMs, estimate } of all) {
      if (now < since + lastsMs)
        return [observation(phase, since, estimate === null ? null : since + lastsMs * estimate)];
      since += lastsMs;
    }
    return [];
  };
}

type Event =
  | { readonly is: 'nudge' | 'leave' | 'come'; readonly afterMs: number; readonly which: number }
  | { readonly is: 'take'; readonly afterMs: number }
  | { readonly is: 'outage'; readonly afterMs: number; readonly lastsMs: number }
  | { readonly is: 'forbidden'; readonly afterMs: number; readonly lastsMs: number };

const afterMs = fc.integer({ min: 0, max: 5 * MINUTE });
const lastsMs = fc.integer({ min: SECOND, max: 5 * MINUTE });
const events = fc.array(
  fc.oneof<fc.Arbitrary<Event>[]>(
    fc.record({ is: fc.constantFrom('nudge', 'leave', 'come'), afterMs, which: fc.nat(30) }),
    fc.record({ is: fc.constant('take'), afterMs }),
    fc.record({ is: fc.constant('outage'), afterMs, lastsMs }),
    fc.record({ is: fc.constant('forbidden'), afterMs, lastsMs }),
  ),
  { maxLength: 40 },
);

const quotas = fc.record({ perMinute: fc.integer({ min: 2, max: 60 }), perDay: fc.integer({ min: 20, max: 1_000 }) });

const within = (sent: readonly Sent[], at: number, ms: number): number =>
  sent.filter((one) => one.at <= at && one.at > at - ms).length;

/** Each polling request that was sent although polling had had its share. */
function oneTooMany({ sent }: SchedulerKit, quota: { perMinute: number; perDay: number }): Sent[] {
  return sent.filter(
    ({ at, priority }, index) =>
      priority === 'polling' &&
      (within(sent.slice(0, index + 1), at, MINUTE) > pollingShare(quota.perMinute) ||
        within(sent.slice(0, index + 1), at, DAY) > pollingShare(quota.perDay)),
  );
}

/** Each promise that the next look comes by then, with whether it was kept, or taken back in time. */
function brokenPromises({ sent, clock }: SchedulerKit, subject: ReturnType<SchedulerKit['watch']>): object[] {
  const looks = sent.filter((request) => request.subject === subject).map(({ at }) => at);
  return subject.datedPlans.filter(({ at, nextAt, isThrottled }) => {
    if (isThrottled) return false;
    const lastLookAt = looks.findLast((look) => look < at) ?? at;
    const endsAt = [...looks, ...subject.datedPlans.filter((plan) => plan.isThrottled).map((plan) => plan.at)]
      .toSorted((a, b) => a - b)
      .find((end) => end >= at);
    // A timer is set in whole milliseconds.
    return Math.min(endsAt ?? Number.POSITIVE_INFINITY, clock.now()) > nextAt + 0.1 * (nextAt - lastLookAt) + 1;
  });
}

/** Plans that end a throttling although nothing was asked in between. */
function flickers({ sent }: SchedulerKit, subject: ReturnType<SchedulerKit['watch']>): object[] {
  const looks = sent.filter((request) => request.subject === subject).map(({ at }) => at);
  return subject.datedPlans.filter((plan, index) => {
    const previous = subject.datedPlans[index - 1];
    if (plan.isThrottled || !previous?.isThrottled) return false;
    return !looks.some((look) => look >= previous.at && look <= plan.at);
  });
}

/** Days pass in each of them, which takes a while on a machine that has other things to do. */
describe('Whatever is watched, and whatever happens', () => {
  it('polling keeps to its share of each minute and day, asks for nothing twice at a time, and heeds a 429', async () => {
    await fc.assert(
      fc.asyncProperty(
        quotas,
        fc.array(stages, { minLength: 1, maxLength: 30 }),
        events,
        fc.nat(),
        async (quota, lives, all, seed) => {
          using kit = startScheduling({ quota, seed });
          const forbidden: { since: number; to: number }[] = [];
          const subjects = lives.map((life) => kit.watch(lifeOf(life, kit.clock.now())));
          for (const event of all) {
            await kit.pass(event.afterMs);
            const subject = 'which' in event ? subjects[event.which % subjects.length] : undefined;
            if (event.is === 'nudge') subject?.slot?.pollNow();
            if (subject && event.is === 'leave') subject.isWatched = false;
            if (subject && event.is === 'come') subject.isWatched = true;
            if (event.is === 'take') await kit.take();
            if (event.is === 'outage') {
              kit.isDown = true;
              kit.clock.after(event.lastsMs, () => {
                kit.isDown = false;
              });
            }
            if (event.is === 'forbidden') {
              kit.ledger.block(event.lastsMs);
              forbidden.push({ since: kit.sent.length, to: kit.clock.now() + event.lastsMs });
            }
          }
          await kit.pass(10 * MINUTE);
          expect(oneTooMany(kit, quota)).toEqual([]);
          expect(Math.max(...subjects.map(({ mostUnderWay }) => mostUnderWay))).toBe(1);
          for (const { since, to } of forbidden) expect(kit.sent.slice(since).filter(({ at }) => at < to)).toEqual([]);
        },
      ),
      { numRuns: runs(250) },
    );
  });

  it('a look that was shown to come soon is not put off, although ten more are watched by then', async () => {
    using kit = startScheduling({ quota: { perMinute: 60, perDay: 1_000 } });
    const look = (now: number) => [observation('working', now, now + 10 * SECOND)];
    const first = kit.watch(look);
    await kit.pass(SECOND);
    const shownAt = first.plan!.nextAt;
    expect(shownAt - kit.clock.now()).toBeLessThan(14 * SECOND);
    for (let more = 0; more < 10; more += 1) kit.watch(look);
    await kit.pass(shownAt - kit.clock.now() + SECOND);
    expect(first.plans.filter(({ isThrottled }) => isThrottled)).toEqual([]);
    const [, second] = kit.sent.filter(({ subject }) => subject === first);
    expect(second?.at).toBeLessThanOrEqual(shownAt + 1);
  });

  it('a look comes by the time that was shown, within a tenth, or its plan is throttled by then, until a look', async () => {
    await fc.assert(
      fc.asyncProperty(
        quotas,
        fc.array(stages, { minLength: 1, maxLength: 30 }),
        events.map((all) => all.filter(({ is }) => is !== 'leave')),
        fc.nat(),
        async (quota, lives, all, seed) => {
          using kit = startScheduling({ quota, seed });
          const subjects = lives.map((life) => kit.watch(lifeOf(life, kit.clock.now())));
          for (const event of all) {
            await kit.pass(event.afterMs);
            if (event.is === 'nudge') subjects[event.which % subjects.length]?.slot?.pollNow();
            if (event.is === 'take') await kit.take();
            if (event.is === 'forbidden') kit.ledger.block(event.lastsMs);
          }
          await kit.pass(10 * MINUTE);
          for (const subject of subjects) {
            expect(brokenPromises(kit, subject)).toEqual([]);
            expect(flickers(kit, subject)).toEqual([]);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('whoever waits finds the part that is kept for them', async () => {
    await fc.assert(
      fc.asyncProperty(
        quotas,
        fc.array(stages, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        async (quota, lives, seed) => {
          using kit = startScheduling({ quota, seed });
          const kept = (limit: number) => limit - pollingShare(limit);
          for (const life of lives) kit.watch(lifeOf(life, kit.clock.now()));
          for (let count = 0; count < 60; count += 1) {
            await kit.pass(20 * SECOND);
            const mine = kit.sent.filter(({ priority }) => priority === 'interactive');
            const now = kit.clock.now();
            const isWithin =
              within(mine, now, MINUTE) < kept(quota.perMinute) && within(mine, now, DAY) < kept(quota.perDay);
            if (isWithin) expect(await kit.take()).toBe(true);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('everything is asked for again and again, whatever else is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stages, { minLength: 1, maxLength: 30 }), fc.nat(), async (lives, seed) => {
        using kit = startScheduling({ quota: { perMinute: 60, perDay: 1_000 }, seed });
        const subjects = lives.map((life) => kit.watch(lifeOf(life, kit.clock.now())));
        await kit.pass(2 * DAY);
        // Four times as long as if all were asked equally often, and four times that where more has been watched before.
        const longest = (16 * subjects.length * DAY) / 700;
        for (const subject of subjects) {
          const asked = kit.sent.filter((one) => one.subject === subject).map(({ at }) => at);
          const waits = [...asked.slice(1), kit.clock.now()].map((at, index) => at - (asked[index] ?? 0));
          expect(Math.max(...waits)).toBeLessThanOrEqual(Math.max(longest, 10 * MINUTE));
        }
      }),
      { numRuns: runs(40), seed: 1 },
    );
  });

  it('the quota of a day lasts: something is asked all the time, on the days after it too, whatever people ask', async () => {
    const peopleAskEveryMs = fc.integer({ min: 7 * MINUTE, max: 2 * HOUR });
    await fc.assert(
      fc.asyncProperty(
        fc.array(stages, { minLength: 6, maxLength: 60 }),
        peopleAskEveryMs,
        fc.nat(),
        async (lives, everyMs, seed) => {
          using kit = startScheduling({ quota: { perMinute: 60, perDay: 1_000 }, seed });
          const startedAt = kit.clock.now();
          const once: Stage = { phase: 'working', lastsMs: HOUR, estimate: 1 };
          for (const life of lives) kit.watch(lifeOf([once, ...life], startedAt));
          for (let passed = 0; passed < 3 * DAY; passed += everyMs) {
            await kit.pass(everyMs);
            await kit.take();
          }
          const spans = Array.from({ length: 36 }, (_, index) => {
            const from = startedAt + 2 * index * HOUR;
            return kit.sent.filter((one) => one.priority === 'polling' && one.at >= from && one.at < from + 2 * HOUR);
          });
          expect(Math.min(...spans.map(({ length }) => length))).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(40), seed: 2 },
    );
  });
});
