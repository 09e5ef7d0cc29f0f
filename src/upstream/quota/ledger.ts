import type { Clock } from '../../clock.ts';
import { type Measurements, NO_MEASUREMENTS } from '../../contracts/measurements.ts';
import type { RequestBudget } from '../../domain/balance.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Ledger, PollingOutlook } from '../service.ts';
import { DAY_MS, MICROSECONDS, MINUTE_MS, NOBODY, OUTLOOK_PARTS, pollingShare, refusal } from './quota-rules.ts';
import { PATIENCE_MS } from './retry.ts';
import { SharedWindow } from './shared-window.ts';
import type { SlidingWindow } from './sliding-window.ts';

export interface LedgerOptions {
  /** How many requests the key has in each window; 0 = no quota. */
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  /** Whether the key serves several clients, each of whom may have a share of each window only. Default no. */
  readonly isShared?: boolean;
  readonly clock: Clock;
  /** Counts the requests that wait. Default: nothing is counted. */
  readonly measurements?: Measurements;
  /** Aborted when the gateway stops: nobody waits any longer then. */
  readonly closing: AbortSignal;
}

interface Waiter {
  readonly client: string;
  readonly deadline: number;
  readonly settle: (outcome: { readonly ticket: number } | { readonly reason: unknown }) => void;
}

export function createLedger(options: LedgerOptions): Ledger {
  return new QuotaLedger(options);
}

class QuotaLedger implements Ledger {
  readonly #minute: SharedWindow | null;
  readonly #day: SharedWindow | null;
  readonly #windows: readonly SharedWindow[];
  readonly #isShared: boolean;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #measurements: Measurements;
  /** Interactive requests, first come, first served. */
  readonly #waiters: Waiter[] = [];
  #blockedUntil = 0;
  #lastTicket = 0;
  #sent = 0;
  #isAccepted = false;
  #timer: Disposable | undefined;

  constructor({
    quota: { perMinute, perDay },
    isShared = false,
    clock,
    closing,
    measurements = NO_MEASUREMENTS,
  }: LedgerOptions) {
    this.#measurements = measurements;
    this.#minute = perMinute > 0 ? new SharedWindow(perMinute, MINUTE_MS) : null;
    this.#day = perDay > 0 ? new SharedWindow(perDay, DAY_MS) : null;
    this.#isShared = isShared;
    this.#windows = [this.#minute, this.#day].filter((window) => window !== null);
    this.#clock = clock;
    this.#closing = closing;
  }

  async take(priority: RequestOptions['priority'], signal: AbortSignal, client = NOBODY): Promise<number> {
    signal.throwIfAborted();
    this.#closing.throwIfAborted();
    const at = this.#clock.now();
    const turn = this.#turnAt(priority, client, at);
    if (turn <= at) return this.#occupy(client, at);
    if (priority === 'interactive' && turn <= at + PATIENCE_MS) return this.#wait(client, signal, at + PATIENCE_MS);
    throw refusal(turn, at);
  }

  async ready(): Promise<void> {}

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }

  stamp(): number {
    this.#lastTicket = Math.max(this.#lastTicket + 1, Math.floor(this.#clock.now() * MICROSECONDS));
    return this.#lastTicket;
  }

  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  accept(): void {
    this.#isAccepted = true;
  }

  get isUsed(): boolean {
    return this.#sent > 0;
  }

  block(forMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.now() + forMs);
    this.#serve();
  }

  budget(): RequestBudget {
    const at = this.#clock.now();
    const resetsAt = Math.max(
      this.#blockedUntil,
      this.#minute?.total.emptyAt(at) ?? 0,
      this.#day?.total.emptyAt(at) ?? 0,
    );
    const remaining = (window: SlidingWindow | undefined) =>
      window === undefined ? null : Math.max(0, window.limit - window.used(at));
    return {
      remainingThisMinute: remaining(this.#minute?.total),
      remainingToday: remaining(this.#day?.total),
      blockedUntil: this.#blockedUntil > at ? new Date(this.#blockedUntil).toISOString() : null,
      resetsAt: resetsAt > at ? new Date(resetsAt).toISOString() : null,
    };
  }

  outlook(): PollingOutlook {
    const at = this.#clock.now();
    return {
      sent: this.#sent,
      openAt: this.#turnAt('polling', NOBODY, at),
      windows: this.#windows.map(({ total: window }) => {
        const share = pollingShare(window.limit);
        const room = window.fading(OUTLOOK_PARTS, at).map((used) => Math.max(0, share - used));
        return { spanMs: window.spanMs, room };
      }),
    };
  }

  /** When a request may be sent that comes after those who wait already. */
  #turnAt(priority: RequestOptions['priority'], client: string, at: number): number {
    const ahead = this.#waiters.filter((waiter) => this.#shareAt(waiter.client, at) <= at).length;
    const turn = this.#openAt(priority, ahead, at);
    if (priority === 'polling') return ahead > 0 ? Math.max(turn, at + 1) : turn;
    return Math.max(ahead > 0 && turn <= at ? at + 1 : turn, this.#shareAt(client, at));
  }

  /** When the key has a place for one more than those ahead of it. */
  #openAt(priority: RequestOptions['priority'], ahead: number, at: number): number {
    let turn = Math.max(this.#blockedUntil, at);
    for (const { total } of this.#windows) {
      const share = priority === 'polling' ? pollingShare(total.limit) : total.limit;
      turn = Math.max(turn, total.roomAt(share - ahead, at));
    }
    return turn;
  }

  /** From when on a client's share of each window has room. */
  #shareAt(client: string, at: number): number {
    if (!this.#isShared) return at;
    return Math.max(at, ...this.#windows.map((window) => window.shareAt(client, at)));
  }

  #occupy(client: string, at: number): number {
    this.#sent += 1;
    for (const window of this.#windows) {
      if (this.#isShared) window.add(client, at);
      else window.total.add(at);
    }
    return this.stamp();
  }

  /**
   * Serves the waiters whose turn it is, first come, first served, but for one whose own share is used up; turns away
   * those for whom it comes too late, and sleeps until the next.
   */
  #serve(): void {
    this.#timer?.[Symbol.dispose]();
    let next = Number.POSITIVE_INFINITY;
    for (const waiter of [...this.#waiters]) {
      const at = this.#clock.now();
      const turn = Math.max(this.#openAt('interactive', 0, at), this.#shareAt(waiter.client, at));
      if (turn > at && turn <= waiter.deadline) {
        next = Math.min(next, turn - at);
        continue;
      }
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.settle(turn <= at ? { ticket: this.#occupy(waiter.client, at) } : { reason: refusal(turn, at) });
    }
    if (next !== Number.POSITIVE_INFINITY) this.#timer = this.#clock.after(Math.ceil(next), () => this.#serve());
  }

  #wait(client: string, signal: AbortSignal, deadline: number): Promise<number> {
    this.#measurements.quotaWaited();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const leave = (reason: unknown) => {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.settle({ reason });
      this.#serve();
    };
    const onAbort = () => leave(signal.reason);
    const onClosing = () => leave(this.#closing.reason);
    const waiter: Waiter = {
      client,
      deadline,
      settle: (outcome) => {
        signal.removeEventListener('abort', onAbort);
        this.#closing.removeEventListener('abort', onClosing);
        if ('ticket' in outcome) resolve(outcome.ticket);
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
