/** From where taken items are given back to the array at once, instead of one by one. */
const COMPACT_AT = 1024;

/**
 * A queue whose `take` costs the same however long it is. There are several for each connection, and mostly nothing or one
 * item waits there: only more than one item takes an array.
 */
export class Fifo<Item> {
  #first: Item | undefined;
  /** Null as long as nothing waits behind the first one. */
  #others: Item[] | null = null;
  #next = 0;

  get length(): number {
    return this.#first === undefined ? 0 : 1 + (this.#others === null ? 0 : this.#others.length - this.#next);
  }

  add(item: Item): void {
    if (this.#first === undefined) this.#first = item;
    else if (this.#others === null) this.#others = [item];
    else this.#others.push(item);
  }

  /** Undefined if there is none. */
  take(): Item | undefined {
    const item = this.#first;
    this.#first = this.#takeOther();
    return item;
  }

  #takeOther(): Item | undefined {
    if (this.#others === null) return undefined;
    const item = this.#others[this.#next++];
    if (this.#next === this.#others.length) {
      this.#others = null;
      this.#next = 0;
    } else if (this.#next >= COMPACT_AT && 2 * this.#next >= this.#others.length) {
      this.#others = this.#others.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }
}
