import { LRUCache } from 'lru-cache';

/** An execution whose result is there for readers that come later. */
interface Settled {
  /** Drops the result: who needs it executes the event again. */
  forget(): void;
}

/** The results of executed events, over all cohorts. Each goes with its event, and the oldest go before that, beyond a bound. */
export interface SettledEvents {
  /** @param bytes that the result takes */
  keep(execution: Settled, bytes: number): void;
}

/** An event may be the last one for days, and thousands of readers may each select something else of it. */
const MOST_BYTES = 32 * 1024 * 1024;
const BYTES_OF_EXECUTION = 1024;

export function createSettledEvents(): SettledEvents {
  const kept = new LRUCache<object, { readonly execution: WeakRef<Settled>; readonly bytes: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ execution }) => execution.deref()?.forget(),
  });
  return {
    keep(execution, bytes) {
      // The largest takes the whole room: its readers are still to be sent it.
      const counted = Math.min(bytes + BYTES_OF_EXECUTION, MOST_BYTES);
      kept.set({}, { execution: new WeakRef(execution), bytes: counted });
    },
  };
}
