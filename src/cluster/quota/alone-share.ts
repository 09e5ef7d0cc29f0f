import { MICROSECONDS } from '../../upstream/quota/quota-rules.ts';
import type { Membership } from '../membership.ts';
import { type Part, type QuotaWindow, WHOLE } from './allowance.ts';
import { countUntil, RequestLog, type SentRequest, sentRequest } from './request-log.ts';

export interface AloneShareParts {
  readonly membership: Membership;
  readonly instance: string;
  readonly windows: readonly QuotaWindow[];
  /** The windows of an instance that does not know what was sent before. */
  readonly unknownWindows: readonly QuotaWindow[];
}

/**
 * Redis hangs: instances that have nothing to ask of it find out by their next beat, unless it goes on before that. Nothing
 * is sent until Redis was tried once more in vain, so that none uses its share while another one still uses all.
 */
const SILENT_LOSS_MS = 800;
/** The connection was lost: Redis is tried once more as well, and what others were granted before is on its way here. */
const LOSS_MS = 500;
/** Redis is back: until all others have added what they sent alone, each goes on with its own share. */
const SETTLING_MS = 2_000;
/** One that has not come back by then has ended. */
const LONGEST_SETTLING_MS = 8_000;

/** What an instance may send while it cannot know what others send: its share of what was left. Milliseconds of Redis' clock. */
export class AloneShare {
  readonly #parts: AloneShareParts;
  #log: RequestLog | null = null;
  #part: Part = WHOLE;
  #isUnknown = false;
  #isFrozen = false;
  #fromMs = 0;
  #settledAtMs = Number.POSITIVE_INFINITY;

  constructor(parts: AloneShareParts) {
    this.#parts = parts;
  }

  get isActive(): boolean {
    return this.#log !== null;
  }

  /** Nothing may be sent before. */
  get fromMs(): number {
    return this.isActive ? this.#fromMs : 0;
  }

  /** When all others have joined again too; Infinity while Redis is away. */
  get settledAtMs(): number {
    return this.#settledAtMs;
  }

  get part(): Part {
    return this.#part;
  }

  get windows(): readonly QuotaWindow[] {
    return this.#isUnknown ? this.#parts.unknownWindows : this.#parts.windows;
  }

  get requests(): readonly SentRequest[] {
    return this.#log?.requests ?? [];
  }

  /** The ticket of the latest request; 0 if there is none. */
  get head(): number {
    return this.#log?.head ?? 0;
  }

  /** What was sent since it began. */
  get sent(): readonly SentRequest[] {
    return this.requests.slice(countUntil(this.requests, this.#part.sinceMs));
  }

  /** @param known what was sent by all; null if that is unknown */
  begin(known: readonly SentRequest[] | null, { isSilent }: { readonly isSilent: boolean }): void {
    this.#settledAtMs = Number.POSITIVE_INFINITY;
    if (this.#log !== null) return;
    const { membership, windows } = this.#parts;
    const now = membership.now();
    const keepMs = Math.max(0, ...windows.map(({ spanMs }) => spanMs));
    this.#log = new RequestLog(keepMs, known ?? []);
    this.#isUnknown = known === null;
    this.#fromMs = windows.length > 0 ? now + (isSilent ? SILENT_LOSS_MS : LOSS_MS) : 0;
    this.#isFrozen = known === null;
    this.#part = {
      sinceMs: Math.max(now, (known?.at(-1)?.ticket ?? 0) / MICROSECONDS),
      parts: 1,
      of: membership.sharers,
    };
  }

  /** From now on it counts by itself. @param known what was sent by all, as far as has been heard by now */
  freeze(known: readonly SentRequest[]): void {
    if (this.#isFrozen || this.#log === null) return;
    this.#isFrozen = true;
    this.#log.append(known);
    this.#part = { ...this.#part, sinceMs: Math.max(this.#part.sinceMs, this.#log.head / MICROSECONDS) };
  }

  /** Counts one that is sent now. */
  send(client: string, after: number): SentRequest {
    const { membership, instance } = this.#parts;
    const least = Math.ceil(this.#part.sinceMs * MICROSECONDS) + 1;
    const ticket = Math.max(Math.floor(membership.now() * MICROSECONDS), after + 1, least);
    const request = sentRequest(`${ticket}:${instance}:${client}`);
    this.#log?.append([request]);
    return request;
  }

  /** Counts one that Redis has granted while others may be alone. */
  count(ticket: number, client: string): void {
    this.#log?.append([sentRequest(`${ticket}:${this.#parts.instance}:${client}`)]);
  }

  prune(nowMs: number): void {
    this.#log?.prune(nowMs);
  }

  settle(): void {
    this.#settledAtMs = this.#parts.membership.now() + SETTLING_MS;
  }

  /** Whether all may share the whole again. */
  get isSettled(): boolean {
    const { membership } = this.#parts;
    const settledMs = membership.now() - this.#settledAtMs;
    return settledMs >= 0 && (membership.alive >= this.#part.of || settledMs >= LONGEST_SETTLING_MS - SETTLING_MS);
  }

  end(): void {
    this.#log = null;
    this.#part = WHOLE;
    this.#settledAtMs = Number.POSITIVE_INFINITY;
  }
}
