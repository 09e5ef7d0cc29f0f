import { describe, expect, it } from 'vitest';
import { compareNames, foldName } from '../../src/domain/common/name.ts';

describe('A folded name', () => {
  it('has neither case nor accents, in whatever form they were written', () => {
    expect(foldName('Élodie ς ß')).toBe('ELODIE Σ SS');
    expect(foldName('E\u0323\u0301lodie')).toBe('ELODIE');
    expect(foldName('\u01df')).toBe('A');
  });

  it('is the same as if its marks had been put in order first', () => {
    for (let point = 0xa0; point < 0x3_0000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const name = `a${String.fromCodePoint(point)}\u0323e`;
      const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
      if (foldName(name) !== folded) expect(foldName(name), point.toString(16)).toBe(folded);
    }
  });

  it('takes no square of the length of a long row of marks to make', () => {
    expect(foldName(`a${'\u0301'.repeat(100_000)}${'\u0323'.repeat(100_000)}b`)).toBe('AB');
  });
});

describe('The order of names', () => {
  it('is that of Intl.Collator, also of long names and of letters with many marks', () => {
    const { compare } = new Intl.Collator('en');
    const marks = '\u0323\u0301'.repeat(15);
    const names = [
      'Zebra',
      'Élodie',
      'Elodie',
      `e${marks}`,
      `E${marks}b`,
      'ཨཱུྃ',
      'x'.repeat(1_000),
      `${'x'.repeat(999)}y`,
      '',
    ];
    for (const a of names) for (const b of names) expect(compareNames(a, b)).toBe(compare(a, b));
  });

  it.each(['\u0301\u0316', '\u0345\u0301\u0316', '\u0f71\u0f72\u0f74'])(
    'takes no square of the length of a long row of marks to find: %j',
    (marks) => {
      const long = `a${marks.repeat(100_000)}`;
      expect(compareNames(long, 'b')).toBe(-1);
      expect(compareNames(`${long}c`, `a${[...marks].toReversed().join('').repeat(100_000)}b`)).not.toBeNaN();
      expect(compareNames(`${long}b`, `${long}c`)).toBe(-1);
    },
  );
});
