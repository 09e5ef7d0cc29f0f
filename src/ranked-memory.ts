import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** The rank of an entry. Within a rank, the least recently used is evicted first. */
export type Rank = 'stranger' | 'used' | 'accepted';

/** A cache by id in which a lower rank never evicts a higher one. */
export interface RankedMemory<T> {
  get(id: string): T | undefined;
  /** Stores it with its current rank. A previous entry of the id is replaced without `onForgotten`. */
  set(id: string, value: T): void;
  /** Does not call `onForgotten`. */
  delete(id: string): void;
  /** All entries; none of them counts as used. */
  entries(): Iterable<readonly [id: string, value: T]>;
  /** Removes entries that were idle for too long. */
  sweep(): void;
  clear(): void;
}

export interface RankedMemoryOptions<T> {
  /** The maximum number of entries per rank. */
  readonly most: Readonly<Record<Rank, number>>;
  /** How long an entry lives after it was last read or set. */
  readonly idleMs: number;
  /** A rank may rise over time. */
  readonly rankOf: (value: T) => Rank;
  /** The entry was evicted, idle for too long, or cleared. */
  readonly onForgotten?: (value: T) => void;
  readonly clock: Pick<Clock, 'now'>;
}

const RANKS = ['accepted', 'used', 'stranger'] as const;

export function createRankedMemory<T extends object>(options: RankedMemoryOptions<T>): RankedMemory<T> {
  const { most, idleMs, rankOf, onForgotten = () => undefined, clock } = options;
  const shelf = (rank: Rank) =>
    new LRUCache<string, T>({
      max: most[rank],
      ttl: idleMs,
      ttlResolution: 0,
      perf: clock,
      updateAgeOnGet: true,
      disposeAfter(value, id, reason) {
        if (reason === 'delete' || reason === 'set') return;
        // It was evicted by entries of its former rank, but may have risen since.
        if (reason === 'evict' && rankOf(value) !== rank) shelves[rankOf(value)].set(id, value);
        else onForgotten(value);
      },
    });
  const shelves: Readonly<Record<Rank, LRUCache<string, T>>> = {
    accepted: shelf('accepted'),
    used: shelf('used'),
    stranger: shelf('stranger'),
  };
  const put = (id: string, value: T): void => {
    const rank = rankOf(value);
    for (const other of RANKS) if (other !== rank) shelves[other].delete(id);
    shelves[rank].set(id, value);
  };

  return {
    get(id) {
      for (const rank of RANKS) {
        const value = shelves[rank].get(id);
        if (value === undefined) continue;
        if (rankOf(value) !== rank) put(id, value);
        return value;
      }
      return undefined;
    },
    set: put,
    delete(id) {
      for (const rank of RANKS) shelves[rank].delete(id);
    },
    *entries() {
      for (const rank of RANKS) yield* shelves[rank].entries();
    },
    sweep() {
      for (const rank of RANKS) shelves[rank].purgeStale();
    },
    clear() {
      for (const rank of RANKS) {
        for (const value of shelves[rank].values()) onForgotten(value);
        shelves[rank].clear();
      }
    },
  };
}
