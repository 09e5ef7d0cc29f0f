import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareUnchanged } from '../../src/upstream/reading/share-unchanged.ts';
import { runs } from '../kit/runs.ts';

const value = fc.jsonValue({ depthSize: 'medium' });

describe('A value of an answer, after the last one of its address', () => {
  it('is equal to what it is without the last one', () => {
    fc.assert(
      fc.property(value, value, (last, next) => {
        const [lastText, nextText] = [JSON.stringify(last), JSON.stringify(next)];
        expect(JSON.stringify(shareUnchanged(last, next))).toBe(nextText);
        expect(JSON.stringify(last)).toBe(lastText);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('has each part that is equal, whatever has changed beside it', () => {
    const part = () => ({ a: [1, { b: 'c' }], NaN: Number.NaN });
    const last = { part: part(), list: [part(), part()], count: 1 };
    const next = shareUnchanged(last, { part: part(), list: [part(), { ...part(), a: [2] }], count: 2 });
    expect(next).not.toBe(last);
    expect(next.part).toBe(last.part);
    expect(next.list[0]).toBe(last.list[0]);
    expect(next.list[1]).toEqual({ a: [2], NaN: Number.NaN });
    expect(shareUnchanged(last, structuredClone(last))).toBe(last);
  });

  it('is never that of another order, another kind or another length', () => {
    expect(shareUnchanged([1, 2], [2, 1])).toEqual([2, 1]);
    expect(shareUnchanged({ 0: 1 }, [1])).toEqual([1]);
    expect(shareUnchanged([1, 2], [1])).toEqual([1]);
    expect(shareUnchanged({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 });
    expect(Object.is(shareUnchanged({ a: 0 }, { a: -0 }).a, -0)).toBe(true);
  });
});
