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
export function watchTokenLifetime(clock: Clock, caller: Caller, end: () => void): TokenLifetime {
  return caller.expiresAt === null && caller.revoked === undefined ? FOR_EVER : new WatchedLifetime(clock, caller, end);
}

class WatchedLifetime implements TokenLifetime {
  readonly #clock: Clock;
  readonly #caller: Caller;
  readonly #end: () => void;
  #timer: Disposable | undefined;

  constructor(clock: Clock, caller: Caller, end: () => void) {
    this.#clock = clock;
    this.#caller = caller;
    this.#end = end;
    if (caller.expiresAt !== null) this.#wait();
    if (caller.revoked?.aborted) end();
    caller.revoked?.addEventListener('abort', end);
  }

  get isOver(): boolean {
    return this.#leftMs <= 0 || this.#caller.revoked?.aborted === true;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#caller.revoked?.removeEventListener('abort', this.#end);
  }

  /** NaN counts as expired. */
  get #leftMs(): number {
    const { expiresAt } = this.#caller;
    return expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - this.#clock.wallTime() || 0;
  }

  #wait(): void {
    const ms = this.#leftMs;
    if (ms <= 0) this.#end();
    else this.#timer = this.#clock.after(Math.min(ms, LONGEST_TIMER_MS), () => this.#wait());
  }
}
