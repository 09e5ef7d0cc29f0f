import type { Clock } from '../../src/clock.ts';

/** A clock that goes on by itself, faster than the machine's, and that a test can move ahead. */
export interface FastClock extends Clock {
  /** Moves ahead by `ms`; what is due by then is called soon, in the order of time. */
  advance(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
  handle?: NodeJS.Timeout;
}

/** Node calls a timer at once that is set to more. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * @param speed how many milliseconds pass in one of the machine's: pauses end sooner by as much, and so do timeouts, which
 *   a test has to choose longer where an answer is to come in time
 */
export function createFastClock(speed = 1): FastClock {
  const { timeOrigin } = performance;
  const startedAt = performance.now();
  const timers = new Set<Timer>();
  let ahead = 0;
  const now = () => timeOrigin + startedAt + (performance.now() - startedAt) * speed + ahead;
  const arm = (timer: Timer): void => {
    clearTimeout(timer.handle);
    const ms = Math.max(0, Math.ceil((timer.at - now()) / speed));
    timer.handle = setTimeout(() => call(timer), Math.min(ms, LONGEST_MS)).unref();
  };
  const call = (timer: Timer): void => {
    if (timer.at > now()) {
      arm(timer);
      return;
    }
    timers.delete(timer);
    timer.run();
  };
  return {
    now,
    wallTime: now,
    after(ms, run) {
      const timer: Timer = { at: now() + ms, run };
      timers.add(timer);
      arm(timer);
      return {
        [Symbol.dispose]() {
          timers.delete(timer);
          clearTimeout(timer.handle);
        },
      };
    },
    advance(ms) {
      ahead += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) arm(timer);
    },
  };
}
