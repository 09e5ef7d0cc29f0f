import { MICROSECONDS } from '../../upstream/quota/quota-rules.ts';
import type { Membership } from '../membership.ts';
import { LATE_TIMER_MS } from '../redis-link.ts';
import {
  type Allowance,
  type AllowanceParts,
  LogAllowance,
  type Part,
  type QuotaWindow,
  stricterOf,
  WHOLE,
} from './allowance.ts';
import { countUntil, RequestLog, type SentRequest, sentRequest } from './request-log.ts';

export interface AloneShareParts {
  readonly membership: Membership;
  readonly instance: string;
  readonly windows: readonly QuotaWindow[];
  /** The windows of an instance that does not know what was sent before. */
  readonly unknownWindows: readonly QuotaWindow[];
  /** After so long without an answer Redis counts as lost. */
  readonly timeoutMs: number;
}

/**
 * Redis hangs: it is tried once more at once, for as long as a command may take. Other instances, which beat each 0.3 s,
 * find out as well meanwhile. Nothing is sent until the try was in vain, so that none uses its share while another one
 * still uses all.
 */
const LEAST_TRY_MS = 400;
const TRY_MARGIN_MS = 100;
/** The connection was lost: Redis is tried once more as well, and what others were granted before is on its way here. */
const LOSS_MS = 500;
/** A process that was busy or stopped reads within so long what it has missed. */
const READING_MS = 300;
/** Redis is back: until all others have added what they sent alone, each goes on with its own share. */
const SETTLING_MS = 1_500;
/** One that has not come back by then has ended. */
const LONGEST_SETTLING_MS = 8_000;
/** So many losses of Redis before all have joined again are kept apart. */
const MOST_SHARES = 8;

/** The share of one loss of Redis: a part of what was left then, and what was sent of it. */
interface Share {
  readonly log: RequestLog;
  part: Part;
  readonly windows: readonly QuotaWindow[];
  /** It counts by itself: what becomes known of others is not added any more. */
  isFrozen: boolean;
}

/**
 * The requests that an instance may send while it does not know those of the others: its share of the rest. If Redis is lost again
 * before all others have joined, another share is added and the first one goes on to count: who has not joined since the
 * first loss knows nothing of the second one. Milliseconds of Redis' clock.
 */
export class AloneShare {
  readonly #parts: AloneShareParts;
  #shares: Share[] = [];
  #fromMs = 0;
  #settledAtMs = Number.POSITIVE_INFINITY;

  constructor(parts: AloneShareParts) {
    this.#parts = parts;
  }

  get isActive(): boolean {
    return this.#shares.length > 0;
  }

  /** Nothing may be sent before. */
  get fromMs(): number {
    return this.isActive ? this.#fromMs : 0;
  }

  /** When all others have joined again too; Infinity while Redis is away. */
  get settledAtMs(): number {
    return this.#settledAtMs;
  }

  get windows(): readonly QuotaWindow[] {
    const { windows, unknownWindows } = this.#parts;
    return this.#shares.some((share) => share.windows === unknownWindows) ? unknownWindows : windows;
  }

  /** The ticket of the latest request; 0 if there is none. */
  get head(): number {
    return Math.max(0, ...this.#shares.map(({ log }) => log.head));
  }

  /** The requests since it began. */
  get sent(): readonly SentRequest[] {
    const [first] = this.#shares;
    return first === undefined ? [] : first.log.requests.slice(countUntil(first.log.requests, first.part.sinceMs));
  }

  /** The least that any share allows. Only while it is active. */
  allowance(common: Pick<AllowanceParts, 'isShared' | 'blockedUntilMs'>): Allowance {
    return this.#shares
      .map(
        ({ log, windows, part }): Allowance => new LogAllowance({ ...common, requests: log.requests, windows, part }),
      )
      .reduce(stricterOf);
  }

  /** Redis is lost. @param known what was sent by all; null if that is unknown */
  begin(known: readonly SentRequest[] | null, { isSilent }: { readonly isSilent: boolean }): void {
    const { membership, windows, unknownWindows, timeoutMs } = this.#parts;
    const now = membership.now();
    const keepMs = Math.max(0, ...windows.map(({ spanMs }) => spanMs));
    const holdMs = isSilent ? Math.max(timeoutMs, LEAST_TRY_MS) + TRY_MARGIN_MS : LOSS_MS;
    this.#settledAtMs = Number.POSITIVE_INFINITY;
    this.#fromMs = windows.length > 0 ? now + holdMs : 0;
    // The first share and the last one bind the most.
    if (this.#shares.length === MOST_SHARES) this.#shares.splice(1, 1);
    this.#shares.push({
      log: new RequestLog(keepMs, known ?? []),
      windows: known === null ? unknownWindows : windows,
      isFrozen: known === null,
      part: {
        sinceMs: Math.max(now, (known?.at(-1)?.ticket ?? 0) / MICROSECONDS),
        parts: 1,
        of: membership.sharers,
      },
    });
  }

  /** Redis is lost again, and nothing has become known of others meanwhile. */
  resume(): void {
    this.#settledAtMs = Number.POSITIVE_INFINITY;
  }

  /**
   * It was waited until this instant. A process that was busy or stopped meanwhile reads first what Redis has sent: it may
   * be joined in a moment.
   */
  wake(dueMs: number): void {
    const now = this.#parts.membership.now();
    if (dueMs === this.#fromMs && now - dueMs > LATE_TIMER_MS) this.#fromMs = now + READING_MS;
  }

  /** From now on it counts by itself. @param known what was sent by all, as far as has been heard by now */
  freeze(known: readonly SentRequest[]): void {
    const share = this.#shares.at(-1);
    if (share === undefined || share.isFrozen) return;
    share.isFrozen = true;
    share.log.append(known);
    share.part = { ...share.part, sinceMs: Math.max(share.part.sinceMs, share.log.head / MICROSECONDS) };
  }

  /** Counts one that is sent now. */
  send(client: string, after: number): SentRequest {
    const { membership, instance } = this.#parts;
    const sinceMs = Math.max(...this.#shares.map(({ part }) => part.sinceMs));
    const least = Math.ceil(sinceMs * MICROSECONDS) + 1;
    const ticket = Math.max(Math.floor(membership.now() * MICROSECONDS), after + 1, least);
    const request = sentRequest(`${ticket}:${instance}:${client}`);
    this.#append(request);
    return request;
  }

  /** Counts one that Redis has granted while others may be alone. */
  count(ticket: number, client: string): void {
    this.#append(sentRequest(`${ticket}:${this.#parts.instance}:${client}`));
  }

  prune(nowMs: number): void {
    for (const { log } of this.#shares) log.prune(nowMs);
  }

  settle(): void {
    this.#settledAtMs = this.#parts.membership.now() + SETTLING_MS + this.#parts.timeoutMs;
  }

  /** Whether all may share the whole again. */
  get isSettled(): boolean {
    const { membership, timeoutMs } = this.#parts;
    const settledMs = membership.now() - this.#settledAtMs;
    const sharers = Math.max(...this.#shares.map(({ part }) => part.of));
    const patienceMs = LONGEST_SETTLING_MS - SETTLING_MS - timeoutMs;
    return settledMs >= 0 && (membership.alive >= sharers || settledMs >= patienceMs);
  }

  end(): void {
    this.#shares = [];
    this.#settledAtMs = Number.POSITIVE_INFINITY;
  }

  #append(request: SentRequest): void {
    for (const { log } of this.#shares) log.append([request]);
  }
}

/** Members that have left without a word may be alone, and use their share: those that are joined leave it to them. */
export function partOfJoined({ missing, sharers }: Pick<Membership, 'missing' | 'sharers'>): Part {
  if (missing.length === 0) return WHOLE;
  const sinceMs = Math.min(...missing.map(({ since }) => since));
  return { sinceMs, parts: sharers - missing.length, of: sharers };
}
