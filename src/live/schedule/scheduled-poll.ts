import { DecayingSum } from './decaying-sum.ts';
import { urgencyOf } from './poll-interval.ts';
import type { Plan, Pollable } from './polling.ts';

/** The demand of one poll counts for about this long. */
const DEMAND_SPAN_MS = 60 * 60_000;

/** One thing that is polled: when it was asked, and when it is to be asked again. All instants are epoch ms. */
export class ScheduledPoll {
  readonly pollable: Pollable;
  isBusy = false;
  /** It is to be polled at once; if it is busy, after that. */
  isRequested = false;
  isOver = false;
  /** It was polled since it was planned last. */
  isUnplanned = false;
  /** When its interval has passed. */
  intervalEndsAt: number;
  /** It was refused for lack of quota, and is not polled before this; 0 if it was not. */
  refusedUntil = 0;
  /** When the interval begins. */
  askedAt: number;
  /** By the observations of that time. */
  urgency: number;
  /** In [0, 1). */
  jitter = 0;
  plan: Plan | null = null;
  /** The value of `askedAt` when the quota was found to be used up for long. */
  throttledAt: number | null = null;
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
