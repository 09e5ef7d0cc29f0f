/** The time that the watches live by: the machine's, or one that a simulation moves. */
export interface Clock {
  /** Milliseconds since the epoch, never going back. */
  now(): number;
  /** Calls once, after so many milliseconds at the earliest. Disposing of it takes the call back. */
  after(ms: number, run: () => void): Disposable;
}

/** Its timers keep no process alive. */
export function createClock(): Clock {
  return {
    now: () => performance.timeOrigin + performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms).unref();
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}
