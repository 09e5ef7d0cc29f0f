import { describe, expect, it } from 'vitest';
import { createRateRefusals } from '../../src/upstream/quota/rate-refusals.ts';

const MINUTE = 60_000;

describe('The pause after a 429 that does not say for how long', () => {
  it('is a minute, doubles up to an hour, and stays there', () => {
    const refusals = createRateRefusals();
    let now = 0;
    const pauses = Array.from({ length: 9 }, () => {
      const pause = refusals.pause(now, now);
      now += pause;
      return pause / MINUTE;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('begins anew once something was answered', () => {
    const refusals = createRateRefusals();
    refusals.pause(0, 0);
    refusals.pause(MINUTE, MINUTE);
    refusals.answered();
    expect(refusals.pause(5 * MINUTE, 5 * MINUTE)).toBe(MINUTE);
  });

  it('does not grow by the answers to what was under way when it began', () => {
    const refusals = createRateRefusals();
    expect(refusals.pause(0, 100)).toBe(MINUTE);
    for (let n = 1; n < 50; n += 1) expect(refusals.pause(n, 100 + n)).toBe(MINUTE - n);
    expect(refusals.pause(MINUTE + 100, MINUTE + 100)).toBe(2 * MINUTE);
  });
});
