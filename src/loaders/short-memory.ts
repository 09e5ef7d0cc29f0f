import { LRUCache } from 'lru-cache';
import { type SharedFlight, startFlight } from './shared-flight.ts';

export interface ReadOptions {
  /** Of the operation that reads: when it is aborted, this reader has left. */
  readonly signal: AbortSignal;
  /** Skips what is remembered (`Cache-Control: no-cache`). A request that is under way is shared all the same. */
  readonly fresh: boolean;
}

/**
 * What one account read a moment ago, and what it is reading now (behaviour, 2): equal requests in flight are
 * one request, and an answer serves for `maxAgeMs` more. A rejection is told to all who waited and is not remembered.
 */
export interface ShortMemory<T> {
  read(key: string, ask: (signal: AbortSignal) => Promise<T>, options: ReadOptions): Promise<T>;
  /** A write has changed it: neither the answer that is remembered nor the one under way serves later readers. */
  forget(key: string): void;
  /** The same for every key of which `concerns` is true: for a write that touches what it does not name. */
  forgetWhere(concerns: (key: string) => boolean): void;
}

/** How many answers of one kind are held; the oldest goes first. Bounds what ids made up by a caller can hold. */
const MAX_ANSWERS = 500;

/** `maxAgeMs` 0 remembers nothing; requests in flight are still shared. */
export function createShortMemory<T extends object>({ maxAgeMs }: { readonly maxAgeMs: number }): ShortMemory<T> {
  const answers = maxAgeMs > 0 ? new LRUCache<string, T>({ max: MAX_ANSWERS, ttl: maxAgeMs }) : null;
  const flights = new Map<string, SharedFlight<T>>();

  const start = (key: string, ask: (signal: AbortSignal) => Promise<T>): SharedFlight<T> => {
    const flight = startFlight(ask);
    flights.set(key, flight);
    return flight;
  };

  const forget = (key: string): void => {
    answers?.delete(key);
    flights.delete(key);
  };

  return {
    async read(key, ask, { signal, fresh }) {
      const remembered = fresh ? undefined : answers?.get(key);
      if (remembered !== undefined) return remembered;
      const underWay = flights.get(key);
      const flight = underWay?.joinable ? underWay : start(key, ask);
      try {
        const answer = await flight.join(signal);
        // After `forget` the flight is no longer the current one: its answer may be from before the write.
        if (flights.get(key) === flight) answers?.set(key, answer);
        return answer;
      } finally {
        if (flights.get(key) === flight && !flight.joinable) flights.delete(key);
      }
    },
    forget,
    forgetWhere(concerns) {
      const keys = new Set([...(answers?.keys() ?? []), ...flights.keys()]);
      for (const key of keys) if (concerns(key)) forget(key);
    },
  };
}
