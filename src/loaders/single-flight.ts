/**
 * One request that several wait for. It goes on as long as one of them is there, and is aborted when the last has left.
 */
export interface SingleFlight<T> {
  /**
   * Settles as the request does, or rejects with the reason of `signal` when the caller leaves before that.
   * To be called only while it is `joinable`.
   * @param onValue called before this caller gets the value; may throw what it gets in its place
   */
  join(signal: AbortSignal, onValue?: () => void): Promise<T>;
  /** False once everybody has left, or the request has settled. */
  readonly joinable: boolean;
}

/**
 * Sends the request at once; its `signal` is aborted when nobody waits any more.
 * @param onEnd called once it is no longer joinable, before those who wait get its outcome
 */
export function startSingleFlight<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void = () => {},
): SingleFlight<T> {
  return new Flight(ask, onEnd);
}

/** A class, since V8 makes a hidden class for each literal with a getter, which keeps what it refers to for long. */
class Flight<T> implements SingleFlight<T> {
  readonly #controller = new AbortController();
  readonly #onEnd: () => void;
  /** Null once it has ended: a flight that has become old would keep those who waited until the whole heap is collected. */
  #waiters: Set<Waiter<T>> | null = new Set();

  constructor(ask: (signal: AbortSignal) => Promise<T>, onEnd: () => void) {
    this.#onEnd = onEnd;
    // Each waiting reader gets the outcome through its own promise; without readers it concerns nobody.
    ask(this.#controller.signal).then(
      (value) => this.#settle((waiter) => waiter.resolve(value)),
      (error: unknown) => this.#settle((waiter) => waiter.reject(error)),
    );
  }

  get joinable(): boolean {
    return this.#waiters !== null;
  }

  join(signal: AbortSignal, onValue?: () => void): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise<T>((resolve, reject) => {
      const waiter = new Waiter(this, { signal, resolve, reject, onValue });
      this.#waiters?.add(waiter);
      waitUnder(signal, waiter);
    });
  }

  leave(waiter: Waiter<T>): void {
    this.#waiters?.delete(waiter);
    if (this.#waiters?.size === 0) {
      this.#end();
      this.#controller.abort();
    }
  }

  #settle(settle: (waiter: Waiter<T>) => void): void {
    for (const waiter of this.#end()) {
      stopWaiting(waiter.signal, waiter);
      settle(waiter);
    }
  }

  /** @returns those who wait; nobody if it has ended before */
  #end(): Iterable<Waiter<T>> {
    const waiters = this.#waiters;
    if (waiters === null) return [];
    this.#waiters = null;
    this.#onEnd();
    return waiters;
  }
}

/** One caller of `join`. */
class Waiter<T> {
  readonly signal: AbortSignal;
  readonly reject: (reason: unknown) => void;
  readonly #flight: Flight<T>;
  readonly #resolve: (value: T) => void;
  readonly #onValue: (() => void) | undefined;

  constructor(flight: Flight<T>, { signal, resolve, reject, onValue }: WaiterParts<T>) {
    this.#flight = flight;
    this.signal = signal;
    this.reject = reject;
    this.#resolve = resolve;
    this.#onValue = onValue;
  }

  resolve(value: T): void {
    try {
      this.#onValue?.();
      this.#resolve(value);
    } catch (error) {
      this.reject(error);
    }
  }

  leave(): void {
    this.#flight.leave(this);
    this.reject(this.signal.reason);
  }
}

interface WaiterParts<T> {
  readonly signal: AbortSignal;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
  readonly onValue: (() => void) | undefined;
}

/**
 * The waiters under each signal that has any. An operation may wait for hundreds of reads; a listener for each would cost more
 * than the wait itself. The last one takes the entry away: its waiters refer to their signal, and would keep the operation.
 */
const waitersUnder = new WeakMap<AbortSignal, Set<Pick<Waiter<unknown>, 'leave'>>>();

function waitUnder<T>(signal: AbortSignal, waiter: Waiter<T>): void {
  const waiters = waitersUnder.get(signal);
  if (waiters !== undefined) {
    waiters.add(waiter);
    return;
  }
  waitersUnder.set(signal, new Set([waiter]));
  signal.addEventListener('abort', leaveAll, { once: true });
}

function stopWaiting<T>(signal: AbortSignal, waiter: Waiter<T>): void {
  const waiters = waitersUnder.get(signal);
  if (!waiters?.delete(waiter) || waiters.size > 0) return;
  waitersUnder.delete(signal);
  signal.removeEventListener('abort', leaveAll);
}

function leaveAll({ target }: Event): void {
  const waiters = waitersUnder.get(target as AbortSignal) ?? [];
  waitersUnder.delete(target as AbortSignal);
  for (const waiter of waiters) waiter.leave();
}
