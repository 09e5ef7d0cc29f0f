import type { Clock } from '../../src/clock.ts';

/** A clock that stands still until a test moves it. */
export interface HandClock extends Clock {
  /** How many timers are pending. */
  readonly timers: number;
  /** How many were ever set. */
  readonly set: number;
  /** Moves on by `ms`, and calls what is due by then, in the order of time. */
  advance(ms: number): void;
  /** The same, and lets the promises settle that follow from each call, and the I/O that is ready. */
  pass(ms: number): Promise<void>;
  /** Moves on by `ms` and calls nothing: the timers of a busy machine are late. */
  skip(ms: number): void;
  /** Moves on to the first timer, and calls it. */
  toNextTimer(): void;
}

export function createHandClock(start = Date.parse('2030-01-01T00:00:00Z')): HandClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = start;
  let set = 0;
  const first = () => [...timers].toSorted((a, b) => a.at - b.at)[0];
  const call = (timer: NonNullable<ReturnType<typeof first>>): void => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.run();
  };
  return {
    now: () => now,
    wallTime: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      set += 1;
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
    get timers() {
      return timers.size;
    },
    get set() {
      return set;
    },
    advance(ms) {
      const end = now + ms;
      for (let next = first(); next !== undefined && next.at <= end; next = first()) call(next);
      now = end;
    },
    async pass(ms) {
      const end = now + ms;
      await settled();
      for (let next = first(); next !== undefined && next.at <= end; next = first()) {
        call(next);
        await settled();
      }
      now = end;
    },
    skip(ms) {
      now += ms;
    },
    toNextTimer() {
      const next = first();
      if (next === undefined) throw new Error('Nothing waits for its time.');
      call(next);
    },
  };
}

/** Resolves once every promise that could settle has. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
