import type { RequestBudget } from '../../domain/balance.ts';
import { RateLimitedError } from '../../errors.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Ledger, PollingOutlook } from '../service.ts';
import { PATIENCE_MS } from './retry.ts';
import { SlidingWindow } from './sliding-window.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How finely an outlook tells how places come back: a day by the half hour. */
const OUTLOOK_PARTS = 48;

export interface LedgerOptions {
  /** How many requests the key has in each window; 0 = no quota. */
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  /** Milliseconds since the epoch, never going back. */
  readonly now: () => number;
  /** Aborted when the gateway stops: nobody waits any longer then. */
  readonly closing: AbortSignal;
}

interface Waiter {
  readonly deadline: number;
  readonly settle: (outcome: 'served' | { readonly reason: unknown }) => void;
}

export function createLedger(options: LedgerOptions): Ledger {
  return new QuotaLedger(options);
}

class QuotaLedger implements Ledger {
  readonly #minute: SlidingWindow | null;
  readonly #day: SlidingWindow | null;
  readonly #windows: readonly SlidingWindow[];
  readonly #now: () => number;
  readonly #closing: AbortSignal;
  /** Interactive requests, first come, first served. */
  readonly #waiters: Waiter[] = [];
  #blockedUntil = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ quota: { perMinute, perDay }, now, closing }: LedgerOptions) {
    this.#minute = perMinute > 0 ? new SlidingWindow(perMinute, MINUTE_MS) : null;
    this.#day = perDay > 0 ? new SlidingWindow(perDay, DAY_MS) : null;
    this.#windows = [this.#minute, this.#day].filter((window) => window !== null);
    this.#now = now;
    this.#closing = closing;
  }

  async take(priority: RequestOptions['priority'], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#closing.throwIfAborted();
    const at = this.#now();
    const turn = this.#turnAt(priority, this.#waiters.length, at);
    if (turn <= at && this.#waiters.length === 0) this.#occupy(at);
    else if (priority === 'interactive' && turn <= at + PATIENCE_MS) await this.#wait(signal, at + PATIENCE_MS);
    else throw refusal(turn, at);
  }

  block(forMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + forMs);
    this.#serve();
  }

  budget(): RequestBudget {
    const at = this.#now();
    const remaining = (window: SlidingWindow | null) =>
      window === null ? null : Math.max(0, window.limit - window.used(at));
    return {
      remainingThisMinute: remaining(this.#minute),
      remainingToday: remaining(this.#day),
      blockedUntil: this.#blockedUntil > at ? new Date(this.#blockedUntil).toISOString() : null,
    };
  }

  outlook(): PollingOutlook {
    const at = this.#now();
    return {
      sent: this.#sent,
      openAt: this.#turnAt('polling', this.#waiters.length, at),
      windows: this.#windows.map((window) => {
        const share = pollingShare(window.limit);
        const room = window.fading(OUTLOOK_PARTS, at).map((used) => Math.max(0, share - used));
        return { spanMs: window.spanMs, room };
      }),
    };
  }

  /** When a request may be sent that comes after those who wait already. */
  #turnAt(priority: RequestOptions['priority'], ahead: number, at: number): number {
    let turn = Math.max(this.#blockedUntil, at);
    for (const window of this.#windows) {
      const share = priority === 'polling' ? pollingShare(window.limit) : window.limit;
      turn = Math.max(turn, window.roomAt(share - ahead, at));
    }
    return turn;
  }

  #occupy(at: number): void {
    this.#sent += 1;
    for (const window of this.#windows) window.add(at);
  }

  /** Serves the waiters whose turn it is, turns away those for whom it comes too late, and sleeps until the next. */
  #serve(): void {
    clearTimeout(this.#timer);
    for (let head = this.#waiters[0]; head !== undefined; head = this.#waiters[0]) {
      const at = this.#now();
      const turn = this.#turnAt('interactive', 0, at);
      if (turn > at && turn <= head.deadline) {
        this.#timer = setTimeout(() => this.#serve(), Math.ceil(turn - at));
        return;
      }
      this.#waiters.shift();
      if (turn <= at) this.#occupy(at);
      head.settle(turn <= at ? 'served' : { reason: refusal(turn, at) });
    }
  }

  #wait(signal: AbortSignal, deadline: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.settle({ reason });
      this.#serve();
    };
    const onAbort = () => leave(signal.reason);
    const onClosing = () => leave(this.#closing.reason);
    const waiter: Waiter = {
      deadline,
      settle: (outcome) => {
        signal.removeEventListener('abort', onAbort);
        this.#closing.removeEventListener('abort', onClosing);
        if (outcome === 'served') resolve();
        else reject(outcome.reason);
      },
    };
    signal.addEventListener('abort', onAbort);
    this.#closing.addEventListener('abort', onClosing);
    this.#waiters.push(waiter);
    this.#serve();
    return promise;
  }
}

/** Polling leaves 30 % of each window to interactive requests; of a quota of one it may take that one. */
const pollingShare = (limit: number): number => Math.max(1, limit - Math.ceil((limit * 3) / 10));

function refusal(turn: number, at: number): RateLimitedError {
  return new RateLimitedError(Math.max(1, Math.ceil((turn - at) / 1000)));
}
