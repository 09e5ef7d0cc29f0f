/** Remaining minutes of video processing time (INTERFACE.md, "Balance"). */
export interface Balance {
  readonly minutes: number;
}

/** How many more requests may be sent to the service under the quota; null means no quota. */
export interface RequestBudget {
  readonly remainingThisMinute: number | null;
  readonly remainingToday: number | null;
  /** ISO timestamp of when the service takes requests again after a 429; null if it is not refusing. */
  readonly blockedUntil: string | null;
  /** ISO timestamp of when the whole quota is there again if nobody asks; null if it is, or without a quota. */
  readonly resetsAt: string | null;
}
