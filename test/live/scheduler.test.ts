import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/live/schedule/polling.ts';
import { DAY, HOUR, MINUTE, observation, type SchedulerKit, SECOND, startScheduling } from './scheduler-kit.ts';

const STARTED = Date.parse('2030-01-01T00:00:00Z');
const working = (): Observation[] => [observation('working', STARTED)];
const settled = (): Observation[] => [observation('settled', STARTED)];

const prioritiesIn = ({ sent }: SchedulerKit): string[] => sent.map(({ priority }) => priority);

/** The most requests in any stretch of time so long. */
function mostWithin(instants: readonly number[], ms: number): number {
  return Math.max(0, ...instants.map((at) => instants.filter((other) => other >= at && other < at + ms).length));
}

describe('What is watched', () => {
  it('is asked for at once, for somebody waits for it, and then in its turn', async () => {
    using kit = startScheduling();
    const subject = kit.watch(working);
    expect(prioritiesIn(kit)).toEqual([]);
    await kit.pass(0);
    expect(prioritiesIn(kit)).toEqual(['interactive']);
    await kit.pass(5 * SECOND);
    expect(prioritiesIn(kit)).toEqual(['interactive', 'polling']);
    expect(subject.plan).toMatchObject({ isThrottled: false });
    expect(subject.plan?.nextAt).toBeGreaterThan(kit.clock.now());
  });

  it('is told after each answer when it is asked next, and that is kept', async () => {
    using kit = startScheduling();
    const subject = kit.watch(working);
    for (let turn = 0; turn < 20; turn += 1) {
      await kit.pass(Math.max(0, (subject.plan?.nextAt ?? 0) - kit.clock.now() - 1));
      const before = kit.sent.length;
      await kit.pass(1);
      expect(kit.sent.length).toBe(turn === 0 ? before : before + 1);
      await kit.pass(kit.latencyMs);
    }
  });

  it('is never asked twice at a time, however long the service takes', async () => {
    using kit = startScheduling();
    kit.latencyMs = 20 * SECOND;
    const subject = kit.watch(working);
    for (let turn = 0; turn < 10; turn += 1) {
      subject.slot?.pollNow();
      subject.slot?.reschedule();
      await kit.pass(7 * SECOND);
    }
    expect(subject.mostUnderWay).toBe(1);
    expect(kit.sent.length).toBeGreaterThan(3);
  });

  it('is asked at once when a write has changed it, and once more if it is being asked', async () => {
    using kit = startScheduling();
    const subject = kit.watch(settled);
    await kit.pass(MINUTE);
    expect(prioritiesIn(kit)).toEqual(['interactive']);
    subject.slot?.pollNow();
    await kit.pass(0);
    expect(prioritiesIn(kit)).toEqual(['interactive', 'interactive']);
    subject.slot?.pollNow();
    subject.slot?.pollNow();
    await kit.pass(MINUTE);
    expect(prioritiesIn(kit)).toEqual(['interactive', 'interactive', 'interactive']);
  });

  it('need not be asked so soon where somebody else has', async () => {
    using kit = startScheduling();
    const subject = kit.watch(settled);
    await kit.pass(4 * MINUTE);
    subject.answeredAt = kit.clock.now();
    subject.slot?.reschedule();
    await kit.pass(3 * MINUTE);
    expect(kit.sent).toHaveLength(1);
    await kit.pass(3 * MINUTE);
    expect(kit.sent).toHaveLength(2);
  });

  it('is asked sooner when there is another reason to', async () => {
    using kit = startScheduling();
    const subject = kit.watch(settled);
    await kit.pass(MINUTE);
    subject.observations = [observation('working', STARTED, kit.clock.now() + 10 * SECOND)];
    subject.slot?.reschedule();
    await kit.pass(12 * SECOND);
    expect(kit.sent.length).toBeGreaterThan(1);
  });

  it('is asked ever more seldom while the service fails, and as before when it is back', async () => {
    using kit = startScheduling();
    kit.watch(working);
    await kit.pass(MINUTE);
    kit.isDown = true;
    const before = kit.sent.length;
    await kit.pass(HOUR);
    // 2, 4, 8, … s, and then every 5 minutes.
    expect(kit.sent.length - before).toBeGreaterThan(12);
    expect(kit.sent.length - before).toBeLessThan(25);
    kit.isDown = false;
    await kit.pass(6 * MINUTE);
    const back = kit.sent.length;
    await kit.pass(10 * MINUTE);
    expect(kit.sent.length - back).toBeGreaterThan(10);
  });
});

describe('What nobody watches any more', () => {
  it('is let go when its turn comes, without being asked', async () => {
    using kit = startScheduling();
    const subject = kit.watch(working);
    await kit.pass(SECOND);
    subject.isWatched = false;
    await kit.pass(HOUR);
    expect(kit.sent).toHaveLength(1);
    expect(subject.expired).toBe(1);
    expect(kit.clock.timers).toBe(0);
  });

  it('is let go in good time where the quota makes long pauses', async () => {
    using kit = startScheduling({ quota: { perMinute: 1, perDay: 1 } });
    const [subject] = [kit.watch(working), kit.watch(working)];
    await kit.pass(MINUTE);
    subject?.plans.splice(0);
    if (subject) subject.isWatched = false;
    await kit.pass(11 * MINUTE);
    expect(subject?.expired).toBe(1);
  });

  it('goes on if somebody has come back by then', async () => {
    using kit = startScheduling();
    const subject = kit.watch(working);
    await kit.pass(SECOND);
    subject.isWatched = false;
    await kit.pass(SECOND);
    subject.isWatched = true;
    await kit.pass(MINUTE);
    expect(subject.expired).toBe(0);
    expect(prioritiesIn(kit).filter((priority) => priority === 'interactive')).toHaveLength(1);
    expect(kit.sent.length).toBeGreaterThan(1);
  });

  it('leaves nothing behind when it is ended, and is not told', async () => {
    using kit = startScheduling();
    const subject = kit.watch(working);
    subject.slot?.[Symbol.dispose]();
    await kit.pass(HOUR);
    subject.slot?.pollNow();
    subject.slot?.reschedule();
    await kit.pass(HOUR);
    expect(kit.sent).toHaveLength(1);
    expect([subject.plans, subject.expired]).toEqual([[], 0]);
    expect(kit.clock.timers).toBe(0);
  });

  it('leaves nothing behind when the gateway stops', async () => {
    const kit = startScheduling();
    const subjects = Array.from({ length: 20 }, () => kit.watch(working));
    await kit.pass(MINUTE);
    kit[Symbol.dispose]();
    await kit.pass(SECOND);
    const asked = kit.sent.length;
    expect(kit.clock.timers).toBe(0);
    subjects.push(kit.watch(working));
    for (const { slot } of subjects) slot?.pollNow();
    await kit.pass(HOUR);
    expect(kit.sent.length).toBe(asked);
    expect(kit.clock.timers).toBe(0);
  });
});

describe('When the quota forbids it', () => {
  it('says so from when it should have been asked, and no more when it has been', async () => {
    using kit = startScheduling({ quota: { perMinute: 10, perDay: 0 } });
    const subject = kit.watch(working);
    await kit.pass(SECOND);
    while (await kit.take());
    expect(subject.plans.map(({ isThrottled }) => isThrottled)).toEqual([false]);
    await kit.pass(20 * SECOND);
    expect(subject.plan).toEqual({
      nextAt: kit.sent[0]?.at === undefined ? 0 : STARTED + MINUTE + SECOND,
      isThrottled: true,
    });
    await kit.pass(MINUTE);
    expect(subject.plan?.isThrottled).toBe(false);
    const told = subject.plans.map(({ isThrottled }) => isThrottled);
    expect(told.filter((isThrottled, index) => isThrottled !== told[index - 1])).toEqual([false, true, false]);
  });

  it('for the day, says so although the pause is not over, and no more when it has been asked', async () => {
    using kit = startScheduling({ quota: { perMinute: 0, perDay: 100 } });
    const subject = kit.watch(settled);
    await kit.pass(SECOND);
    while (await kit.take());
    await kit.pass(10 * MINUTE);
    expect(subject.plan?.isThrottled).toBe(true);
    expect(kit.sent.filter((sent) => sent.subject)).toHaveLength(1);
    expect(Math.abs((subject.plan?.nextAt ?? 0) - STARTED - DAY)).toBeLessThan(10 * MINUTE);
    await kit.pass(DAY);
    const told = subject.plans.map(({ isThrottled }) => isThrottled);
    expect(told.filter((isThrottled, index) => isThrottled !== told[index - 1])).toEqual([false, true, false]);
  });

  it('says so no more once somebody else has asked', async () => {
    using kit = startScheduling({ quota: { perMinute: 10, perDay: 0 } });
    while (await kit.take());
    const subject = kit.watch(working);
    await kit.pass(SECOND);
    expect(subject.plan?.isThrottled).toBe(true);
    subject.observations = settled();
    subject.answeredAt = kit.clock.now();
    subject.slot?.reschedule();
    expect(subject.plan?.isThrottled).toBe(false);
    expect(subject.plan?.nextAt).toBeGreaterThan(STARTED + 4 * MINUTE);
  });

  it('asks later for what could not be asked for at once', async () => {
    using kit = startScheduling({ quota: { perMinute: 10, perDay: 0 } });
    while (await kit.take());
    const subject = kit.watch(working);
    await kit.pass(SECOND);
    expect(subject.plan).toEqual({ nextAt: STARTED + MINUTE, isThrottled: true });
    await kit.pass(MINUTE);
    expect(subject.answeredAt).not.toBeNull();
    expect(subject.plan?.isThrottled).toBe(false);
  });

  it('sends nothing before its time after a 429, and then lets out one after the other', async () => {
    using kit = startScheduling();
    kit.latencyMs = 10;
    const subjects = Array.from({ length: 200 }, () => kit.watch(working));
    await kit.pass(MINUTE);
    const blockedAt = kit.clock.now();
    kit.ledger.block(MINUTE);
    await kit.pass(MINUTE - 1);
    expect(kit.sent.filter(({ at }) => at >= blockedAt)).toEqual([]);
    expect(subjects.every(({ plan }) => plan?.isThrottled)).toBe(true);
    await kit.pass(MINUTE);
    const after = kit.sent.filter(({ at }) => at >= blockedAt).map(({ at }) => at);
    expect(mostWithin(after, 100)).toBeLessThan(20);
    expect(subjects.every(({ plan }) => plan?.isThrottled === false)).toBe(true);
  });

  it('does not spend a minute’s share at once after a 429', async () => {
    using kit = startScheduling({ quota: { perMinute: 60, perDay: 0 } });
    for (let count = 0; count < 200; count += 1) kit.watch(settled);
    await kit.pass(10 * MINUTE);
    kit.ledger.block(10 * MINUTE);
    await kit.pass(12 * MINUTE);
    const after = kit.sent.filter(({ at }) => at >= STARTED + 20 * MINUTE).map(({ at }) => at);
    expect(after.length).toBeGreaterThan(40);
    expect(mostWithin(after, SECOND)).toBeLessThanOrEqual(3);
  });

  it('asks first for what has waited longest, in terms of its pause', async () => {
    using kit = startScheduling();
    const seldom = Array.from({ length: 10 }, () => kit.watch(settled));
    const often = Array.from({ length: 10 }, () => kit.watch(working));
    await kit.pass(4 * MINUTE);
    kit.ledger.block(2 * MINUTE);
    const blockedAt = kit.clock.now();
    await kit.pass(3 * MINUTE);
    const after = kit.sent.filter(({ at }) => at > blockedAt).map(({ subject }) => subject);
    expect(new Set(after.slice(0, 10))).toEqual(new Set(often));
    expect(new Set(after.slice(10, 20))).toEqual(new Set(seldom));
  });

  it('does not forget for what is urgent what is not', async () => {
    using kit = startScheduling({ quota: { perMinute: 10, perDay: 0 } });
    for (let count = 0; count < 8; count += 1) kit.watch(() => [observation('queued', kit.clock.now())]);
    const seldom = kit.watch(settled);
    await kit.pass(6 * HOUR);
    // Seven a minute; a quarter of what would be its part.
    const least = (6 * 60 * 7) / 9 / 4;
    const asked = kit.sent.filter(({ subject }) => subject === seldom).length;
    expect(asked).toBeGreaterThan(0.8 * least);
    expect(asked).toBeLessThan(2 * least);
  });
});
