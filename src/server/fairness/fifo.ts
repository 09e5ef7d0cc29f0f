/** From where taken items are given back to the array at once, instead of one by one. */
const COMPACT_AT = 1024;

/** A queue whose `take` costs the same however long it is. */
export class Fifo<Item> {
  #items: Item[] = [];
  #next = 0;

  get length(): number {
    return this.#items.length - this.#next;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  /** Undefined if there is none. */
  take(): Item | undefined {
    if (this.#next >= this.#items.length) return undefined;
    const item = this.#items[this.#next++];
    if (this.#next === this.#items.length) {
      this.#items = [];
      this.#next = 0;
    } else if (this.#next >= COMPACT_AT && 2 * this.#next >= this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }
}
