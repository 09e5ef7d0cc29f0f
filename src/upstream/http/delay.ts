import type { Clock } from '../../clock.ts';

/** Waits; rejects at once with the reason of whichever signal is aborted first. Leaves no timer and no listener. */
export function delay(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      timer[Symbol.dispose]();
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => finish(() => reject(signals.find((signal) => signal.aborted)?.reason));
    const timer = clock.after(ms, () => finish(resolve));
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    if (signals.some((signal) => signal.aborted)) onAbort();
  });
}
