import { LRUCache } from 'lru-cache';
import { RateLimitedError } from '../errors.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import { type SingleFlight, startSingleFlight } from './single-flight.ts';

export interface ReadOptions {
  /** Of the operation that reads: when it is aborted, this reader has left. */
  readonly signal: AbortSignal;
  /**
   * True skips what is remembered (`Cache-Control: no-cache`), but shares a request that is under way. `anew` does not even
   * share: that one may be from before what makes this reading necessary.
   */
  readonly fresh: boolean | 'anew';
  /** What the request is made as, if one is made. Default `interactive`. */
  readonly priority?: RequestOptions['priority'];
}

/** Whoever keeps one answer up to date, and so learns what anybody reads of it. */
export interface PinListener<T> {
  /** What the service has just told, by whomever it was asked. */
  onAnswer(answer: T): void;
  /** A write has changed it. */
  onInvalidated(): void;
}

export interface Pin extends Disposable {
  /** While true, the latest answer serves every reader, however old it is. False at first. */
  isAuthoritative: boolean;
}

/**
 * What one account read a moment ago, and what it is reading now (behaviour, 2): equal requests in flight are
 * one request, and an answer serves for `maxAgeMs` more. A rejection is told to all who waited and is not remembered.
 */
export interface ResponseCache<T> {
  read(key: string, ask: (signal: AbortSignal) => Promise<T>, options: ReadOptions): Promise<T>;
  /** The answer that would serve a reader just now without a request; undefined if there is none. */
  peek(key: string): T | undefined;
  /** One holder a key: a later one takes the place of the one before. */
  pin(key: string, holder: PinListener<T>): Pin;
  /** A write has changed it: neither the answer that is remembered nor the one under way serves later readers. */
  invalidate(key: string): void;
  /** The same for every key of which `concerns` is true: for a write that touches what it does not name. */
  invalidateWhere(concerns: (key: string) => boolean): void;
}

/** How many answers of one kind are remembered; the oldest goes first. Bounds what ids made up by a caller can hold. */
const MAX_ANSWERS = 500;

/** `maxAgeMs` 0 remembers nothing but what is held; requests in flight are still shared. */
export function createResponseCache<T extends object>({ maxAgeMs }: { readonly maxAgeMs: number }): ResponseCache<T> {
  return new AnswerMemory<T>(maxAgeMs);
}

class AnswerMemory<T extends object> implements ResponseCache<T> {
  readonly #answers: LRUCache<string, T> | null;
  readonly #flights = new Map<string, Flight<T>>();
  readonly #holds = new Map<string, HeldAnswer<T>>();

  constructor(maxAgeMs: number) {
    this.#answers = maxAgeMs > 0 ? new LRUCache({ max: MAX_ANSWERS, ttl: maxAgeMs }) : null;
  }

  async read(key: string, ask: Ask<T>, options: ReadOptions): Promise<T> {
    return (options.fresh === false ? this.peek(key) : undefined) ?? this.#share(key, ask, options);
  }

  peek(key: string): T | undefined {
    const hold = this.#holds.get(key);
    return (hold?.isAuthoritative ? hold.answer : undefined) ?? this.#answers?.get(key);
  }

  pin(key: string, holder: PinListener<T>): Pin {
    const hold = new HeldAnswer(holder, () => {
      if (this.#holds.get(key) === hold) this.#holds.delete(key);
    });
    this.#holds.set(key, hold);
    return hold;
  }

  invalidate(key: string): void {
    this.#answers?.delete(key);
    this.#flights.delete(key);
    const hold = this.#holds.get(key);
    if (hold === undefined) return;
    hold.answer = undefined;
    hold.holder.onInvalidated();
  }

  invalidateWhere(concerns: (key: string) => boolean): void {
    const keys = new Set([...(this.#answers?.keys() ?? []), ...this.#flights.keys(), ...this.#holds.keys()]);
    for (const key of keys) if (concerns(key)) this.invalidate(key);
  }

  async #share(key: string, ask: Ask<T>, options: ReadOptions): Promise<T> {
    const { signal, fresh, priority = 'interactive' } = options;
    const flight = (fresh === 'anew' ? null : this.#underWay(key)) ?? this.#start(key, ask, priority);
    try {
      return await flight.shared.join(signal);
    } catch (error) {
      if (flight.priority === priority || !isRefusedToPolling(error, flight)) throw error;
    } finally {
      if (this.#flights.get(key) === flight && !flight.shared.joinable) this.#flights.delete(key);
    }
    return this.#share(key, ask, { ...options, fresh: true });
  }

  #underWay(key: string): Flight<T> | null {
    const flight = this.#flights.get(key);
    return flight?.shared.joinable ? flight : null;
  }

  #start(key: string, ask: Ask<T>, priority: RequestOptions['priority']): Flight<T> {
    const shared = startSingleFlight(async (signal) => {
      const answer = await ask(signal);
      // After `forget` the flight is no longer the current one: its answer may be from before the write.
      if (this.#flights.get(key) === flight) this.#keep(key, answer);
      return answer;
    });
    const flight: Flight<T> = { shared, priority };
    this.#flights.set(key, flight);
    return flight;
  }

  #keep(key: string, answer: T): void {
    this.#flights.delete(key);
    this.#answers?.set(key, answer);
    const hold = this.#holds.get(key);
    if (hold === undefined) return;
    hold.answer = answer;
    hold.holder.onAnswer(answer);
  }
}

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** Polling is refused the part of the quota that is kept for whoever waits; one of those, having joined it, asks again. */
function isRefusedToPolling(error: unknown, { priority }: Flight<unknown>): boolean {
  return priority === 'polling' && error instanceof RateLimitedError;
}

interface Flight<T> {
  readonly shared: SingleFlight<T>;
  readonly priority: RequestOptions['priority'];
}

class HeldAnswer<T> implements Pin {
  isAuthoritative = false;
  answer: T | undefined = undefined;
  readonly holder: PinListener<T>;
  readonly #release: () => void;

  constructor(holder: PinListener<T>, release: () => void) {
    this.holder = holder;
    this.#release = release;
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}
