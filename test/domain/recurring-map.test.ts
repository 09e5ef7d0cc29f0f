import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecurringMap } from '../../src/domain/common/recurring-map.ts';
import { collectGarbage } from '../kit/collect-garbage.ts';

const KEYS = 3_000;
const MOST_ROUNDS = 100;

describe('a map of values that come and go', () => {
  it('holds what a Map holds, however many keys have come and gone', () => {
    const step = fc.record({ key: fc.nat(KEYS), isKept: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 2 * KEYS, maxLength: 4 * KEYS }), (steps) => {
        const map = new RecurringMap<number, number>();
        const expected = new Map<number, number>();
        for (const [value, { key, isKept }] of steps.entries()) {
          map.set(key, value);
          expected.set(key, value);
          if (!isKept) map.delete(key);
          if (!isKept) expected.delete(key);
          expect(map.size).toBe(expected.size);
        }
        expect([...map.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
        for (let key = 0; key <= KEYS; key += 1) expect(map.get(key)).toBe(expected.get(key));
      }),
      { numRuns: 5 },
    );
  });

  it('lets go of keys that have no value, once they are many', async () => {
    const map = new RecurringMap<object, number>();
    const add = (key: object): void => {
      map.set(key, 1);
      map.delete(key);
    };
    // A function of its own: the test's frame lasts, and with it whatever has been in its registers.
    const first = (() => {
      const key = { name: 'first' };
      add(key);
      for (let count = 0; count < KEYS; count += 1) add({ count });
      return new WeakRef(key);
    })();
    // Now and then V8 holds a table of the map for a collection or two more, such as while it compiles the map's functions.
    for (let round = 0; round < MOST_ROUNDS && first.deref() !== undefined; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(first.deref()).toBeUndefined();
    expect(map.size).toBe(0);
  });
});
