/** Keys without a value that are kept at the least. */
const SPARE_KEYS = 1_000;

/**
 * A map of values that come and go all the time, under keys that mostly come again: the requests that are under way by their
 * address, the waiting clients by their names. A key stays when its value goes; keys without one are dropped when they are many.
 *
 * With a `Map`, each request would live until the whole heap is collected. A Map that is added to and deleted from replaces its
 * table every few dozen times, and V8 lets each table refer to the one that has replaced it: as soon as one of them is old, it
 * keeps all later ones, with everything that was in them when they were replaced.
 */
export class RecurringMap<Key, Value> {
  #values = new Map<Key, Value | undefined>();
  #size = 0;

  /** How many keys have a value. */
  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: NonNullable<Value>): void {
    if (this.#values.get(key) === undefined) {
      this.#size += 1;
      if (this.#values.size >= 2 * this.#size + SPARE_KEYS) this.#values = new Map(this.#entries());
    }
    this.#values.set(key, value);
  }

  delete(key: Key): void {
    if (this.#values.get(key) === undefined) return;
    this.#size -= 1;
    this.#values.set(key, undefined);
  }

  *keys(): Iterable<Key> {
    for (const [key] of this.#entries()) yield key;
  }

  *#entries(): Iterable<[Key, Value]> {
    for (const [key, value] of this.#values) if (value !== undefined) yield [key, value];
  }
}
