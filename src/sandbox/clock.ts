/** The sandbox's own time. Its dates are real time; work runs `speed` times faster. */
export interface SandboxClock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A clock that stands still until a test moves it. */
export interface ManualClock extends SandboxClock {
  /** Moves it forward by so many milliseconds. */
  advance(ms: number): void;
}

export function createRealClock(): SandboxClock {
  return { now: () => Date.now() };
}

/** `start` is in epoch milliseconds; by default it is now, so that dates are near those of other clocks. */
export function createManualClock(start: number = Date.now()): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
