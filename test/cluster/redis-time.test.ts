/** The time of Redis, as an instance knows it between two answers. */
import { describe, expect, it } from 'vitest';
import { RedisTime } from '../../src/cluster/redis-time.ts';

describe('the time of Redis', () => {
  it('is known by the quickest of the last answers, so that a busy process does not shift it', () => {
    const time = new RedisTime(0);
    time.read(5_000, 999, 1_001);
    time.read(5_020, 1_010, 1_210);
    expect(time.at(2_000)).toBe(6_000);
  });

  it('follows Redis when its clock was set, or another server has taken its place', () => {
    const time = new RedisTime(0);
    time.read(5_000, 999, 1_001);
    time.read(95_000, 1_900, 2_100);
    expect(time.at(2_000)).toBe(95_000);
  });

  it('forgets what was read long ago, so that clocks may run apart', () => {
    const time = new RedisTime(0);
    time.read(1_000, 1_000, 1_000);
    for (let n = 1; n <= 12; n += 1) time.read(1_000 * n + 5, 1_000 * n - 10, 1_000 * n + 10);
    expect(time.at(0)).toBe(5);
  });

  it('shifts no instant that is shown, unless the clocks certainly differ', () => {
    const time = new RedisTime(0);
    // A busy process: the clocks may be equal.
    time.read(1_400, 1_000, 1_600);
    expect(time.steadyOffset).toBe(0);
    time.read(2_090, 2_000, 2_000);
    expect(time.steadyOffset).toBe(0);
    time.read(3_740, 3_000, 3_004);
    expect(time.steadyOffset).toBe(700);
    // The clocks run apart by a little, on both sides of where another hundred begins.
    for (const offset of [749, 751, 749]) time.read(4_000 + offset, 4_000, 4_000);
    expect(time.steadyOffset).toBe(700);
  });
});
