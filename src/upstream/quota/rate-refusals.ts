const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long a key pauses after a 429 that does not say for how long: a minute, and twice as long each time, up to an hour,
 * until something is answered (BEHAVIOUR.md, "Requests to the service").
 */
export interface RateRefusals {
  /**
   * A request was refused.
   * @param sentAt when it was sent: one that was sent before the present pause began is no news
   * @returns how long to pause from now on, in milliseconds
   */
  pause(sentAt: number, now: number): number;
  /** The service has answered something else. */
  answered(): void;
}

export function createRateRefusals(): RateRefusals {
  let pauseMs = 0;
  let startedAt = 0;
  return {
    pause: (sentAt, now) => {
      const isOfThisPause = pauseMs > 0 && sentAt < startedAt;
      if (isOfThisPause) return Math.max(1, startedAt + pauseMs - now);
      pauseMs = pauseMs === 0 ? MINUTE_MS : Math.min(HOUR_MS, pauseMs * 2);
      startedAt = now;
      return pauseMs;
    },
    answered: () => {
      pauseMs = 0;
    },
  };
}
