import type { PollingOutlook } from '../../upstream/service.ts';
import { type IntervalLimits, pollIntervalMs } from './poll-interval.ts';
import type { PollPlan } from './polling.ts';
import { type Allocation, allocate, evenPauseMs, gapMs } from './quota-allocation.ts';
import type { ScheduledPoll } from './scheduled-poll.ts';

/** A change of the scarcity by less than this part of it is not worth new plans for all. */
const TOLERANCE = 0.1;
/** The quota is used up if nothing may be asked for this many times the pause that it bears when it is spent evenly. */
const USED_UP = 2;

/** The input of plans. */
export interface Situation {
  readonly now: number;
  readonly outlook: PollingOutlook;
  readonly limits: IntervalLimits;
  readonly allocation: Allocation;
  /** How many polls there are. */
  readonly count: number;
}

export interface PlanOfAll {
  readonly allocation: Allocation;
  /** The polls whose plans are new. */
  readonly plans: ReadonlyMap<ScheduledPoll, PollPlan>;
  /** The poll to make now. */
  readonly next: ScheduledPoll | null;
}

/**
 * Plans every poll that needs a new plan. All wait for the quota in one line, in which the longest overdue comes first.
 * @param usual the demand over a day
 * @param sentAt when a poll was last made
 */
export function planAll(
  polls: readonly ScheduledPoll[],
  before: Situation,
  { usual, sentAt }: { readonly usual: number; readonly sentAt: number },
): PlanOfAll {
  const { now } = before;
  const allocation = allocationFor(polls, before, usual);
  const situation = { ...before, allocation };
  const plans = new Map<ScheduledPoll, PollPlan>();
  const idle = polls.filter((poll) => !poll.isBusy);
  for (const poll of idle) {
    const isNew = poll.isUnplanned || allocation !== before.allocation;
    if (isNew) plans.set(poll, planOne(poll, situation));
    else if (isNewlyThrottled(poll, situation)) {
      plans.set(poll, planAt(poll, poll.dueAt, poll, situation));
    }
  }
  const next = queue(idle, plans, situation, sentAt);
  // A look that comes now keeps its promise.
  for (const poll of idle) {
    const { nextAt } = plans.get(poll) ?? poll.plan ?? { nextAt: now };
    const interval = plans.get(poll) ?? poll;
    if (poll !== next && isNewlyBroken(poll, interval, now)) plans.set(poll, planAt(poll, nextAt, interval, situation));
  }
  return { allocation, plans, next };
}

/**
 * Puts those that are due in line: adds the plans of those that have to wait.
 * @returns the poll to make now
 */
function queue(
  idle: readonly ScheduledPoll[],
  plans: Map<ScheduledPoll, PollPlan>,
  situation: Situation,
  sentAt: number,
): ScheduledPoll | null {
  const { now, outlook, limits } = situation;
  const interval = (poll: ScheduledPoll) => plans.get(poll) ?? poll;
  const due = idle.filter((poll) => Math.max(interval(poll).intervalEndsAt, poll.refusedUntil) <= now);
  due.sort((a, b) => overdueRatio(interval(b), now) - overdueRatio(interval(a), now));
  const gap = gapMs(outlook.windows, due.length, limits.minIntervalMs);
  const [next = null] = outlook.openAt <= now && sentAt + gap <= now ? due : [];
  for (const [index, poll] of due.filter((poll) => poll !== next).entries()) {
    const { nextAt } = plans.get(poll) ?? poll.plan ?? { nextAt: 0 };
    if (nextAt <= now) plans.set(poll, planAt(poll, now + (index + 1) * gap, interval(poll), situation));
  }
  return next;
}

/** By what is known of it now. */
export function planOne(poll: ScheduledPoll, situation: Situation): PollPlan {
  const { limits, allocation: share } = situation;
  // An answer to another request postpones the next poll.
  const askedAt = Math.max(poll.askedAt, poll.pollable.answeredAt ?? 0);
  const { observations, failures } = poll.pollable;
  const state = { observations, failures, at: askedAt };
  const interval = pollIntervalMs(state, { limits, share, jitter: poll.jitter });
  const intervalEndsAt = Math.min(askedAt + interval, poll.latestAt(askedAt));
  return planAt(poll, Math.max(intervalEndsAt, poll.refusedUntil), { askedAt, intervalEndsAt }, situation);
}

/** When to wake up: when the next is due or, where some are, when one may be polled. */
export function wakeAt(polls: readonly ScheduledPoll[], { now, outlook, limits }: Situation, sentAt: number): number {
  const idle = polls.filter((poll) => !poll.isBusy);
  const due = idle.filter(({ dueAt }) => dueAt <= now).length;
  const turnAt = Math.max(outlook.openAt, sentAt + gapMs(outlook.windows, due, limits.minIntervalMs));
  const wakes = idle.flatMap((poll) => [poll.dueAt, ...(isPromised(poll) ? [poll.promise.keepBy] : [])]);
  return wakes.reduce(
    (earliest, at) => (at > now ? Math.min(earliest, at) : earliest),
    due > 0 ? turnAt : Number.POSITIVE_INFINITY,
  );
}

type Interval = Pick<PollPlan, 'askedAt' | 'intervalEndsAt'>;

/** By the interval that it has already. */
export function planAt(
  poll: ScheduledPoll,
  at: number,
  { askedAt, intervalEndsAt }: Interval,
  situation: Situation,
): PollPlan {
  const { now, limits, outlook } = situation;
  const { openAt, windows } = outlook;
  const isHeldBack = isUsedUp(situation) && poll.pollable.isWatched;
  // While the quota is used up, the interval is meaningless; it is planned anew when there is quota again.
  const nextAt = isHeldBack ? openAt : Math.max(at, openAt);
  const isLimited = windows.length > 0 || openAt > now;
  const isLate = isLimited && now >= intervalEndsAt && nextAt - intervalEndsAt >= limits.minIntervalMs;
  const isBroken = isLimited && askedAt === poll.askedAt && poll.isPromiseBroken(now);
  const isThrottled = isHeldBack || poll.throttledAt === askedAt || isLate || isBroken;
  return { nextAt, isThrottled, askedAt, intervalEndsAt };
}

/** The time since it was polled, in units of its interval: 1 when it is due. */
function overdueRatio({ askedAt, intervalEndsAt }: Interval, now: number): number {
  return (now - askedAt) / Math.max(1, intervalEndsAt - askedAt);
}

/** Its readers are not to think that they see the present, until it has been polled. */
function isNewlyThrottled({ pollable, throttledAt, askedAt }: ScheduledPoll, situation: Situation): boolean {
  return pollable.isWatched && throttledAt !== askedAt && isUsedUp(situation);
}

/** Its readers were promised a look by now, and are not to think any longer that they see the present. */
function isNewlyBroken(poll: ScheduledPoll, { askedAt }: Pick<Interval, 'askedAt'>, now: number): boolean {
  return isPromised(poll) && askedAt === poll.askedAt && poll.isPromiseBroken(now);
}

function isPromised({ pollable, throttledAt, askedAt }: ScheduledPoll): boolean {
  return pollable.isWatched && throttledAt !== askedAt;
}

/** Nothing may be asked for so long that an interval is no pace any more. */
function isUsedUp({ now, outlook: { openAt, windows }, limits, count }: Situation): boolean {
  return openAt - now > Math.max(limits.maxIntervalMs, USED_UP * evenPauseMs(windows, count));
}

function allocationFor(polls: readonly ScheduledPoll[], { outlook, allocation }: Situation, usual: number): Allocation {
  if (outlook.windows.length === 0) return allocation;
  const watched = polls.filter(({ pollable }) => pollable.isWatched);
  const present = watched.reduce((sum, { urgency }) => sum + urgency, 0);
  const next = allocate(outlook.windows, { count: watched.length, present, usual });
  return Math.abs(next.scarcity - allocation.scarcity) <= TOLERANCE * allocation.scarcity ? allocation : next;
}
