/** An element of a `LinkedSet`; it is in one set at a time. */
export interface Linked<Item extends Linked<Item>> {
  /** The set that it is in; null if it is in none. Managed by the set, as its neighbours are. */
  set: LinkedSet<Item> | null;
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
    item.set = this;
    item.previous = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
  }

  /** No effect on an item of another set, or of none. */
  delete(item: Item): void {
    if (item.set !== this) return;
    const { previous, next } = item;
    this.#size -= 1;
    item.set = null;
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
