/** One vocabulary for the state of dubbing projects, videos and artifacts. */
export const JOB_STATES = ['RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNKNOWN'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** No further change is expected. */
export function isDone(state: JobState): boolean {
  return state === 'DONE' || state === 'FAILED';
}
