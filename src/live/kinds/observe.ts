import type { JobState } from '../../domain/job.ts';
import type { Observation } from '../schedule/polling.ts';

/** How soon a job in this state may change. */
export const PHASES: Readonly<Record<JobState, Observation['phase']>> = {
  RUNNING: 'working',
  WAITING: 'idle',
  DONE: 'settled',
  FAILED: 'settled',
  UNKNOWN: 'unknown',
};

/**
 * How far off the estimates were of all that was at work and is done now: the time at which that was seen, less the estimate.
 * Things that come and go cannot be compared.
 * @param at epoch ms
 * @returns ms, positive for what came late
 */
export function estimateErrors(
  previous: readonly Observation[],
  current: readonly Observation[],
  at: number,
): readonly number[] {
  if (previous.length !== current.length) return [];
  return previous.flatMap(({ phase, estimateAt }, index) => {
    const next = current[index]?.phase;
    const isDone = phase === 'working' && (next === 'idle' || next === 'settled');
    return isDone && estimateAt !== null ? [at - estimateAt] : [];
  });
}
