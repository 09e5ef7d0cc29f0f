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
