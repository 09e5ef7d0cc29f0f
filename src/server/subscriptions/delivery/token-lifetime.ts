import type { Clock } from '../../../clock.ts';
import type { Caller } from '../../request/caller.ts';

/** How long a caller may be sent anything. */
export interface TokenLifetime extends Disposable {
  /** Also where the timer is late, as on a busy machine: nothing is to be sent any more. */
  readonly isOver: boolean;
}

/** A timer of node that is set to more fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Shared by the thousands of connections whose token never expires. */
const FOR_EVER: TokenLifetime = { isOver: false, [Symbol.dispose]() {} };

/** Calls `end` once the token has expired or was taken back; not after it was disposed of. */
export function watchTokenLifetime(clock: Clock, { expiresAt, revoked }: Caller, end: () => void): TokenLifetime {
  if (expiresAt === null && revoked === undefined) return FOR_EVER;
  // NaN counts as expired.
  const leftMs = (): number => (expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - clock.wallTime() || 0);
  let timer: Disposable | undefined;
  const wait = (): void => {
    const ms = leftMs();
    if (ms <= 0) end();
    else timer = clock.after(Math.min(ms, LONGEST_TIMER_MS), wait);
  };
  if (expiresAt !== null) wait();
  if (revoked?.aborted) end();
  revoked?.addEventListener('abort', end);
  return {
    get isOver() {
      return leftMs() <= 0 || revoked?.aborted === true;
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      revoked?.removeEventListener('abort', end);
    },
  };
}
