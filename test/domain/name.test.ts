import { describe, expect, it } from 'vitest';
import { foldName } from '../../src/domain/common/name.ts';

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
