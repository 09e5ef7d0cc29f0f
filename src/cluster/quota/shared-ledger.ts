import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { type Measurements, NO_MEASUREMENTS } from '../../contracts/measurements.ts';
import type { RequestBudget } from '../../domain/balance.ts';
import type { LedgerOptions } from '../../upstream/quota/ledger.ts';
import { DAY_MS, MINUTE_MS, NOBODY, OUTLOOK_PARTS } from '../../upstream/quota/quota-rules.ts';
import { PATIENCE_MS } from '../../upstream/quota/retry.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Ledger, PollingOutlook } from '../../upstream/service.ts';
import type { Cluster } from '../cluster.ts';
import { quietly } from '../quietly.ts';
import type { QuotaWindow } from './allowance.ts';
import { AloneShare } from './alone-share.ts';
import { Granting } from './granting.ts';
import { LogMirror } from './log-mirror.ts';
import { WaitingLine } from './waiting-line.ts';

export interface SharedLedgerOptions extends LedgerOptions {
  readonly cluster: Cluster;
  readonly account: { readonly key: string; readonly keyIsCallers: boolean };
  /** The spans of the windows, and by how much they are extended; default a minute and a day, by `ARRIVAL_SPREAD_MS`. */
  readonly spans?: { readonly minuteMs: number; readonly dayMs: number; readonly spreadMs: number };
}

const HOUR_MS = 60 * MINUTE_MS;
const HOURS_OF_A_DAY = 24;
/**
 * Requests take longer on their way from one instance than from another. Each counts for so much longer, so that the
 * service does not see more in a window than were granted in it.
 */
const ARRIVAL_SPREAD_MS = 500;
const DEFAULT_SPANS = { minuteMs: MINUTE_MS, dayMs: DAY_MS, spreadMs: ARRIVAL_SPREAD_MS };
/** A place counts for a request that is sent within this part of the spread; the rest is for its way to the service. */
const USABLE_PART = 0.75;
/** A key that the service has not accepted yet may be anybody's invention. */
const STRANGER_LIVES_MS = 2 * MINUTE_MS;
const CLIENT_CHARACTERS = 8;

/**
 * The ledger of one account for all instances. Each has a copy of the log in Redis and decides by it; Redis accepts a
 * request only if that copy is whole. Without Redis the instance decides by its share of what was left.
 */
export function createSharedLedger(options: SharedLedgerOptions): Ledger {
  return new SharedLedger(options);
}

class SharedLedger implements Ledger {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #measurements: Measurements;
  readonly #windows: { readonly minute: QuotaWindow | null; readonly day: QuotaWindow | null };
  readonly #line = new WaitingLine();
  readonly #mirror: LogMirror;
  readonly #granting: Granting;
  #sent = 0;
  #isUsed = false;
  #isAccepted = false;

  constructor(options: SharedLedgerOptions) {
    const { cluster, account, quota, spans = DEFAULT_SPANS } = options;
    const { isShared = false, clock, closing, measurements = NO_MEASUREMENTS } = options;
    this.#cluster = cluster;
    this.#clock = clock;
    this.#closing = closing;
    this.#measurements = measurements;
    const window = (limit: number, spanMs: number) => (limit > 0 ? { limit, spanMs: spanMs + spans.spreadMs } : null);
    this.#windows = { minute: window(quota.perMinute, spans.minuteMs), day: window(quota.perDay, spans.dayMs) };
    const windows = presentOf(Object.values(this.#windows));
    const hour = window(Math.ceil(quota.perDay / HOURS_OF_A_DAY), spans.dayMs / HOURS_OF_A_DAY);
    const keepMs = Math.max(0, ...windows.map(({ spanMs }) => spanMs));
    this.#mirror = new LogMirror({
      link: cluster.link,
      names: cluster.namesOf(account),
      instance: cluster.instance,
      keepMs,
      livesMs: () => (account.keyIsCallers && !this.#isAccepted ? STRANGER_LIVES_MS : keepMs + HOUR_MS),
      onRequests: (count) => {
        this.#sent += count;
      },
      onOutdated: () => this.#granting.reopen(),
    });
    const alone = new AloneShare({
      membership: cluster.membership,
      instance: cluster.instance,
      windows,
      unknownWindows: [...windows, ...presentOf([hour])],
      timeoutMs: cluster.link.timeoutMs,
    });
    this.#granting = new Granting({
      ...{ cluster, clock, isShared, windows, alone },
      ...{ line: this.#line, mirror: this.#mirror, usableMs: USABLE_PART * spans.spreadMs },
    });
  }

  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  accept(): void {
    this.#isAccepted = true;
  }

  async take(
    priority: RequestOptions['priority'],
    signal: AbortSignal,
    client = NOBODY,
    lease?: string,
  ): Promise<number> {
    signal.throwIfAborted();
    this.#closing.throwIfAborted();
    const since = this.#now();
    const deadline = since + (priority === 'interactive' ? PATIENCE_MS : 0);
    const claim = { priority, client: shortened(client), lease: lease ?? null, since, deadline };
    const place = this.#line.add(claim, {
      signals: [signal, this.#closing],
      onLeft: () => this.#granting.run(),
      onWaiting: () => this.#measurements.quotaWaited(),
    });
    this.#granting.run();
    const ticket = await place;
    this.#isUsed = true;
    return ticket;
  }

  stamp(): number {
    return this.#granting.stamp();
  }

  block(forMs: number): void {
    this.#mirror.block(this.#now() + forMs);
    void quietly(this.#mirror.publishBlock(forMs));
    this.#granting.run();
  }

  ready(): Promise<void> {
    return this.#granting.ready();
  }

  budget(): RequestBudget {
    const now = this.#now();
    const allowance = this.#granting.allowance(now);
    const { minute, day } = this.#windows;
    const { blockedUntil } = this.#mirror;
    const resetsAt = Math.max(
      blockedUntil,
      ...presentOf([minute, day]).map((window) => allowance.emptyAt(window, now)),
    );
    const instant = (ms: number) => (ms > now ? new Date(this.#toClock(ms)).toISOString() : null);
    return {
      remainingThisMinute: minute && allowance.remaining(minute, now),
      remainingToday: day && allowance.remaining(day, now),
      blockedUntil: instant(blockedUntil),
      resetsAt: instant(resetsAt),
    };
  }

  outlook(): PollingOutlook {
    const now = this.#now();
    const allowance = this.#granting.allowance(now);
    const ahead = this.#line.waitingCount + this.#granting.foreignAhead;
    const turn = allowance.turnAt({ priority: 'polling' }, ahead, now);
    return {
      sent: this.#sent,
      openAt: this.#toClock(ahead > 0 ? Math.max(turn, now + 1) : turn),
      windows: this.#granting.windows.map((window) => ({
        spanMs: window.spanMs,
        room: allowance.pollingRoom(window, OUTLOOK_PARTS, now),
      })),
    };
  }

  [Symbol.dispose](): void {
    this.#granting[Symbol.dispose]();
  }

  #now(): number {
    return this.#cluster.membership.now();
  }

  /** Redis' time as that of the clock of this instance. */
  #toClock(ms: number): number {
    return ms - this.#now() + this.#clock.now();
  }
}

/** Clients are only distinguished from each other: their names stay here. */
const shortened = (client: string): string =>
  client === NOBODY ? NOBODY : createHash('sha256').update(client).digest('base64url').slice(0, CLIENT_CHARACTERS);

function presentOf<T>(values: readonly (T | null)[]): readonly T[] {
  return values.filter((value) => value !== null);
}
