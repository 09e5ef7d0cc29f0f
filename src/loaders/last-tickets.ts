/**
 * The ticket of the last write that has changed each key, or of the latest answer of each, of as many keys as came last: an
 * answer that was asked for earlier, on whatever instance, is worthless.
 */
export class LastTickets {
  readonly #most: number;
  readonly #tickets = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** 0 if none is known. */
  of(key: string): number {
    return this.#tickets.get(key) ?? 0;
  }

  note(key: string, ticket: number): void {
    this.#tickets.delete(key);
    this.#tickets.set(key, ticket);
    const [oldest] = this.#tickets.keys();
    if (this.#tickets.size > this.#most && oldest !== undefined) this.#tickets.delete(oldest);
  }
}
