import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, gapMs } from '../../src/live/schedule/quota-allocation.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A day of which polling has had so many of 700 requests, an hour after the other, and which is empty before. */
const dayAfter = (spent: number) => ({
  spanMs: DAY,
  room: Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 700 : 700 - spent)),
});
const minute = { spanMs: MINUTE, room: [0, 0, 0, 42] };

describe('How the quota is shared out', () => {
  it('leaves the pauses as they are where there is none', () => {
    expect(allocate([], { count: 10, present: 1, usual: 1 })).toEqual({ scarcity: 0, longestMs: 0 });
  });

  it('spends what there is evenly until more comes back', () => {
    const scarcity = (spent: number) => allocate([dayAfter(spent)], { count: 1, present: 99, usual: 1 }).scarcity;
    expect(scarcity(0)).toBeCloseTo(DAY / 700);
    expect(scarcity(350)).toBeCloseTo(((23 / 24) * DAY) / 350);
  });

  it('is by what is watched at present for a minute, whatever of it is left', () => {
    const { scarcity } = allocate([minute], { count: 1, present: 2, usual: 99 });
    expect(scarcity).toBeCloseTo((2 * MINUTE) / 42);
  });

  it('is by the scarcest window, at any time in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { minLength: 1, maxLength: 48 }),
        fc.array(fc.nat(60), { minLength: 1, maxLength: 48 }),
        fc.record({ count: fc.nat(500), present: fc.double({ min: 0, max: 10, noNaN: true }), usual: fc.constant(1) }),
        (day, short, demands) => {
          const windows = [
            { spanMs: DAY, room: day },
            { spanMs: MINUTE, room: short },
          ];
          const both = allocate(windows, demands);
          const each = windows.map((window) => allocate([window], demands));
          expect(both.scarcity).toBe(Math.max(...each.map(({ scarcity }) => scarcity)));
          expect(both.longestMs).toBe(Math.max(...each.map(({ longestMs }) => longestMs)));
          expect(Number.isFinite(both.scarcity) && Number.isFinite(both.longestMs)).toBe(true);
        },
      ),
    );
  });

  it('lets the longest pause be no more than four times what equal shares would be', () => {
    expect(allocate([dayAfter(0)], { count: 7, present: 1, usual: 1 }).longestMs).toBeCloseTo((4 * DAY) / 100);
  });
});

describe('What is due at once', () => {
  it('is let out over a good part of the minute, by a minute’s quota', () => {
    expect(gapMs([minute, dayAfter(0)], 200, 2_000)).toBeCloseTo(MINUTE / 42 / 4);
  });

  it('is let out within the least pause, where there is no quota', () => {
    expect([1, 80, 800].map((due) => gapMs([], due, 2_000))).toEqual([25, 25, 2.5]);
  });
});
