import type { Clock } from '../../clock.ts';
import type { EventLog } from '../../contracts/event-log.ts';
import type { Measurements, WatchedKind } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import type { SharedResource, WatchSharing } from '../../contracts/watch-sharing.ts';
import { LeaseLostError, RateLimitedError, toError } from '../../errors.ts';
import type { AccountReads, CachedRead } from '../../loaders/account-reads.ts';
import type { ReadOptions } from '../../loaders/read-options.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Priority } from '../kinds/kind.ts';
import type { ReplicaEvent } from '../kinds/replica.ts';
import type { PollOutcome, Scheduler } from '../schedule/polling.ts';

/** The parts of the gateway that watching one account needs. */
export interface WatchingParts {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly reads: AccountReads;
  readonly scheduler: Scheduler;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
  /** Null if this is the only instance of the gateway. */
  readonly sharing: WatchSharing | null;
  /** The service has never accepted the key, which may be invented. */
  readonly isStranger: () => boolean;
}

/** Holds the replica of one address. */
export interface SourceOwner extends SharedResource {
  /** The latest answer, as the replica has it. */
  readonly value: object | null;
  /** Whether queries are answered from here, however old the answer is. */
  readonly isAuthoritative: boolean;
  dispatch(event: ReplicaEvent<object>): void;
  /** Another answer, which was asked for later, has corrected the latest one. */
  amended?(value: object): void;
}

type PollRequest = Pick<RequestOptions, 'priority' | 'signal' | 'trace'>;

/** Longer than the clocks of two instances differ. */
const DECIDED_AFTER_MS = 50;

/** Asks at one address, and dispatches every answer from there, whoever asked for it. No other file here makes requests. */
export class Source implements Disposable {
  readonly #parts: WatchingParts;
  readonly #kind: WatchedKind;
  readonly #read: CachedRead<object>;
  readonly #owner: SourceOwner;
  readonly #held = new DisposableStack();
  #controller = new AbortController();
  #deciding: Disposable | null = null;

  constructor(parts: WatchingParts, kind: WatchedKind, read: CachedRead<object>, owner: SourceOwner) {
    this.#parts = parts;
    this.#kind = kind;
    this.#read = read;
    this.#owner = owner;
    const pin = read.pin({
      onAnswer: (value, asked, at) => owner.dispatch({ is: 'answered', value, asked, at }),
      onAmended: (value) => owner.amended?.(value),
      onInvalidated: () => {
        this.#abort();
        owner.dispatch({ is: 'invalidated' });
      },
      onUncertain: () => this.#decide(),
      isAuthoritative: () => owner.isAuthoritative,
    });
    this.#held.use(pin);
    this.#held.use(parts.sharing?.open(read.address, owner));
  }

  /**
   * @param fresh false: what was read a moment ago serves, as it does for a query. `anew` does not even share a request that
   * is under way: it may be from before the reason to ask.
   */
  async fetch(priority: Priority, fresh: ReadOptions['fresh']): Promise<PollOutcome> {
    const { clock, tracing, sharing } = this.#parts;
    const { signal } = this.#controller;
    if (this.#held.disposed || (priority === 'polling' && sharing?.isFollowing)) return 'refused';
    const span = tracing.start('poll', { kind: 'internal', parent: null, attributes: { 'dubbing.kind': this.#kind } });
    const trace = tracing.request(span.context);
    const previous = this.#owner.value;
    this.#owner.dispatch({ is: 'fetching' });
    let error: Error | null = null;
    let outcome: PollOutcome = 'answered';
    try {
      outcome = await this.#answer({ priority, signal, trace }, fresh);
    } catch (thrown) {
      error = toError(thrown);
    }
    span.set({ 'dubbing.changed': this.#owner.value !== previous });
    span.end(error === null ? 'ok' : 'failed');
    // A write came between, which has been dispatched; or nobody waits any more.
    if (signal.aborted) return 'refused';
    // Another instance asks now: that is no failure, and nobody has to wait.
    const isLeaseLost = error instanceof LeaseLostError;
    this.#owner.dispatch({ is: 'settled', error: isLeaseLost ? null : error, at: clock.now() });
    if (error === null) return outcome;
    return error instanceof RateLimitedError ? 'refused' : 'failed';
  }

  [Symbol.dispose](): void {
    this.#held[Symbol.dispose]();
    this.#deciding?.[Symbol.dispose]();
    this.#abort();
  }

  async #answer(request: PollRequest, fresh: ReadOptions['fresh']): Promise<PollOutcome> {
    const elsewhere = this.#parts.sharing?.elsewhere(this.#read.address, request.signal) ?? null;
    if (elsewhere !== null && (await elsewhere)) return 'answered';
    // Only what this instance has read: the others wait for news, which the memory that all share does not bring.
    const isRemembered = fresh === false && this.#read.peek() !== undefined;
    await this.#ask(request, fresh === false ? !isRemembered : fresh);
    return isRemembered ? 'recalled' : 'answered';
  }

  async #ask(request: PollRequest, fresh: ReadOptions['fresh']): Promise<void> {
    const { log, sharing } = this.#parts;
    const lease = request.priority === 'polling' ? sharing?.lease : undefined;
    try {
      await this.#read.read({ ...request, lease, onRequest: () => undefined, log }, { fresh });
    } catch (error) {
      if (!request.signal.aborted) sharing?.failed(this.#read.address, toError(error));
      throw error;
    }
  }

  /** Two instances were answered differently at the same time: the answer to one more request is later than both. */
  #decide(): void {
    const { clock, tracing } = this.#parts;
    this.#deciding ??= clock.after(DECIDED_AFTER_MS, () => {
      this.#deciding = null;
      const { signal } = this.#controller;
      const trace = tracing.request(null);
      // If this one fails, the next poll decides.
      this.#ask({ priority: 'interactive', signal, trace }, 'anew').catch(() => undefined);
    });
  }

  #abort(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
