import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { AnswerPlace } from '../contracts/answer-sharing.ts';
import type { AnswerRoom, RoomPlace } from './answer-room.ts';

/** The latest answer at one address. */
export interface Remembered<T> extends AnswerPlace {
  /** An amendment replaces it. */
  answer: T;
  /** The size of the answer, as the service sent it; absent where another instance has passed it on. */
  readonly bytes?: number;
}

export interface RememberedAnswersParts {
  /** More than 0. */
  readonly maxAgeMs: number;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly room: AnswerRoom;
  /** The most answers; the oldest goes first. */
  readonly most: number;
}

interface Entry<T> {
  readonly remembered: Remembered<T>;
  readonly place: RoomPlace;
}

/** The answers of one kind that serve readers for a moment, by their keys: bounded in number and in bytes, and gone once they are old. */
export class RememberedAnswers<T> implements Disposable {
  readonly #parts: RememberedAnswersParts;
  readonly #entries: LRUCache<string, Entry<T>>;
  /** Null as long as nothing is remembered. */
  #cleaning: Disposable | null = null;

  constructor(parts: RememberedAnswersParts) {
    const { most, maxAgeMs, clock } = parts;
    this.#parts = parts;
    this.#entries = new LRUCache({
      max: most,
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: clock,
      dispose: ({ place }) => place.release(),
    });
  }

  get(key: string): Remembered<T> | undefined {
    return this.#entries.get(key)?.remembered;
  }

  peek(key: string): Remembered<T> | undefined {
    return this.#entries.peek(key)?.remembered;
  }

  set(key: string, remembered: Remembered<T>): void {
    this.delete(key);
    const place = this.#parts.room.keep(remembered.bytes ?? 0, () => this.#forget(key, remembered));
    if (place === null) return;
    this.#entries.set(key, { remembered, place }, { start: remembered.at });
    this.#cleaning ??= this.#cleanLater();
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  *entries(): Iterable<readonly [string, Remembered<T>]> {
    for (const [key, { remembered }] of this.#entries.entries()) yield [key, remembered];
  }

  [Symbol.dispose](): void {
    this.#cleaning?.[Symbol.dispose]();
    this.#cleaning = null;
    this.#entries.clear();
  }

  /** Another answer may have taken its place. */
  #forget(key: string, remembered: Remembered<T>): void {
    if (this.#entries.peek(key)?.remembered === remembered) this.#entries.delete(key);
  }

  /** An answer that is too old serves nobody, and may be large. */
  #cleanLater(): Disposable {
    return this.#parts.clock.after(this.#parts.maxAgeMs + 1, () => {
      this.#entries.purgeStale();
      this.#cleaning = this.#entries.size > 0 ? this.#cleanLater() : null;
    });
  }
}
