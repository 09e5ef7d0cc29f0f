/** Up to this many requests each is remembered by its own moment; larger quotas are counted in so many buckets. */
const MAX_SLOTS = 4_096;
/** There may be thousands of keys that ask for next to nothing. */
const FEWEST_SLOTS = 8;

/**
 * Counts requests in a window that slides. Memory is bounded whatever the limit; in buckets a request counts a little
 * longer than it must, never shorter.
 */
export class SlidingWindow {
  readonly limit: number;
  readonly spanMs: number;
  readonly #grainMs: number;
  /** A ring: when each slot's requests were sent, and how many they were. */
  #at: Float64Array;
  #count: Float64Array;
  readonly #capacity: number;
  #first = 0;
  #slots = 0;
  #used = 0;

  constructor(limit: number, spanMs: number) {
    this.limit = limit;
    this.spanMs = spanMs;
    this.#grainMs = limit > MAX_SLOTS ? spanMs / MAX_SLOTS : 0;
    this.#capacity = Math.min(limit, MAX_SLOTS + 2);
    const slots = Math.min(FEWEST_SLOTS, this.#capacity);
    this.#at = new Float64Array(slots);
    this.#count = new Float64Array(slots);
  }

  used(now: number): number {
    while (this.#slots > 0 && this.#time(0) + this.spanMs <= now) {
      this.#used -= this.#size(0);
      this.#first = this.#index(1);
      this.#slots -= 1;
    }
    return this.#used;
  }

  /** Only while `used` is below the limit. */
  add(now: number): void {
    const at = this.#grainMs === 0 ? now : Math.ceil(now / this.#grainMs) * this.#grainMs;
    this.#used += 1;
    if (this.#slots === 0 || this.#time(this.#slots - 1) < at) {
      if (this.#slots === this.#at.length) this.#grow();
      this.#at[this.#index(this.#slots)] = at;
      this.#count[this.#index(this.#slots)] = 0;
      this.#slots += 1;
    }
    const last = this.#index(this.#slots - 1);
    this.#count[last] = (this.#count[last] ?? 0) + 1;
  }

  /** The moment from which fewer than `limit` are in the window; `now` if that is so already. */
  roomAt(limit: number, now: number): number {
    let tooMany = this.used(now) - limit + 1;
    for (let slot = 0; tooMany > 0 && slot < this.#slots; slot += 1) {
      tooMany -= this.#size(slot);
      if (tooMany <= 0) return this.#time(slot) + this.spanMs;
    }
    return tooMany > 0 ? now + this.spanMs : now;
  }

  /** The moment from which none is in the window, if no more come; `now` if none is. */
  emptyAt(now: number): number {
    return this.used(now) === 0 ? now : this.#time(this.#slots - 1) + this.spanMs;
  }

  /** How many are in the window after each of so many equal parts of its span, if no more come; 0 after the last. */
  fading(parts: number, now: number): number[] {
    this.used(now);
    const left = new Array<number>(parts).fill(0);
    for (let slot = 0; slot < this.#slots; slot += 1) {
      const staysMs = this.#time(slot) + this.spanMs - now;
      const last = Math.min(parts, Math.ceil((staysMs / this.spanMs) * parts)) - 1;
      if (last > 0) left[last - 1] = (left[last - 1] ?? 0) + this.#size(slot);
    }
    for (let part = parts - 2; part >= 0; part -= 1) left[part] = (left[part] ?? 0) + (left[part + 1] ?? 0);
    return left;
  }

  /** When requests leave the window, in order, and how many do. */
  *leavings(): Generator<{ readonly time: number; readonly count: number }, undefined> {
    for (let slot = 0; slot < this.#slots; slot += 1) {
      yield { time: this.#time(slot) + this.spanMs, count: this.#size(slot) };
    }
  }

  /** Twice as many slots, in order from the first. */
  #grow(): void {
    const slots = Math.min(this.#capacity, 2 * this.#at.length);
    const times = new Float64Array(slots);
    const counts = new Float64Array(slots);
    for (let slot = 0; slot < this.#slots; slot += 1) {
      times[slot] = this.#time(slot);
      counts[slot] = this.#size(slot);
    }
    [this.#at, this.#count, this.#first] = [times, counts, 0];
  }

  #index(slot: number): number {
    return (this.#first + slot) % this.#at.length;
  }

  #time(slot: number): number {
    return this.#at[this.#index(slot)] ?? 0;
  }

  #size(slot: number): number {
    return this.#count[this.#index(slot)] ?? 0;
  }
}
