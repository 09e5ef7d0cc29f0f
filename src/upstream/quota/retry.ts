import type { ExchangeFault } from '../http/exchange-error.ts';
import type { RequestOptions } from '../request-options.ts';

/** A request is tried three times at most (BEHAVIOUR.md, "Requests to the service"). */
const MAX_TRIES = 3;
/** As long as a request waits for its turn, be it for the quota or because the service asked for a pause. */
export const PATIENCE_MS = 2_000;

/** Its sender, the service or a proxy, has waited in vain for the request. */
const REQUEST_TIMEOUT = 408;

/** How a try went: without an answer, or with one that is no success. */
export type TryEnd =
  | { readonly fault: ExchangeFault }
  | { readonly status: number; readonly retryAfterMs: number | null };

/** The step after a try. */
export type RetryDecision =
  /** The result of this try is the result of the request. */
  | { readonly step: 'end' }
  /** Try again after a pause. */
  | { readonly step: 'pause'; readonly ms: number }
  /** Nothing is sent for the key for this long; then, in its turn, this request again, or not. */
  | { readonly step: 'block'; readonly ms: number; readonly again: boolean };

export interface Tried {
  /** How many tries there were, this one included. */
  readonly tries: number;
  readonly priority: RequestOptions['priority'];
  /** In [0, 1): spreads the next tries of many. */
  readonly jitter: number;
  /** How long to pause after a 429 that does not say; asked for only then, since each makes the next one longer. */
  readonly unstatedBlockMs: () => number;
  /** Whether a timeout is followed by another try: only another try shows whether a write was done. Default no. */
  readonly retriesTimeout?: boolean;
}

export function nextStep(end: TryEnd, tried: Tried): RetryDecision {
  const pause = pauseBeforeNext(end, tried);
  if ('status' in end && end.status === 429) {
    const stated = statedPause(end, tried);
    // A service that does not say when to come again is not asked again; nor does polling wait.
    if (stated === null) return { step: 'block', ms: tried.unstatedBlockMs(), again: false };
    return { step: 'block', ms: stated, again: tried.priority === 'interactive' && pause !== null };
  }
  return pause === null ? { step: 'end' } : { step: 'pause', ms: pause };
}

/** Null to leave it at this try. */
function pauseBeforeNext(
  end: TryEnd,
  { tries, jitter, retriesTimeout = false }: Omit<Tried, 'unstatedBlockMs'>,
): number | null {
  if (tries >= MAX_TRIES || !mayPass(end, retriesTimeout)) return null;
  const stated = statedPause(end, { tries, jitter });
  if (stated === null) return backoffMs(tries, jitter);
  return stated <= PATIENCE_MS ? stated : null;
}

/** The pause that the service asks for. A pause of 0 becomes a backoff: the request has just failed, and all others would retry at once too. */
function statedPause(end: TryEnd, { tries, jitter }: Pick<Tried, 'tries' | 'jitter'>): number | null {
  if (!('status' in end)) return null;
  return end.retryAfterMs === 0 ? backoffMs(tries, jitter) : end.retryAfterMs;
}

function mayPass(end: TryEnd, retriesTimeout: boolean): boolean {
  // A read is not, after our own timeout: who asked has waited long enough already.
  if ('fault' in end && end.fault === 'timeout') return retriesTimeout;
  if ('fault' in end) return end.fault === 'broken' || end.fault === 'truncated';
  return end.status === 429 || end.status === REQUEST_TIMEOUT || (end.status >= 502 && end.status <= 504);
}

/** 100 to 400 ms after the first try, 200 to 800 ms after the second. */
function backoffMs(tries: number, jitter: number): number {
  const least = 100 * 2 ** (tries - 1);
  return least + jitter * 3 * least;
}
