import { DecayingSum } from './demand-average.ts';
import { urgencyOf } from './poll-interval.ts';
import type { Plan, Pollable, PollPlan } from './polling.ts';

/** The demand of one poll counts for about this long. */
const DEMAND_SPAN_MS = 60 * 60_000;

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
  askedAt: number;
  intervalEndsAt: number;
  /** It was refused for lack of quota, and is not polled before this; 0 if it was not. */
  refusedUntil = 0;
  /** By the observations of that time. */
  urgency: number;
  /** In [0, 1). */
  jitter = 0;
  /** Null if it was polled, or refused, since it was planned last. */
  plan: Plan | null = null;
  /** Found to be throttled since `askedAt`; only another look ends it. */
  isThrottled = false;
  /** The promise that its readers have been given since `askedAt`: the next look comes by then. */
  keepBy = Number.POSITIVE_INFINITY;
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
    if (askedAt !== this.askedAt) this.#begin(askedAt);
    this.intervalEndsAt = intervalEndsAt;
    if (isThrottled) this.isThrottled = true;
    else this.keepBy = Math.min(this.keepBy, nextAt + GRACE * (nextAt - askedAt));
    this.plan = { nextAt, isThrottled };
  }

  /** Its readers have been shown that the next look after that of `askedAt` comes soon: it is not to come later. Else Infinity. */
  latestAt(askedAt: number): number {
    const isShown = this.pollable.isWatched && askedAt === this.askedAt && !this.isThrottled;
    if (!isShown || this.plan === null || this.plan.nextAt - askedAt > KEPT_MS) return Number.POSITIVE_INFINITY;
    return this.plan.nextAt;
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
    this.#begin(now);
    this.plan = null;
    this.refusedUntil = 0;
    this.jitter = jitter;
    this.urgency = this.#urgencyNow();
    return demanded;
  }

  /** A look begins the interval, and ends what was said since the one before. */
  #begin(askedAt: number): void {
    this.askedAt = askedAt;
    this.isThrottled = false;
    this.keepBy = Number.POSITIVE_INFINITY;
  }

  #urgencyNow(): number {
    const { observations, failures } = this.pollable;
    return urgencyOf({ observations, failures, at: this.askedAt });
  }
}
