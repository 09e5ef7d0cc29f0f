/** How many requests a key may send in any 60 seconds and in any 24 hours. */
export interface QuotaLimits {
  perMinute: number;
  perDay: number;
}

export interface Quota {
  /** Counts a request at a time (epoch ms); if it is one too many, says after how many seconds to come back. */
  take(now: number): { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Sliding windows. A refused request does not count. */
export function createQuota({ perMinute, perDay }: QuotaLimits): Quota {
  let taken: number[] = [];
  return {
    take: (now) => {
      taken = taken.filter((at) => at > now - DAY_MS);
      const waitMs = Math.max(waitFor(taken, perMinute, MINUTE_MS, now), waitFor(taken, perDay, DAY_MS, now));
      if (waitMs > 0) return { isAllowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      taken.push(now);
      return { isAllowed: true };
    },
  };
}

/** Ms until the window has room for one more; 0 if it has. */
function waitFor(taken: readonly number[], limit: number, windowMs: number, now: number): number {
  if (limit <= 0) return windowMs;
  const blocking = taken.at(-limit);
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - now);
}
