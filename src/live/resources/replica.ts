import type { Clock } from '../../clock.ts';
import { deepEqual } from '../../domain/common/deep-equal.ts';
import { RateLimitedError } from '../../errors.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';

export interface ReadParts {
  readonly clock: Clock;
  /** How old an answer may be that nobody keeps up to date. */
  readonly maxAgeMs: number;
  readonly log: RequestOptions['log'];
}

export interface ReplicaParts<T> extends ReadParts {
  readonly source: CachedRead<T>;
  /** The service has told what it is, whoever has asked. */
  readonly onAnswer: (isNews: boolean) => void;
  /** Another answer, asked for later, has corrected what was answered last. */
  readonly onAmended?: (answer: T) => void;
  /** A write has changed it. */
  readonly onForgotten: () => void;
  /** Whether queries are answered from here, even if it is older than an answer may be. */
  readonly serves: () => boolean;
}

/** What the service told last of one thing, kept up to date: by asking, and by whatever anybody else asks. */
export class Replica<T extends object> implements Disposable {
  readonly #parts: ReplicaParts<T>;
  readonly #hold: Disposable;
  #controller = new AbortController();
  #isClosed = false;
  /** The identical object for as long as the service tells the same. */
  value: T | null = null;
  /** Epoch ms. */
  answeredAt: number | null = null;
  failure: Error | null = null;
  failedAt = 0;
  /** In a row. */
  failures = 0;
  /** The service is being asked from here, and no write has come between. */
  isFetching = false;

  constructor(parts: ReplicaParts<T>) {
    this.#parts = parts;
    this.#hold = parts.source.pin({
      onAnswer: (answer) => this.#take(answer),
      onInvalidated: () => {
        this.#leave();
        parts.onForgotten();
      },
      onAmended: (answer) => parts.onAmended?.(answer),
      isAuthoritative: () => parts.serves(),
    });
  }

  /** It is so young that it may serve whoever comes, kept up to date or not. */
  get isRecent(): boolean {
    return this.answeredAt !== null && this.#parts.clock.now() - this.answeredAt <= this.#parts.maxAgeMs;
  }

  /**
   * Asks the service, or shares a request that is under way; `anew` does not share one. To be called again only when this
   * has resolved. It resolves early if a write comes between.
   * @returns whether it was answered; all that came of it has been taken in by then
   */
  async fetch(priority: RequestOptions['priority'], fresh: true | 'anew' = true): Promise<boolean> {
    const { source, log } = this.#parts;
    const { signal } = this.#controller;
    if (this.#isClosed) return false;
    this.isFetching = true;
    try {
      await source.read({ signal, priority, onRequest: () => undefined, log }, { fresh });
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return false;
    } finally {
      if (!signal.aborted) this.isFetching = false;
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#hold[Symbol.dispose]();
    this.#leave();
  }

  /** What was asked for before a write, or for nobody any more, is not waited for. */
  #leave(): void {
    this.isFetching = false;
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  #take(answer: T): void {
    const isNews = !deepEqual(this.value, answer);
    if (isNews) this.value = answer;
    this.answeredAt = this.#parts.clock.now();
    this.failure = null;
    this.failures = 0;
    this.#parts.onAnswer(isNews);
  }

  #fail(error: unknown): void {
    this.failure =
      error instanceof Error ? error : new Error('rejected with a value that is not an Error', { cause: error });
    this.failedAt = this.#parts.clock.now();
    // That the quota did not allow it says nothing of the service.
    if (error instanceof RateLimitedError) return;
    this.failures += 1;
    if (this.failures === 1) this.#parts.log.warn({ err: this.failure }, 'poll failed');
  }
}
