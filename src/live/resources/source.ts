import type { Clock } from '../../clock.ts';
import type { WatchedKind } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import { RateLimitedError, toError } from '../../errors.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { PollOutcome } from '../schedule/polling.ts';
import type { ReplicaEvent } from './replica.ts';

export interface SourceParts<T> {
  readonly clock: Clock;
  readonly log: RequestOptions['log'];
  readonly tracing: Tracing;
  readonly kind: WatchedKind;
  readonly read: CachedRead<T>;
  readonly dispatch: (event: ReplicaEvent<T>) => void;
  /** Another answer, which was asked for later, has corrected the latest one. */
  readonly onAmended?: (value: T) => void;
  /** The latest answer, as its replica has it. */
  readonly latest: () => T | null;
  /** Whether queries are answered from here, however old the answer is. */
  readonly isAuthoritative: () => boolean;
}

/** Asks at one address, and dispatches every answer from there, whoever asked for it. Only here are promises. */
export class Source<T extends object> implements Disposable {
  readonly #parts: SourceParts<T>;
  readonly #pin: Disposable;
  #controller = new AbortController();
  #isClosed = false;

  constructor(parts: SourceParts<T>) {
    const { clock, dispatch, isAuthoritative, onAmended = () => undefined } = parts;
    this.#parts = parts;
    this.#pin = parts.read.pin({
      onAnswer: (value, asked) => dispatch({ is: 'answered', value, asked, at: clock.now() }),
      onAmended,
      onInvalidated: () => {
        this.#abort();
        dispatch({ is: 'invalidated' });
      },
      isAuthoritative,
    });
  }

  peek(): T | undefined {
    return this.#parts.read.peek();
  }

  /** `anew` does not share a request that is under way: it may be from before the reason to ask. */
  async fetch(priority: RequestOptions['priority'], fresh: true | 'anew'): Promise<PollOutcome> {
    const { read, log, clock, dispatch, latest, tracing, kind } = this.#parts;
    const { signal } = this.#controller;
    if (this.#isClosed) return 'refused';
    const span = tracing.start('poll', { kind: 'internal', parent: null, attributes: { 'dubbing.kind': kind } });
    const trace = tracing.request(span.context);
    const previous = latest();
    dispatch({ is: 'fetching' });
    let error: Error | null = null;
    try {
      await read.read({ signal, priority, onRequest: () => undefined, log, trace }, { fresh });
    } catch (thrown) {
      error = toError(thrown);
    }
    span.set({ 'dubbing.changed': latest() !== previous });
    span.end(error === null ? 'ok' : 'failed');
    // A write came between, which has been dispatched; or nobody waits any more.
    if (signal.aborted) return 'refused';
    dispatch({ is: 'settled', error, at: clock.now() });
    if (error === null) return 'answered';
    return error instanceof RateLimitedError ? 'refused' : 'failed';
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#pin[Symbol.dispose]();
    this.#abort();
  }

  #abort(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
