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
  readonly #outcome: Promise<T>;
  #waiting = 0;
  #isSettled = false;

  constructor(ask: (signal: AbortSignal) => Promise<T>) {
    this.#outcome = ask(this.#controller.signal);
    const onSettled = () => {
      this.#isSettled = true;
    };
    // Each waiting reader gets a rejection through its own promise; without readers it concerns nobody.
    this.#outcome.then(onSettled, onSettled);
  }

  get joinable(): boolean {
    return !this.#isSettled && !this.#controller.signal.aborted;
  }

  join(signal: AbortSignal): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        this.#leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const done = () => signal.removeEventListener('abort', onAbort);
      this.#outcome.then(
        (value) => {
          done();
          resolve(value);
        },
        (error: unknown) => {
          done();
          reject(error);
        },
      );
    });
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0 && !this.#isSettled) this.#controller.abort();
  }
}
