import type { Clock } from '../../clock.ts';

interface Waiter {
  readonly settle: (outcome: boolean | Error) => void;
  readonly extend: (ms: number) => void;
}

/** Who waits on this instance for an answer that another one asks for, by address. */
export class Expectations {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiters = new Map<string, Set<Waiter>>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * @param ms how long to wait
   * @returns whether the answer has come; rejects with the failure of the other instance, or with the signal's reason
   */
  wait(address: string, signal: AbortSignal, ms: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiters = this.#waiters.get(address) ?? new Set();
    this.#waiters.set(address, waiters);
    const end = (): void => {
      timer[Symbol.dispose]();
      signal.removeEventListener('abort', onAbort);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiters.get(address) === waiters) this.#waiters.delete(address);
    };
    const settle = (outcome: boolean | Error): void => {
      end();
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const onAbort = (): void => {
      end();
      reject(signal.reason);
    };
    const arm = (afterMs: number) => this.#clock.after(afterMs, () => settle(false));
    let timer = arm(ms);
    const waiter: Waiter = {
      settle,
      extend(byMs) {
        timer[Symbol.dispose]();
        timer = arm(byMs);
      },
    };
    waiters.add(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    return promise;
  }

  /** The other instance is asking: those who wait do so for this long from now on. */
  extend(address: string, ms: number): void {
    for (const waiter of this.#waiters.get(address) ?? []) waiter.extend(ms);
  }

  answered(address: string): void {
    for (const waiter of this.#at(address)) waiter.settle(true);
  }

  /** @returns whether anybody waited */
  failed(address: string, error: Error): boolean {
    const waiters = this.#at(address);
    for (const waiter of waiters) waiter.settle(error);
    return waiters.length > 0;
  }

  /** No answer comes: all are to ask themselves. */
  giveUp(): void {
    for (const address of [...this.#waiters.keys()]) for (const waiter of this.#at(address)) waiter.settle(false);
  }

  #at(address: string): readonly Waiter[] {
    return [...(this.#waiters.get(address) ?? [])];
  }
}
