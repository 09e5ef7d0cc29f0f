/** What may be in a `LinkedSet`. */
export interface Linked<Item> {
  previous: Item | null;
  next: Item | null;
}

/**
 * A set, in the order of adding, of items that come and go with each request. It is linked through the items themselves: the
 * tables of a `Set` would keep them until the whole heap is collected (`RecurringMap` says why).
 */
export class LinkedSet<Item extends Linked<Item>> {
  #first: Item | null = null;
  #last: Item | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Item | null {
    return this.#first;
  }

  /** To be called where the item is in no set. */
  add(item: Item): void {
    this.#size += 1;
    item.previous = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
  }

  /** Also where it is not there. */
  delete(item: Item): void {
    const { previous, next } = item;
    if (previous === null && this.#first !== item) return;
    this.#size -= 1;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    item.previous = null;
    item.next = null;
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let item = this.#first; item !== null; ) {
      const { next } = item;
      yield item;
      item = next;
    }
  }
}
