import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSystemClock, repeat } from '../src/clock.ts';
import { createHandClock } from './kit/hand-clock.ts';

const later = (clock: ReturnType<typeof createSystemClock>, ms: number) =>
  new Promise<void>((resolve) => clock.after(ms, resolve));

describe("the system's clock", () => {
  it('counts milliseconds since the epoch, and never goes back', async () => {
    const clock = createSystemClock();
    const start = clock.now();
    expect(Math.abs(start - clock.wallTime())).toBeLessThan(60_000);
    await later(clock, 1);
    expect(clock.now()).toBeGreaterThan(start);
  });

  it('calls a timer once, and not if it was cancelled', async () => {
    const clock = createSystemClock();
    const calls: string[] = [];
    clock.after(0, () => calls.push('cancelled'))[Symbol.dispose]();
    clock.after(0, () => calls.push('kept'));
    await later(clock, 5);
    expect(calls).toEqual(['kept']);
  });

  it('is read in few places of the gateway: whatever else needs time is given a clock', () => {
    const src = new URL('../src/', import.meta.url).pathname;
    const readers = globSync('**/*.ts', { cwd: src, exclude: ['terminal/**'] }).filter((path) =>
      /Date\.now|performance\.now|new Date\(\)|hrtime/.test(readFileSync(src + path, 'utf8')),
    );
    expect(readers.sort()).toEqual([
      'clock.ts',
      'observability/log.ts',
      'process/stop-requests.ts',
      'sandbox/clock.ts',
    ]);
  });
});

describe('a repeated call', () => {
  it('comes each time that the interval has passed, until it is disposed of', () => {
    const clock = createHandClock(0);
    const calls: number[] = [];
    const repeated = repeat(clock, 10, () => calls.push(clock.now()));
    clock.advance(35);
    expect(calls).toEqual([10, 20, 30]);
    repeated[Symbol.dispose]();
    clock.advance(100);
    expect([calls.length, clock.timers]).toEqual([3, 0]);
  });

  it('may be disposed of in the call', () => {
    const clock = createHandClock(0);
    let calls = 0;
    const repeated = repeat(clock, 10, () => {
      calls += 1;
      repeated[Symbol.dispose]();
    });
    clock.advance(100);
    expect([calls, clock.timers]).toEqual([1, 0]);
  });
});
