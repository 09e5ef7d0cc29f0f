import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** How well something is established: of what is in one rank, the longest silent goes first. */
export type Rank = 'stranger' | 'used' | 'accepted';

/** Remembers things by id, where those of a lower rank never push out those of a higher one. */
export interface RankedMemory<T> {
  get(id: string): T | undefined;
  /** Remembers it by its present rank; what was there under the id is let go without `onForgotten`. */
  set(id: string, value: T): void;
  /** Without `onForgotten`. */
  delete(id: string): void;
  /** Forgets what has been silent for too long. */
  sweep(): void;
  clear(): void;
}

export interface RankedMemoryOptions<T> {
  /** How many of each rank are remembered. */
  readonly most: Readonly<Record<Rank, number>>;
  /** How long each is remembered after it was last read or set. */
  readonly idleMs: number;
  /** A rank may rise as time goes by. */
  readonly rankOf: (value: T) => Rank;
  /** It was pushed out, has been silent for too long, or everything was cleared. */
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
        // Pushed out by others of the rank that it had when it came: it may have risen since.
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
