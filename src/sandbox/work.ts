/** A piece of simulated work. Its state is never stored: it follows from the time, so nothing needs a timer. */
export interface JobWork {
  /** Epoch ms. */
  startedAt: number;
  /** How long it takes at speed 1, in ms. */
  workMs: number;
  fate: 'succeeds' | 'fails' | 'never-ends';
  /** It starts over after so many ms of work; null = it runs once. For a demo in which something always moves. */
  repeatEveryMs: number | null;
}

export type WorkState = 'running' | 'done' | 'failed';

/** How the clock reads for work: now, and how many times faster than it the work runs. */
export interface WorkSpeed {
  now: number;
  speed: number;
}

/** Ms of work done since the start of the present round. */
export function workDone(work: Pick<JobWork, 'startedAt' | 'repeatEveryMs'>, pace: WorkSpeed): number {
  const done = Math.max(0, (pace.now - work.startedAt) * pace.speed);
  return work.repeatEveryMs === null ? done : done % work.repeatEveryMs;
}

export function stateOfWork(work: JobWork, pace: WorkSpeed): WorkState {
  if (work.fate === 'never-ends' || workDone(work, pace) < work.workMs) return 'running';
  return work.fate === 'fails' ? 'failed' : 'done';
}

/** When the present round ends, or ended, or should have ended: epoch ms. */
export function endOfWork(work: JobWork, pace: WorkSpeed): number {
  return Math.round(pace.now + (work.workMs - workDone(work, pace)) / pace.speed);
}
