import type { DemandRecord } from './polling.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The current demand counts as much as this many hours of observed demand. */
const LATELY_COUNTS_MS = 2 * HOUR_MS;

/** Nothing was seen yet. */
export function noDemand(at: number): DemandRecord {
  return { asked: 0, notSeenMs: DAY_MS, at };
}

/**
 * The demand of an account's watches, measured in urgency (`poll-interval.ts`) and averaged over a day, because the quota
 * of the day has to last whenever most is watched.
 */
export class DemandAverage {
  readonly #asked: DecayingSum;
  /** The time that was seen, faded alike. */
  readonly #notSeenMs: DecayingSum;

  constructor({ asked, notSeenMs, at }: DemandRecord) {
    this.#asked = new DecayingSum(DAY_MS, at, asked);
    this.#notSeenMs = new DecayingSum(DAY_MS, at, notSeenMs);
  }

  record(at: number): DemandRecord {
    return { asked: this.#asked.value(at), notSeenMs: this.#notSeenMs.value(at), at };
  }

  /** @param urgency times the ms for which it was wanted */
  add(urgency: number, at: number): void {
    this.#asked.add(urgency, at);
  }

  usual(lately: number, at: number): number {
    const seenMs = DAY_MS - this.#notSeenMs.value(at);
    return (lately * LATELY_COUNTS_MS + this.#asked.value(at)) / (LATELY_COUNTS_MS + seenMs);
  }
}

/** A sum of which what was added long ago counts less: e times less with each span. */
export class DecayingSum {
  readonly #spanMs: number;
  #sum: number;
  #at: number;

  constructor(spanMs: number, at: number, sum = 0) {
    this.#spanMs = spanMs;
    this.#at = at;
    this.#sum = sum;
  }

  add(amount: number, at: number): void {
    this.#sum = this.value(at) + amount;
    this.#at = Math.max(this.#at, at);
  }

  value(at: number): number {
    return this.#sum * Math.exp(-Math.max(0, at - this.#at) / this.#spanMs);
  }
}
