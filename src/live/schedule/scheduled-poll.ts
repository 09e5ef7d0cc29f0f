import { DecayingSum } from './demand-average.ts';
import { urgencyOf } from './poll-interval.ts';
import type { Plan, Pollable, PollPlan } from './polling.ts';

/** The demand of one poll counts for about this long. */
const DEMAND_SPAN_MS = 60 * 60_000;

/** The promise of `LIVE`: after the look of `askedAt`, the next one comes by then. */
interface Promised {
  readonly askedAt: number;
  readonly keepBy: number;
}

/** A look is in time if it is late by this part of its interval. */
const GRACE = 0.1;

/** A look that was shown to come so soon is not put off: its readers would see `LIVE` and `THROTTLED` in turn. */
const KEPT_MS = 15_000;

/** One thing that is polled: when it was asked, and when it is to be asked again. All instants are epoch ms. */
export class ScheduledPoll {
  readonly pollable: Pollable;
  isBusy = false;
  /** It is to be polled at once; if it is busy, after that. */
  isRequested = false;
  isOver = false;
  /** It was polled since it was planned last. */
  isUnplanned = false;
  intervalEndsAt: number;
  /** It was refused for lack of quota, and is not polled before this; 0 if it was not. */
  refusedUntil = 0;
  askedAt: number;
  /** By the observations of that time. */
  urgency: number;
  /** In [0, 1). */
  jitter = 0;
  plan: Plan | null = null;
  /** The value of `askedAt` when it was found to be throttled, which only another look ends. */
  throttledAt: number | null = null;
  /** The promise that its readers have been given since the last look. */
  promise: Promised = { askedAt: Number.NaN, keepBy: Number.POSITIVE_INFINITY };
  readonly #demand: DecayingSum;

  constructor(pollable: Pollable, now: number) {
    this.pollable = pollable;
    this.intervalEndsAt = now;
    this.askedAt = now;
    this.urgency = this.#urgencyNow();
    this.#demand = new DecayingSum(DEMAND_SPAN_MS, now, this.urgency * DEMAND_SPAN_MS);
  }

  get dueAt(): number {
    return Math.max(this.intervalEndsAt, this.refusedUntil);
  }

  /** Takes a plan; the earliest next look that was ever shown since the last one is the promise. */
  take({ askedAt, intervalEndsAt, nextAt, isThrottled }: PollPlan): void {
    this.askedAt = askedAt;
    this.intervalEndsAt = intervalEndsAt;
    this.isUnplanned = false;
    const earlier = this.promise.askedAt === askedAt ? this.promise.keepBy : Number.POSITIVE_INFINITY;
    const keepBy = isThrottled ? earlier : Math.min(earlier, nextAt + GRACE * (nextAt - askedAt));
    this.promise = { askedAt, keepBy };
    if (isThrottled) this.throttledAt = askedAt;
    this.plan = { nextAt, isThrottled };
  }

  /** Its readers have been shown that the next look after that of `askedAt` comes soon: it is not to come later. Else Infinity. */
  latestAt(askedAt: number): number {
    const isShown = this.pollable.isWatched && this.promise.askedAt === askedAt && this.throttledAt !== askedAt;
    if (!isShown || this.plan === null || this.plan.nextAt - askedAt > KEPT_MS) return Number.POSITIVE_INFINITY;
    return this.plan.nextAt;
  }

  /** Its readers were promised a look by now. */
  isPromiseBroken(now: number): boolean {
    return this.promise.askedAt === this.askedAt && this.promise.keepBy <= now;
  }

  /** The average urgency. */
  demand(now: number): number {
    return this.#demand.value(now) / DEMAND_SPAN_MS;
  }

  /**
   * The service was asked.
   * @param spent the requests since the last poll, times the scarcity
   * @returns the demand since the last poll: urgency times ms
   */
  asked(now: number, spent: number, jitter: number): number {
    const demanded = Math.max(spent, (now - this.askedAt) * this.urgency);
    this.#demand.add(demanded, now);
    this.askedAt = now;
    this.refusedUntil = 0;
    this.jitter = jitter;
    this.urgency = this.#urgencyNow();
    return demanded;
  }

  #urgencyNow(): number {
    const { observations, failures } = this.pollable;
    return urgencyOf({ observations, failures, at: this.askedAt });
  }
}
