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

type Interval = Pick<PollPlan, 'askedAt' | 'intervalEndsAt'>;

/** A poll on the way to its plan, which is another than the one that it has if `isNew`. */
interface Draft extends Interval {
  readonly poll: ScheduledPoll;
  nextAt: number;
  isNew: boolean;
}

/**
 * Plans every poll that needs a new plan. All wait for the quota in one line, in which the longest overdue comes first.
 * @param usual the demand over a day
 * @param sentAt when a poll was last made
 * @returns the new plans, and the poll to make now
 */
export function planAll(
  polls: readonly ScheduledPoll[],
  before: Situation,
  { usual, sentAt }: { readonly usual: number; readonly sentAt: number },
) {
  const allocation = allocationFor(polls, before, usual);
  const situation = { ...before, allocation };
  const idle = polls.filter((poll) => !poll.isBusy);
  const drafts = idle.map((poll) => draftOf(poll, situation, allocation !== before.allocation));
  const next = takeTurns(drafts, situation, sentAt);
  const plans = new Map<ScheduledPoll, PollPlan>();
  for (const draft of drafts) {
    const { poll, nextAt } = draft;
    // A look that comes now keeps its promise.
    const isBroken = draft !== next && draft.askedAt === poll.askedAt && poll.keepBy <= situation.now;
    // Its readers are not to think any longer that they see the present.
    const isNewlyThrottled = isPromised(poll) && (isBroken || isUsedUp(situation));
    if (draft.isNew || isNewlyThrottled) plans.set(poll, planAt(poll, nextAt, draft, situation));
  }
  return { allocation, plans, next: next?.poll ?? null };
}

function draftOf(poll: ScheduledPoll, situation: Situation, isAllocatedAnew: boolean): Draft {
  const { plan, askedAt, intervalEndsAt } = poll;
  if (plan !== null && !isAllocatedAnew) return { poll, askedAt, intervalEndsAt, nextAt: plan.nextAt, isNew: false };
  return { poll, ...planOne(poll, situation), isNew: true };
}

/**
 * Puts those that are due in line.
 * @returns the one to poll now; the others come one after the other
 */
function takeTurns(drafts: readonly Draft[], { now, outlook, limits }: Situation, sentAt: number): Draft | null {
  const due = drafts.filter(({ intervalEndsAt, poll }) => Math.max(intervalEndsAt, poll.refusedUntil) <= now);
  due.sort((a, b) => overdueRatio(b, now) - overdueRatio(a, now));
  const gap = gapMs(outlook.windows, due.length, limits.minIntervalMs);
  const [next = null] = outlook.openAt <= now && sentAt + gap <= now ? due : [];
  for (const [index, draft] of due.filter((draft) => draft !== next).entries()) {
    if (draft.nextAt > now) continue;
    draft.nextAt = now + (index + 1) * gap;
    draft.isNew = true;
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
  const wakes = idle.flatMap((poll) => [poll.dueAt, ...(isPromised(poll) ? [poll.keepBy] : [])]);
  return wakes.reduce(
    (earliest, at) => (at > now ? Math.min(earliest, at) : earliest),
    due > 0 ? turnAt : Number.POSITIVE_INFINITY,
  );
}

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
  const isSameLook = askedAt === poll.askedAt;
  const isBroken = isLimited && isSameLook && poll.keepBy <= now;
  const isThrottled = isHeldBack || isLate || isBroken || (isSameLook && poll.isThrottled);
  return { nextAt, isThrottled, askedAt, intervalEndsAt };
}

/** The time since it was polled, in units of its interval: 1 when it is due. */
function overdueRatio({ askedAt, intervalEndsAt }: Interval, now: number): number {
  return (now - askedAt) / Math.max(1, intervalEndsAt - askedAt);
}

/** Its readers think that they see the present. */
function isPromised({ pollable, isThrottled }: ScheduledPoll): boolean {
  return pollable.isWatched && !isThrottled;
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
