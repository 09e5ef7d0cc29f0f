import { isWithinShare, pollingShare } from '../../upstream/quota/quota-rules.ts';
import { countUntil, type SentRequest, sentAtMs } from './request-log.ts';

/** A window of the quota that slides. */
export interface QuotaWindow {
  readonly limit: number;
  readonly spanMs: number;
}

/**
 * The part of what is left that may be used: `parts` of `of`. Requests up to `sinceMs` were counted by all together, and
 * come off the whole; later ones are counted by those who have the part. So the parts of all never exceed the limit, at
 * whatever time they were divided.
 */
export interface Part {
  readonly sinceMs: number;
  readonly parts: number;
  readonly of: number;
}

/** Nothing is divided: every request counts for all. */
export const WHOLE: Part = { sinceMs: Number.NEGATIVE_INFINITY, parts: 1, of: 1 };

/** Who wants to send a request. */
export interface Claimant {
  readonly priority: 'interactive' | 'polling';
  readonly client: string;
}

export interface AllowanceParts {
  readonly requests: readonly SentRequest[];
  readonly windows: readonly QuotaWindow[];
  readonly part: Part;
  /** Several clients share the quota: the last third of each window is for those who have used little. */
  readonly isShared: boolean;
  /** Nothing is sent before. */
  readonly blockedUntilMs: number;
}

/**
 * When requests may be sent. All times are milliseconds of Redis' clock. As long as nothing else is sent, what is allowed
 * at some time is allowed at every later time.
 */
export interface Allowance {
  /** Counts one that is sent now. */
  plan(client: string): void;
  /** From when on the key has a place for one more than those ahead. */
  turnAt(claimant: Pick<Claimant, 'priority'>, ahead: number, nowMs: number): number;
  /** From when on the client's share of each window has room. */
  shareAt(client: string, nowMs: number): number;
  /** How many more may be sent now in a window. */
  remaining(window: QuotaWindow, nowMs: number): number;
  /** How many polling requests may be sent by the end of each of so many equal parts of the window's span. */
  pollingRoom(window: QuotaWindow, parts: number, nowMs: number): readonly number[];
  /** When the last request leaves the window; `nowMs` if none is in it. */
  emptyAt(window: QuotaWindow, nowMs: number): number;
}

/** Only requests that both allow. */
export function stricterOf(one: Allowance, other: Allowance): Allowance {
  return {
    plan(client) {
      one.plan(client);
      other.plan(client);
    },
    turnAt: (...claim) => Math.max(one.turnAt(...claim), other.turnAt(...claim)),
    shareAt: (...claim) => Math.max(one.shareAt(...claim), other.shareAt(...claim)),
    remaining: (...at) => Math.min(one.remaining(...at), other.remaining(...at)),
    pollingRoom(...at) {
      const rooms = other.pollingRoom(...at);
      return one.pollingRoom(...at).map((room, part) => Math.min(room, rooms[part] ?? 0));
    },
    emptyAt: (...at) => Math.max(one.emptyAt(...at), other.emptyAt(...at)),
  };
}

/** Given the requests that were sent: pure, and the same on every instance. */
export class LogAllowance implements Allowance {
  readonly #parts: AllowanceParts;
  readonly #baseCount: number;
  /** Those that are sent now, by client: they are as good as sent. */
  readonly #planned = new Map<string, number>();
  #plannedCount = 0;
  readonly #indexesByClient = new Map<string, readonly number[]>();

  constructor(parts: AllowanceParts) {
    this.#parts = parts;
    this.#baseCount = countUntil(parts.requests, parts.part.sinceMs);
  }

  plan(client: string): void {
    this.#plannedCount += 1;
    this.#planned.set(client, (this.#planned.get(client) ?? 0) + 1);
  }

  turnAt({ priority }: Pick<Claimant, 'priority'>, ahead: number, nowMs: number): number {
    const { windows, blockedUntilMs } = this.#parts;
    return windows.reduce(
      (turn, window) => {
        const limit = priority === 'polling' ? pollingShare(window.limit) : window.limit;
        return Math.max(
          turn,
          this.#firstTime(window, nowMs, (gone) => this.#left(limit, gone) > ahead),
        );
      },
      Math.max(nowMs, blockedUntilMs),
    );
  }

  shareAt(client: string, nowMs: number): number {
    if (!this.#parts.isShared) return nowMs;
    return this.#parts.windows.reduce(
      (turn, window) =>
        Math.max(
          turn,
          this.#firstTime(window, nowMs, (gone) => this.#isWithinShare(window.limit, client, gone)),
        ),
      nowMs,
    );
  }

  remaining({ limit, spanMs }: QuotaWindow, nowMs: number): number {
    return Math.max(0, this.#left(limit, this.#goneAt(spanMs, nowMs)));
  }

  pollingRoom({ limit, spanMs }: QuotaWindow, parts: number, nowMs: number): readonly number[] {
    const share = pollingShare(limit);
    return Array.from({ length: parts }, (_, part) => {
      const gone = this.#goneAt(spanMs, nowMs + ((part + 1) * spanMs) / parts);
      return Math.max(0, this.#left(share, gone));
    });
  }

  emptyAt({ spanMs }: QuotaWindow, nowMs: number): number {
    const last = this.#parts.requests.at(-1);
    return last === undefined ? nowMs : Math.max(nowMs, sentAtMs(last) + spanMs);
  }

  /** How many of the requests have left a window by then. */
  #goneAt(spanMs: number, ms: number): number {
    return countUntil(this.#parts.requests, ms - spanMs);
  }

  /** The allowance once so many of the requests have left the window. */
  #left(limit: number, gone: number): number {
    return this.#allowed(limit, gone) - this.#used(gone);
  }

  #allowed(limit: number, gone: number): number {
    const { parts, of } = this.#parts.part;
    return Math.floor(((limit - Math.max(0, this.#baseCount - gone)) * parts) / of);
  }

  #used(gone: number): number {
    return this.#parts.requests.length - Math.max(this.#baseCount, gone) + this.#plannedCount;
  }

  #isWithinShare(limit: number, client: string, gone: number): boolean {
    const allowed = this.#allowed(limit, gone);
    return isWithinShare({ limit: allowed, used: this.#used(gone), ownUsed: this.#usedBy(client, gone) });
  }

  #usedBy(client: string, gone: number): number {
    const from = Math.max(this.#baseCount, gone);
    return this.#indexesOf(client).filter((index) => index >= from).length + (this.#planned.get(client) ?? 0);
  }

  #indexesOf(client: string): readonly number[] {
    const existing = this.#indexesByClient.get(client);
    if (existing !== undefined) return existing;
    const indexes = this.#parts.requests.flatMap((request, index) => (request.client === client ? [index] : []));
    this.#indexesByClient.set(client, indexes);
    return indexes;
  }

  /** The first time, from now on, at which it holds; it goes on to hold as further requests leave the window. */
  #firstTime({ spanMs }: QuotaWindow, nowMs: number, holds: (gone: number) => boolean): number {
    const { requests } = this.#parts;
    const goneNow = this.#goneAt(spanMs, nowMs);
    if (holds(goneNow)) return nowMs;
    // A planned request leaves a whole span later.
    if (!holds(requests.length)) return nowMs + spanMs;
    let [low, high] = [goneNow + 1, requests.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return sentAtMs(requests[low - 1]) + spanMs;
  }
}
