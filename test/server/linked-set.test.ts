import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Linked, LinkedSet } from '../../src/server/http/linked-set.ts';

class Item implements Linked<Item> {
  previous: Item | null = null;
  next: Item | null = null;
}

describe('a linked set', () => {
  it('holds what a Set holds, in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (choices) => {
        const items = Array.from({ length: 10 }, () => new Item());
        const numbers = (all: Iterable<Item>) => [...all].map((item) => items.indexOf(item));
        const set = new LinkedSet<Item>();
        const expected = new Set<Item>();
        for (const choice of choices) {
          const item = items[choice] ?? new Item();
          if (expected.delete(item)) set.delete(item);
          else {
            set.delete(item);
            set.add(item);
            expected.add(item);
          }
          expect(numbers(set)).toEqual(numbers(expected));
          expect(set.first).toBe([...expected][0] ?? null);
        }
      }),
    );
  });
});
