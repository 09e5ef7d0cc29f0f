import type { IntervalLimits } from '../../src/live/schedule/poll-interval.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { type Outcome, type RunOptions, runDay } from './run-day.ts';
import { createUniformScheduler } from './uniform.ts';

export interface Comparison {
  readonly ours: Outcome;
  /** Equal intervals, such that as many requests are spent. */
  readonly uniform: Outcome;
  readonly intervalMs: number;
}

const LIMITS: IntervalLimits = { minIntervalMs: 2_000, maxIntervalMs: 300_000 };
/** The interval is found by trying. */
const TRIES = 4;
/** So near must the numbers of requests be. */
const NEAR = 0.01;

/** The same day twice: at our pace, and at equal intervals. */
export async function compare(options: RunOptions): Promise<Comparison> {
  const ours = await runDay(options, (parts) => createScheduler({ ...parts, limits: LIMITS }));
  let intervalMs = ours.polledForMs / Math.max(1, ours.polling);
  let uniform = await atIntervals(options, intervalMs);
  for (let count = 1; count < TRIES && !isNear(uniform.polling, ours.polling); count += 1) {
    intervalMs *= uniform.polling / Math.max(1, ours.polling);
    uniform = await atIntervals(options, intervalMs);
  }
  return { ours, uniform, intervalMs };
}

function atIntervals(options: RunOptions, intervalMs: number): Promise<Outcome> {
  return runDay(options, ({ clock }) => createUniformScheduler(clock, intervalMs));
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= NEAR * other;

/** The delay that so many of them do not exceed, `part` in [0, 1]; NaN if there is none. */
export function quantile(delays: readonly { readonly ms: number }[], part: number): number {
  const sorted = delays.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
