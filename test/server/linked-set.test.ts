import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Linked, LinkedSet } from '../../src/server/http/linked-set.ts';

class Item implements Linked<Item> {
  set: LinkedSet<Item> | null = null;
  previous: Item | null = null;
  next: Item | null = null;
}

describe('a linked set', () => {
  it('holds what a Set holds, in its order, whatever another one holds of the same items', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.constantFrom(0, 1))), (choices) => {
        const items = Array.from({ length: 10 }, () => new Item());
        const numbers = (all: Iterable<Item>) => [...all].map((item) => items.indexOf(item));
        const sets = [new LinkedSet<Item>(), new LinkedSet<Item>()] as const;
        const expected = [new Set<Item>(), new Set<Item>()] as const;
        for (const [choice, index] of choices) {
          const item = items[choice] ?? new Item();
          const wasThere = expected[index].delete(item);
          sets[index].delete(item);
          if (!wasThere && !expected[1 - index]?.has(item)) {
            sets[index].add(item);
            expected[index].add(item);
          }
          for (const [at, set] of sets.entries()) {
            expect(numbers(set)).toEqual(numbers(expected[at] ?? []));
            expect(set.first).toBe([...(expected[at] ?? [])][0] ?? null);
            expect(set.size).toBe(expected[at]?.size);
          }
        }
      }),
    );
  });
});
