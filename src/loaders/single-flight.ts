/**
 * One request that several wait for. It goes on as long as one of them is there, and is aborted when the last has left.
 */
export interface SingleFlight<T> {
  /**
   * Settles as the request does, or rejects with the reason of `signal` when the caller leaves before that.
   * To be called only while it is `joinable`.
   */
  join(signal: AbortSignal): Promise<T>;
  /** False once everybody has left, or the request has settled. */
  readonly joinable: boolean;
}

/** Sends the request at once; its `signal` is aborted when nobody waits any more. */
export function startSingleFlight<T>(ask: (signal: AbortSignal) => Promise<T>): SingleFlight<T> {
  return new Flight(ask);
}

/** A class, since V8 makes a hidden class for each literal with a getter, which keeps what it refers to for long. */
class Flight<T> implements SingleFlight<T> {
  readonly #controller = new AbortController();
  readonly #waiters: Waiter<T>[] = [];
  #waiting = 0;
  #isSettled = false;

  constructor(ask: (signal: AbortSignal) => Promise<T>) {
    // Without waiters a rejection concerns nobody.
    ask(this.#controller.signal).then(
      (value) => {
        for (const waiter of this.#settled()) waiter.resolve(value);
      },
      (error: unknown) => {
        for (const waiter of this.#settled()) waiter.reject(error);
      },
    );
  }

  get joinable(): boolean {
    return !this.#isSettled && !this.#controller.signal.aborted;
  }

  join(signal: AbortSignal): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const waiter = new Waiter<T>(this, CallersWaiters.of(signal));
    this.#waiters.push(waiter);
    this.#waiting += 1;
    return waiter.promise;
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0 && !this.#isSettled) this.#controller.abort();
  }

  #settled(): readonly Waiter<T>[] {
    this.#isSettled = true;
    return this.#waiters;
  }
}

/** One of those who wait for a request. Everything after the first of `resolve`, `reject` and `leave` has no effect. */
class Waiter<T> {
  readonly promise: Promise<T>;
  readonly #flight: Flight<T>;
  readonly #ofCaller: CallersWaiters;
  #resolve!: (value: T) => void;
  #reject!: (reason: unknown) => void;

  constructor(flight: Flight<T>, ofCaller: CallersWaiters) {
    this.#flight = flight;
    this.#ofCaller = ofCaller;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    ofCaller.add(this);
  }

  resolve(value: T): void {
    this.#ofCaller.delete(this);
    this.#resolve(value);
  }

  reject(reason: unknown): void {
    this.#ofCaller.delete(this);
    this.#reject(reason);
  }

  /** Its caller has left. */
  leave(reason: unknown): void {
    this.#flight.leave();
    this.#reject(reason);
  }
}

type Leaver = Pick<Waiter<unknown>, 'leave'>;

const WAITERS: unique symbol = Symbol('waiters');
type CallerSignal = AbortSignal & { [WAITERS]?: CallersWaiters };

/**
 * All waiters of one caller. An operation waits for hundreds of answers at once, and an `AbortSignal` searches its listeners one
 * by one, so that it gets one for all as long as there are any.
 */
class CallersWaiters {
  readonly #signal: AbortSignal;
  readonly #waiters = new Set<Leaver>();

  /** Kept in a field of the signal: a `WeakMap` whose values refer to their keys keeps them for long. */
  static of(signal: CallerSignal): CallersWaiters {
    signal[WAITERS] ??= new CallersWaiters(signal);
    return signal[WAITERS];
  }

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(waiter: Leaver): void {
    if (this.#waiters.size === 0) this.#signal.addEventListener('abort', this.#onAbort);
    this.#waiters.add(waiter);
  }

  delete(waiter: Leaver): void {
    if (this.#waiters.delete(waiter) && this.#waiters.size === 0)
      this.#signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    for (const waiter of this.#waiters) waiter.leave(this.#signal.reason);
    this.#waiters.clear();
  };
}
