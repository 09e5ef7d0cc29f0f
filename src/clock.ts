/**
 * The gateway's clock, created in `app.ts` and passed to everything that needs time. A test passes one that it moves.
 */
export interface Clock {
  /** Milliseconds since the epoch, for durations: monotonic, so it never jumps when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since the epoch, for the times of tokens, files and other machines: it jumps when the machine's clock
   * is set.
   */
  wallTime(): number;
  /** Calls `run` once, after `ms` at the earliest; disposing of the timer cancels it. A timer keeps no process alive. */
  after(ms: number, run: () => void): Disposable;
}

export function createSystemClock(): Clock {
  const { timeOrigin } = performance;
  return {
    now: () => timeOrigin + performance.now(),
    wallTime: () => Date.now(),
    after: (ms, run) => setTimeout(run, ms).unref(),
  };
}

/** Calls `run` each time that `everyMs` have passed, until it is disposed of. */
export function repeat(clock: Pick<Clock, 'after'>, everyMs: number, run: () => void): Disposable {
  const arm = (): Disposable =>
    clock.after(everyMs, () => {
      timer = arm();
      run();
    });
  let timer = arm();
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
