import type { Clock } from '../../clock.ts';
import type { WatchedKind } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import type { SharedResource, WatchSharing } from '../../contracts/watch-sharing.ts';
import { LeaseLostError, RateLimitedError, toError } from '../../errors.ts';
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
  /** Null if this is the only instance of the gateway. */
  readonly sharing: WatchSharing | null;
  readonly shared: SharedResource;
}

/** Asks at one address, and dispatches every answer from there, whoever asked for it. Only here are promises. */
export class Source<T extends object> implements Disposable {
  readonly #parts: SourceParts<T>;
  readonly #held = new DisposableStack();
  #controller = new AbortController();
  #isClosed = false;

  constructor(parts: SourceParts<T>) {
    const { read, dispatch, isAuthoritative, onAmended = () => undefined, sharing, shared } = parts;
    this.#parts = parts;
    const pin = read.pin({
      onAnswer: (value, asked, at) => dispatch({ is: 'answered', value, asked, at }),
      onAmended,
      onInvalidated: () => {
        this.#abort();
        dispatch({ is: 'invalidated' });
      },
      isAuthoritative,
    });
    this.#held.use(pin);
    this.#held.use(sharing?.open(read.address, shared));
  }

  peek(): T | undefined {
    return this.#parts.read.peek();
  }

  /** `anew` does not share a request that is under way: it may be from before the reason to ask. */
  async fetch(priority: RequestOptions['priority'], fresh: true | 'anew'): Promise<PollOutcome> {
    const { clock, dispatch, latest, tracing, kind, sharing } = this.#parts;
    const { signal } = this.#controller;
    if (this.#isClosed || (priority === 'polling' && sharing?.isFollowing)) return 'refused';
    const span = tracing.start('poll', { kind: 'internal', parent: null, attributes: { 'dubbing.kind': kind } });
    const trace = tracing.request(span.context);
    const previous = latest();
    dispatch({ is: 'fetching' });
    let error: Error | null = null;
    try {
      const elsewhere = sharing?.elsewhere(this.#parts.read.address, signal) ?? null;
      if (elsewhere === null || !(await elsewhere)) await this.#ask({ priority, signal, trace }, fresh);
    } catch (thrown) {
      error = toError(thrown);
    }
    span.set({ 'dubbing.changed': latest() !== previous });
    span.end(error === null ? 'ok' : 'failed');
    // A write came between, which has been dispatched; or nobody waits any more.
    if (signal.aborted) return 'refused';
    // Another instance asks now: that is no failure, and nobody has to wait.
    const isLeaseLost = error instanceof LeaseLostError;
    dispatch({ is: 'settled', error: isLeaseLost ? null : error, at: clock.now() });
    if (error === null) return 'answered';
    return error instanceof RateLimitedError ? 'refused' : 'failed';
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#held[Symbol.dispose]();
    this.#abort();
  }

  async #ask(request: Pick<RequestOptions, 'priority' | 'signal' | 'trace'>, fresh: true | 'anew'): Promise<void> {
    const { read, log, sharing } = this.#parts;
    const lease = request.priority === 'polling' ? sharing?.lease : undefined;
    try {
      await read.read({ ...request, lease, onRequest: () => undefined, log }, { fresh });
    } catch (error) {
      if (!request.signal.aborted) sharing?.failed(read.address, toError(error));
      throw error;
    }
  }

  #abort(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
