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

interface RememberedAnswersParts {
  /** More than 0. */
  readonly maxAgeMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly room: AnswerRoom;
  /** The most answers; the oldest goes first. */
  readonly most: number;
}

interface Entry<T> {
  readonly remembered: Remembered<T>;
  readonly place: RoomPlace;
}

/** The answers of one kind that serve readers for a moment, by their keys: bounded in number and in bytes. */
export class RememberedAnswers<T> implements Disposable {
  readonly #room: AnswerRoom;
  readonly #entries: LRUCache<string, Entry<T>>;

  constructor({ maxAgeMs, clock, room, most }: RememberedAnswersParts) {
    this.#room = room;
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
    const place = this.#room.keep(remembered.bytes ?? 0, () => this.delete(key));
    if (place === null) return;
    this.#entries.set(key, { remembered, place }, { start: remembered.at });
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
    this.#entries.clear();
  }
}
