import type { Clock } from '../clock.ts';
import type { AnswerPlace } from '../contracts/answer-sharing.ts';
import { type Measurements, NO_MEASUREMENTS } from '../contracts/measurements.ts';
import type { RequestTrace } from '../contracts/tracing.ts';
import { RecurringMap } from '../domain/common/recurring-map.ts';
import { RateLimitedError } from '../errors.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import { isCertainlyAfter, isLater, isUncertain, LastTickets } from './answer-order.ts';
import { type AnswerRoom, createAnswerRoom } from './answer-room.ts';
import { give, type PinListener, type Pinned } from './pin-listener.ts';
import type { Ask, OnTicket, ReadOptions } from './read-options.ts';
import { type Remembered, RememberedAnswers } from './remembered-answers.ts';
import { type SingleFlight, startSingleFlight } from './single-flight.ts';

export interface ResponseCacheParts<T> {
  /** 0 remembers only what is pinned; requests in flight are still shared. */
  readonly maxAgeMs: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Where large answers are counted. Default: a room of this cache's own. */
  readonly room?: AnswerRoom;
  /** Counts hits and misses. Default: nothing is counted. */
  readonly measurements?: Measurements | undefined;
  /** The ticket of a read that has sent no request yet (`Ledger.stamp`). Default: a count of this cache's own. */
  readonly stamp?: () => number;
  /** Makes an answer agree with what else is known of the same thing, before anybody gets it. */
  readonly reconcile?: (key: string, answer: T, asked: number) => T;
  /** The answer is from before another one that says otherwise: it is not remembered. Default: it never is. */
  readonly isOutdated?: (key: string, answer: T, asked: number) => boolean;
  /** Called with each answer that is kept, when it came, and the trace of its request if this instance has made it. */
  readonly onAnswer?: (answer: T, at: number, trace: RequestTrace | undefined) => void;
  /** Called with each answer to a request of this instance that is kept, before any reader here gets it. */
  readonly onAsked?: (key: string, remembered: Remembered<T>) => void;
}

/**
 * Remembers what one account read a moment ago, and shares what it is reading now: equal requests in flight are one
 * request, and an answer serves for `maxAgeMs` more. A rejection reaches all who waited and is not remembered.
 */
export interface ResponseCache<T> extends Disposable {
  read(key: string, ask: Ask<T>, options: ReadOptions): Promise<T>;
  /** The answer that would serve a reader just now without a request; undefined if there is none. */
  peek(key: string): T | undefined;
  /** Whether a listener keeps the answer up to date at the moment. */
  isWatched(key: string): boolean;
  /** One listener for each key: a later one takes the place of the earlier one. */
  pin(key: string, listener: PinListener<T>): Disposable;
  /** A listener that has no answer yet begins with this one. */
  handOn(key: string, remembered: Remembered<T>): void;
  /** The latest answer that serves readers without a request, with its place in the order; null if there is none. */
  latest(key: string): Remembered<T> | null;
  /** An answer that another instance of the gateway has asked for. @returns whether it is the latest one now */
  absorb(key: string, remembered: Remembered<T>): boolean;
  /** The service has answered another instance the same as the latest answer here. @returns false if there is none */
  confirm(key: string, place: AnswerPlace): boolean;
  /**
   * A write has changed it: neither the answer that is remembered nor the one under way serves later readers.
   * @param by the place of the write in the order of the requests; default: after all of them
   */
  invalidate(key: string, by?: number): void;
  /** The same for every key that `concerns`: for a write that touches what it does not name. */
  invalidateWhere(concerns: (key: string) => boolean, by?: number): void;
  /** Corrects the latest answer, if it was asked for before `asked`. */
  amend(key: string, asked: number, change: (answer: T) => T): void;
  /** Forgets the remembered answers that are `outdated`. An answer that is pinned stays with its listener. */
  forgetWhere(isOutdated: (key: string, answer: T, asked: number) => boolean): void;
}

/** Answers of one kind that are remembered; the oldest goes first. Bounds what ids made up by a caller can hold. */
const MAX_ANSWERS = 500;

export function createResponseCache<T extends object>(parts: ResponseCacheParts<T>): ResponseCache<T> {
  return new AnswerCache<T>(parts);
}

class AnswerCache<T extends object> implements ResponseCache<T> {
  readonly #maxAgeMs: number;
  /** Null before the first answer: it takes some 30 kB, and most accounts never read most things. */
  #answers: RememberedAnswers<T> | null = null;
  /** Those that can be joined. */
  readonly #flights = new RecurringMap<string, Flight<T>>();
  readonly #pins = new Map<string, Pinned<T>>();
  readonly #measurements: Measurements;
  readonly #stamp: () => number;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #room: AnswerRoom;
  readonly #onAnswer: NonNullable<ResponseCacheParts<T>['onAnswer']>;
  readonly #onAsked: NonNullable<ResponseCacheParts<T>['onAsked']>;
  readonly #writes = new LastTickets(MAX_ANSWERS);
  /** The tickets of the latest answers, also of those that are not remembered any more. */
  readonly #latest = new LastTickets(MAX_ANSWERS);
  /** Answers of other instances before they were reconciled and amended here, as those confirm them. */
  readonly #published = new WeakMap<Remembered<T>, T>();
  readonly #reconcile: NonNullable<ResponseCacheParts<T>['reconcile']>;
  readonly #isOutdated: NonNullable<ResponseCacheParts<T>['isOutdated']>;
  #asked = 0;

  constructor(parts: ResponseCacheParts<T>) {
    const { maxAgeMs, clock, room, measurements, stamp, reconcile, isOutdated, onAnswer, onAsked } = parts;
    this.#clock = clock;
    this.#room = room ?? createAnswerRoom();
    this.#measurements = measurements ?? NO_MEASUREMENTS;
    this.#maxAgeMs = maxAgeMs;
    this.#stamp = stamp ?? (() => ++this.#asked);
    this.#onAnswer = onAnswer ?? (() => {});
    this.#onAsked = onAsked ?? (() => {});
    this.#reconcile = reconcile ?? ((_key, answer) => answer);
    this.#isOutdated = isOutdated ?? (() => false);
  }

  read(key: string, ask: Ask<T>, options: ReadOptions): Promise<T> {
    const remembered = options.fresh === false ? this.latest(key) : null;
    this.#measurements.cacheRead('short', remembered !== null);
    if (remembered === null) return this.#share(key, ask, options);
    this.handOn(key, remembered);
    return Promise.resolve(remembered.answer);
  }

  peek(key: string): T | undefined {
    return this.latest(key)?.answer;
  }

  latest(key: string): Remembered<T> | null {
    return (this.isWatched(key) ? this.#pins.get(key)?.latest : this.#answers?.get(key)) ?? null;
  }

  absorb(key: string, remembered: Remembered<T>): boolean {
    const { answer, asked } = remembered;
    // An earlier answer corrects nothing else, either.
    const isEarlier = asked <= this.#writes.of(key) || asked < this.#latest.of(key);
    if (isEarlier || this.#isUncertain(key, remembered)) return false;
    const reconciled = { ...remembered, answer: this.#reconcile(key, answer, asked) };
    this.#published.set(reconciled, answer);
    return this.#keep(key, reconciled);
  }

  isWatched(key: string): boolean {
    const pinned = this.#pins.get(key);
    return pinned !== undefined && pinned.latest !== null && pinned.listener.isAuthoritative();
  }

  pin(key: string, listener: PinListener<T>): Disposable {
    const pinned: Pinned<T> = { listener, latest: null };
    this.#pins.set(key, pinned);
    return {
      [Symbol.dispose]: () => {
        if (this.#pins.get(key) === pinned) this.#pins.delete(key);
      },
    };
  }

  handOn(key: string, remembered: Remembered<T>): void {
    const pinned = this.#pins.get(key);
    if (pinned !== undefined && pinned.latest === null) give(pinned, remembered);
  }

  confirm(key: string, place: AnswerPlace): boolean {
    const last = this.#pins.get(key)?.latest ?? this.#answers?.get(key) ?? null;
    if (last !== null) this.absorb(key, { ...place, answer: this.#published.get(last) ?? last.answer });
    return last !== null;
  }

  invalidate(key: string, by = this.#stamp()): void {
    // A write that is known already is reported once more when instances meet again.
    if (by <= this.#writes.of(key)) return;
    const pinned = this.#pins.get(key);
    const lastAsked = Math.max(this.#answers?.peek(key)?.asked ?? 0, pinned?.latest?.asked ?? 0);
    // An answer that was asked for before those that are known here is older than they are, whatever the write.
    this.#writes.note(key, Math.max(by, lastAsked));
    this.#flights.delete(key);
    if (isCertainlyAfter(lastAsked, by)) return;
    this.#answers?.delete(key);
    if (pinned === undefined) return;
    pinned.latest = null;
    pinned.listener.onInvalidated();
  }

  invalidateWhere(concerns: (key: string) => boolean, by = this.#stamp()): void {
    const keys = new Set([...(this.#answers?.keys() ?? []), ...this.#flights.keys(), ...this.#pins.keys()]);
    for (const key of keys) if (concerns(key)) this.invalidate(key, by);
  }

  amend(key: string, asked: number, change: (answer: T) => T): void {
    const pinned = this.#pins.get(key);
    for (const latest of new Set([this.#answers?.peek(key), pinned?.latest])) {
      if (latest && latest.asked < asked) latest.answer = change(latest.answer);
    }
    if (pinned?.latest) pinned.listener.onAmended?.(pinned.latest.answer);
  }

  forgetWhere(isOutdated: (key: string, answer: T, asked: number) => boolean): void {
    for (const [key, { answer, asked }] of this.#answers?.entries() ?? []) {
      if (isOutdated(key, answer, asked)) this.#answers?.delete(key);
    }
  }

  [Symbol.dispose](): void {
    this.#answers?.[Symbol.dispose]();
    this.#answers = null;
  }

  #rememberAnswers(): RememberedAnswers<T> {
    const [maxAgeMs, clock, room] = [this.#maxAgeMs, this.#clock, this.#room];
    return new RememberedAnswers({ maxAgeMs, clock, room, most: MAX_ANSWERS });
  }

  #share(key: string, ask: Ask<T>, options: ReadOptions): Promise<T> {
    const { signal, fresh, priority = 'interactive', onAnswer } = options;
    const joined = fresh === 'anew' ? undefined : this.#flights.get(key);
    this.#measurements.cacheRead('shared', joined !== undefined);
    joined?.trace?.link(options.trace);
    const flight = joined ?? this.#start(key, ask, options);
    const answer = flight.shared.join(signal, onAnswer && (() => onAnswer(flight.size.bytes)));
    if (flight.priority === priority) return answer;
    return answer.catch((error: unknown) => {
      if (!isRefusedToPolling(error, flight)) throw error;
      return this.#share(key, ask, { ...options, fresh: true });
    });
  }

  #start(key: string, ask: Ask<T>, { priority = 'interactive', trace }: ReadOptions): Flight<T> {
    let asked = this.#stamp();
    let foreign: Omit<AnswerPlace, 'asked'> | undefined;
    const onTicket: OnTicket = (ticket, place) => {
      asked = ticket;
      foreign = place;
    };
    const size = { bytes: 0 };
    const onAnswer = (bytes: number): void => {
      size.bytes = bytes;
    };
    const onEnd = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const shared = startSingleFlight(async (signal) => {
      let answer = await ask(signal, onTicket, this.#latest.of(key) - 1, onAnswer);
      // Another instance may have asked before it was known here that the thing has changed.
      if (foreign !== undefined && this.#isOutdated(key, answer, asked))
        answer = await ask(signal, onTicket, asked, onAnswer);
      const place = { asked, ...(foreign ?? { answered: this.#stamp(), at: this.#clock.now(), by: null }) };
      // After a write, or where it was asked again since, the flight is no longer the current one: its answer may be old.
      const isCurrent = this.#flights.get(key) === flight;
      if (isCurrent) this.#flights.delete(key);
      const isKept = isCurrent && !this.#isUncertain(key, { ...place, answer });
      const reconciled = this.#reconcile(key, answer, isKept ? asked : Number.NEGATIVE_INFINITY);
      if (!isKept) return reconciled;
      const remembered = { ...place, answer: reconciled, bytes: size.bytes };
      // Another instance that has asked has said so to all.
      if (foreign === undefined) this.#onAsked(key, remembered);
      else this.#published.set(remembered, answer);
      this.#keep(key, remembered, trace);
      return reconciled;
    }, onEnd);
    const flight: Flight<T> = { shared, priority, trace, size };
    this.#flights.set(key, flight);
    return flight;
  }

  #isUncertain(key: string, next: Remembered<T>): boolean {
    const { latest, listener } = this.#pins.get(key) ?? { latest: null };
    if (latest === null || !isUncertain(latest, next)) return false;
    listener?.onUncertain?.();
    return true;
  }

  /** @returns whether it is the latest one: that of another instance, asked for later, may have come sooner */
  #keep(key: string, remembered: Remembered<T>, trace?: RequestTrace): boolean {
    const { answer, asked, at } = remembered;
    if (asked < this.#latest.of(key)) return false;
    this.#latest.note(key, asked);
    if (this.#maxAgeMs > 0 && !this.#isOutdated(key, answer, asked)) {
      this.#answers ??= this.#rememberAnswers();
      this.#answers.set(key, remembered);
    }
    this.#onAnswer(answer, at, trace);
    const pinned = this.#pins.get(key);
    if (pinned === undefined) return true;
    if (isLater(pinned.latest, asked)) return false;
    give(pinned, remembered);
    return true;
  }
}

/** Polling is refused the part of the quota that is kept for interactive requests; a reader who has joined it asks again. */
function isRefusedToPolling(error: unknown, { priority }: Flight<unknown>): boolean {
  return priority === 'polling' && error instanceof RateLimitedError;
}

interface Flight<T> {
  readonly shared: SingleFlight<T>;
  readonly trace: RequestTrace | undefined;
  readonly priority: RequestOptions['priority'];
  /** The size of its answer; 0 before there is one. */
  readonly size: { readonly bytes: number };
}
