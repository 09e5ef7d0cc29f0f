/**
 * Counters and histograms as plain numbers, so that the hot paths only add. A series is a set of label values; the values
 * come from closed sets, never from a caller.
 */

/** One counter, by the values of its labels. */
export class CounterTable {
  readonly #counts = new Map<string, { readonly labels: readonly string[]; value: number }>();

  add(labels: readonly string[], amount = 1): void {
    const key = labels.join(SEPARATOR);
    const series = this.#counts.get(key);
    if (series === undefined) this.#counts.set(key, { labels, value: amount });
    else series.value += amount;
  }

  *[Symbol.iterator](): Generator<readonly [labels: readonly string[], value: number]> {
    for (const { labels, value } of this.#counts.values()) yield [labels, value];
  }
}

export interface HistogramSeries {
  readonly labels: readonly string[];
  /** How many values are at most each bound, not cumulated; the last one counts those beyond. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** One histogram, by the values of its labels. */
export class HistogramTable {
  readonly bounds: readonly number[];
  readonly #series = new Map<string, { readonly labels: readonly string[]; readonly counts: number[]; sum: number }>();

  /** @param bounds in ascending order */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
  }

  observe(labels: readonly string[], value: number): void {
    const key = labels.join(SEPARATOR);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: new Array<number>(this.bounds.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    const bucket = this.bounds.findIndex((bound) => value <= bound);
    const index = bucket === -1 ? this.bounds.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  [Symbol.iterator](): Iterator<HistogramSeries> {
    return this.#series.values();
  }
}

/** No label value holds it. */
const SEPARATOR = '\0';
