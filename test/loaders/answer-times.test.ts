import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnswerTimes } from '../../src/loaders/answer-times.ts';
import { collectGarbage } from '../kit/collect-garbage.ts';
import { createRandom } from '../kit/random-document.ts';

const ROUNDS = 400;

describe('the times of answers', () => {
  it.each([1, 2, 3])('are those of the last answer with a value, over random lists and look-ups (seed %i)', (seed) => {
    const random = createRandom(seed);
    const times = new AnswerTimes();
    const expected = new Map<object, number>();
    const pool = Array.from({ length: 12 }, (_, id) => ({ id }));
    const below = (count: number) => Math.floor(random() * count);
    let items: readonly object[] = [];
    for (let at = 1; at <= ROUNDS; at += 1) {
      if (random() < 0.2) {
        const found = random() < 0.2 ? null : (pool[below(pool.length)] ?? null);
        times.note({ found }, at, undefined);
        if (found !== null) expected.set(found, at);
      } else {
        // Most lists are as before: now and then an item comes, goes, or moves.
        if (random() < 0.4) items = items.toSpliced(below(items.length + 1), below(3));
        if (random() < 0.4) {
          const others = pool.filter((item) => !items.includes(item));
          items = items.toSpliced(below(items.length + 1), 0, ...others.slice(0, below(3)));
        }
        const list = { items };
        times.note(list, at, undefined);
        for (const value of [list, ...items]) expected.set(value, at);
      }
      for (const [value, time] of expected) expect(times.of(value)).toBe(time);
      expect(times.of({})).toBeNull();
    }
  });

  it('are kept for an item whose list is gone', async () => {
    const times = new AnswerTimes();
    const item = {};
    times.note({ items: [item] }, 1, undefined);
    await nextTurn();
    collectGarbage();
    times.note({ items: [{}] }, 2, undefined);
    expect(times.of(item)).toBe(1);
  });
});
