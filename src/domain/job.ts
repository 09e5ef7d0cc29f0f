/** One vocabulary for what people wait for: dubbing projects, videos and artifacts. */
export const JOB_STATES = ['RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNKNOWN'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Nothing more is expected to become of it. */
export function isDone(state: JobState): boolean {
  return state === 'DONE' || state === 'FAILED';
}
