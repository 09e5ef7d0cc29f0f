import { describe, expect, it } from 'vitest';
import { createCursors } from '../../src/domain/common/cursor.ts';
import {
  cutPage,
  DEFAULT_PAGE_SIZE,
  type Entry,
  MAX_PAGE_SIZE,
  type PageRequest,
  readPageRequest,
} from '../../src/domain/common/page.ts';

const cursors = createCursors<number>({
  order: 'numbers',
  compare: (a, b) => a - b,
  isKey: (value): value is number => typeof value === 'number',
});

const entriesOf = (numbers: readonly number[]): Entry<string, number>[] =>
  numbers.toSorted((a, b) => a - b).map((key) => ({ key, item: `#${key}`, fault: '' }));

function pageOf(numbers: readonly number[], request: PageRequest) {
  const window = readPageRequest(request, cursors);
  if ('fault' in window) throw new Error(window.fault);
  const { entries, ...rest } = cutPage(entriesOf(numbers), window, cursors);
  return { keys: entries.map(({ key }) => key), ...rest };
}

const faultOf = (request: PageRequest) => {
  const window = readPageRequest(request, cursors);
  return 'fault' in window ? window.fault : null;
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const at = (key: number) => cursors.write(key);

describe('A page', () => {
  const ten = range(1, 10);

  it('is the first ones, with where it stands in the list', () => {
    expect(pageOf(ten, { first: 3 })).toEqual({
      keys: [1, 2, 3],
      totalCount: 10,
      hasPreviousPage: false,
      hasNextPage: true,
    });
  });

  it('goes on behind a cursor, and ends with the list', () => {
    expect(pageOf(ten, { first: 3, after: at(3) }).keys).toEqual([4, 5, 6]);
    expect(pageOf(ten, { first: 3, after: at(7) })).toMatchObject({
      keys: [8, 9, 10],
      hasPreviousPage: true,
      hasNextPage: false,
    });
  });

  it('is the last ones, or the last ones before a cursor', () => {
    expect(pageOf(ten, { last: 2 })).toMatchObject({ keys: [9, 10], hasPreviousPage: true, hasNextPage: false });
    expect(pageOf(ten, { last: 2, before: at(9) })).toMatchObject({ keys: [7, 8], hasNextPage: true });
    expect(pageOf(ten, { last: 5, before: at(3) })).toMatchObject({ keys: [1, 2], hasPreviousPage: false });
  });

  it('stays between two cursors', () => {
    expect(pageOf(ten, { after: at(2), before: at(6) }).keys).toEqual([3, 4, 5]);
    expect(pageOf(ten, { first: 2, after: at(2), before: at(6) }).keys).toEqual([3, 4]);
    expect(pageOf(ten, { last: 2, after: at(2), before: at(6) }).keys).toEqual([4, 5]);
    expect(pageOf(ten, { last: 5, after: at(8) }).keys).toEqual([9, 10]);
    expect(pageOf(ten, { after: at(6), before: at(2) }).keys).toEqual([]);
  });

  it(`has ${DEFAULT_PAGE_SIZE} without being told, from the start or up to a cursor`, () => {
    expect(pageOf(range(1, 200), {}).keys).toEqual(range(1, 50));
    expect(pageOf(range(1, 200), { first: null, last: null, after: null, before: null }).keys).toEqual(range(1, 50));
    expect(pageOf(range(1, 200), { after: at(60) }).keys).toEqual(range(61, 110));
    expect(pageOf(range(1, 200), { before: at(101) }).keys).toEqual(range(51, 100));
  });

  it('of nothing counts all the same', () => {
    expect(pageOf(ten, { first: 0 })).toEqual({
      keys: [],
      totalCount: 10,
      hasPreviousPage: false,
      hasNextPage: true,
    });
    expect(pageOf(ten, { last: 0 })).toMatchObject({ keys: [], hasPreviousPage: true, hasNextPage: false });
    expect(pageOf([], {})).toEqual({ keys: [], totalCount: 0, hasPreviousPage: false, hasNextPage: false });
  });

  it('keeps its place when the record of its cursor has gone', () => {
    expect(pageOf([1, 2, 4, 5], { first: 1, after: at(3) })).toMatchObject({ keys: [4], hasPreviousPage: true });
    expect(pageOf([1, 2, 4, 5], { last: 1, before: at(3) })).toMatchObject({ keys: [2], hasNextPage: true });
  });

  it('gives what stays in the list exactly once on a walk, whatever comes and goes meanwhile', () => {
    for (const size of [1, 2, 3, 7, 50]) {
      expect(walk(size, 'forwards')).toEqual(range(0, 20).map((n) => n * 10));
      expect(walk(size, 'backwards').toReversed()).toEqual(range(0, 20).map((n) => n * 10));
    }
  });

  it('refuses arguments that make no sense, each by its name', () => {
    expect(faultOf({ first: -1 })).toMatch(/`first`.*-1/);
    expect(faultOf({ last: -2 })).toMatch(/`last`.*-2/);
    expect(faultOf({ first: MAX_PAGE_SIZE })).toBeNull();
    expect(faultOf({ first: MAX_PAGE_SIZE + 1 })).toMatch(/`first`.*501/);
    expect(faultOf({ first: 1, last: 1 })).toMatch(/`first` and `last`/);
    expect(faultOf({ after: 'nonsense' })).toMatch(/`after`/);
    expect(faultOf({ before: '' })).toMatch(/`before`/);
    expect(faultOf({ after: Buffer.from('["letters",1]').toString('base64url') })).toMatch(/`after`/);
    expect(faultOf({ after: Buffer.from('["numbers","1"]').toString('base64url') })).toMatch(/`after`/);
  });
});

/** A walk that does not come forward ends all the same, and fails. */
const MAX_ROUNDS = 500;

/** Walks over every tenth number, which stay, while others appear and vanish between any two pages. */
function walk(size: number, direction: 'forwards' | 'backwards'): number[] {
  const staying = range(0, 20).map((n) => n * 10);
  const seen: number[] = [];
  let [cursor, more, round] = [null as string | null, true, 0];
  while (more && round < MAX_ROUNDS) {
    const passing = range(0, 200).filter((n) => n % 10 !== 0 && (n * 7 + round * 3) % 5 === 0);
    const request = direction === 'forwards' ? { first: size, after: cursor } : { last: size, before: cursor };
    const page = pageOf([...staying, ...passing], request);
    const inOrder = direction === 'forwards' ? page.keys : page.keys.toReversed();
    seen.push(...inOrder.filter((n) => n % 10 === 0));
    cursor = at(inOrder.at(-1) ?? 0);
    more = direction === 'forwards' ? page.hasNextPage : page.hasPreviousPage;
    round += 1;
  }
  return seen;
}
