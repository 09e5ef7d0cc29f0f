/** Who asks the process to end: a signal, or the end of the npm that started it. */

/** Each of them by its number, which the exit code of a hurried end is made of. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

/** A signal to the whole group comes twice: npm passes on what it gets itself. Within this it is meant once. */
const ECHO_MS = 1_000;
const LOOK_AT_PARENT_EVERY_MS = 250;

export interface StopRequest {
  /** A signal's name, or `npm ended`. */
  readonly cause: string;
}

/**
 * Resolves with the first request to stop. A signal after that ends the process at once, with 128 + its number: somebody
 * is in a hurry.
 * @param isRunByNpm whether the process ends with its parent. npm passes on SIGTERM and SIGINT only; where it ends by
 *   another signal, or is killed, nobody else ends what it has started.
 */
export function firstStopRequest(isRunByNpm: boolean): Promise<StopRequest> {
  return new Promise((resolve) => {
    let requestedAt: number | null = null;
    const request = (cause: string): void => {
      requestedAt ??= performance.now();
      resolve({ cause });
    };
    for (const [signal, number] of Object.entries(SIGNALS)) {
      const earlier = process.rawListeners(signal);
      process.on(signal, () => {
        if (requestedAt !== null && performance.now() - requestedAt > ECHO_MS) process.exit(128 + number);
        request(signal);
      });
      // Those of `start.js`, removed last: without a listener, a signal that has just come would be lost.
      for (const listener of earlier) process.off(signal, listener as () => void);
    }
    if (isRunByNpm) whenParentEnds(() => request('npm ended'));
  });
}

/** The system gives a process another parent when its own has ended; there is no event for it. */
function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_AT_PARENT_EVERY_MS).unref();
}
