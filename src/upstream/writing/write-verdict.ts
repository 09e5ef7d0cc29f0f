import type { ExchangeFault } from '../http/exchange-error.ts';
import type { ServiceRefusal } from '../refusal/failure.ts';

/** How one try of a write ended: with an answer, or without one. */
export type WriteTry = { readonly fault: ExchangeFault; readonly sent: boolean } | { readonly status: number };

/**
 * The fate of a write.
 * - `done`: the service says so
 * - `refused`: the service says that it was not
 * - `not-done`: it was never worked on, and may be asked for again by anybody
 * - `unknown`: it may or may not have been done
 */
export type WriteVerdict = 'done' | 'refused' | 'not-done' | 'unknown';

/**
 * When the tries end and every one was a refused connection, 503 or 429, it was not done; if any was a
 * broken connection, a timeout, 500, 502 or 504, the outcome is unknown, unless a later answer has it. A success that cannot be
 * read is no refusal: the work may have been done.
 * @param refusal what the last try's answer says; null if that is a success, or if there is none
 * @param hasKey whether the write carries an idempotency key: only then can the service know the same request again
 */
export function writeVerdict(
  earlier: readonly WriteTry[],
  last: WriteTry,
  refusal: Pick<ServiceRefusal, 'kind' | 'status'> | null,
  hasKey = false,
): WriteVerdict {
  const tries = [...earlier, last];
  if (!isAnswer(last)) return tries.every(wasNotDone) ? 'not-done' : 'unknown';
  if (refusal === null) return 'done';
  if (refusal.kind === 'malformed' && refusal.status < 400) return 'unknown';
  if (refusal.kind === 'in-progress' && hasKey) return 'unknown';
  return earlier.every(wasNotDone) || tellsOfEarlierTries(refusal) ? 'refused' : 'unknown';
}

/** "Request Timeout": whoever sends it, the gateway or a proxy, has waited for something that had begun. */
const REQUEST_TIMEOUT = 408;

/** Whether the service has answered, whatever it says; otherwise it, or what stands before it, was not able to. */
function isAnswer(end: WriteTry): boolean {
  // An answer that is too large was still received.
  if ('fault' in end) return end.fault === 'too-large';
  return end.status < 500 && end.status !== 429 && end.status !== REQUEST_TIMEOUT;
}

function wasNotDone(end: WriteTry): boolean {
  if ('fault' in end) return !end.sent;
  return end.status === 503 || end.status === 429;
}

/** Whether a refusal comes from where an earlier try of the same request would have been known. */
function tellsOfEarlierTries({ kind, status }: Pick<ServiceRefusal, 'kind' | 'status'>): boolean {
  // A key is refused before anything is looked up. A conflict may be one with the very try whose answer was lost.
  return kind !== 'key-rejected' && kind !== 'malformed' && kind !== 'in-progress' && status !== 409;
}
