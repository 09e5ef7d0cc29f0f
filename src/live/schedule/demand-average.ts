import { DecayingSum } from './decaying-sum.ts';
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
