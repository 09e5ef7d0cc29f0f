/** How far a job is, by the time that the service expects it to take. */
export interface Estimate {
  /** 0 to 0.99: the last hundredth is done when the job is. Null if one of the two times is not known. */
  readonly share: number | null;
  /** Milliseconds; 0 if it is overdue, null if nobody expects an end. */
  readonly remainingMs: number | null;
  readonly isOverdue: boolean;
}

const MOST = 0.99;

/**
 * For a dubbing project, `startedAt` is its `createdAt`, or the time of its re-translation, and `expectedAt` its
 * `estimatedCompletionAt`. For a language of a video, `expectedAt` is its `eta`; nobody knows when its phase began.
 * @param now milliseconds since the epoch
 */
export function estimateOf(
  { startedAt, expectedAt }: { readonly startedAt?: string | null; readonly expectedAt?: string | null },
  now: number,
): Estimate {
  const start = Date.parse(startedAt ?? '');
  const end = Date.parse(expectedAt ?? '');
  if (Number.isNaN(end)) return { share: null, remainingMs: null, isOverdue: false };
  const share = start < end ? Math.min(MOST, Math.max(0, (now - start) / (end - start))) : null;
  return { share, remainingMs: Math.max(0, end - now), isOverdue: now > end };
}
