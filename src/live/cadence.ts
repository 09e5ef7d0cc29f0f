import type { Sight } from './polling.ts';

/** Between two requests for the same thing. */
export interface PaceLimits {
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
}

export interface Seen {
  readonly sights: readonly Sight[];
  readonly failures: number;
  readonly at: number;
}

export function pauseMs({ sights, failures, at }: Seen, limits: PaceLimits, jitter: number): number {
  const { minIntervalMs, maxIntervalMs } = limits;
  const within = (ms: number) => Math.min(maxIntervalMs, Math.max(minIntervalMs, ms));
  if (failures > 0) return within(minIntervalMs * 2 ** Math.min(failures, 20) * (0.5 + jitter / 2));
  const soonest = Math.min(...sights.map((sight) => pauseOf(sight, at)));
  return within((Number.isFinite(soonest) ? soonest : minIntervalMs * 5) * (0.9 + jitter / 5));
}

function pauseOf({ phase, estimateAt, since }: Sight, at: number): number {
  if (phase === 'settled') return Number.POSITIVE_INFINITY;
  if (phase === 'resting') return 60_000;
  if (estimateAt !== null && estimateAt > at) return Math.min(10_000, estimateAt - at);
  return 1_000 + (at - (estimateAt ?? since)) / 10;
}
