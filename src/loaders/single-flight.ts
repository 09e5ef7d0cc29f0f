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
  const controller = new AbortController();
  let waiting = 0;
  let settled = false;
  const outcome = ask(controller.signal).finally(() => {
    settled = true;
  });
  // Each waiting reader gets a rejection through its own promise; without readers it concerns nobody.
  outcome.catch(() => undefined);

  const leave = () => {
    waiting -= 1;
    if (waiting === 0 && !settled) controller.abort();
  };

  return {
    get joinable() {
      return !settled && !controller.signal.aborted;
    },
    join(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      waiting += 1;
      return new Promise<T>((resolve, reject) => {
        const onAbort = () => {
          leave();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const done = () => signal.removeEventListener('abort', onAbort);
        outcome.then(
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
    },
  };
}
