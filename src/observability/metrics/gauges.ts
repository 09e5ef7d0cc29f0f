import type { WatchedKind } from '../../contracts/measurements.ts';

/** Where the quota of one account stands, in one window. */
export interface QuotaReading {
  /** The configured name; never a key. */
  readonly account: string;
  readonly window: 'minute' | 'day';
  readonly used: number;
  readonly limit: number;
}

/** Present values, read at each scrape. None of them counts what it can look up. */
export interface GaugeSources {
  /** Empty in `passthrough`. */
  quotas(): Iterable<QuotaReading>;
  watches(): ReadonlyMap<WatchedKind, number>;
  sockets(): number;
  streamsByFreshness(): ReadonlyMap<string, number>;
  audioFiles(): Promise<number>;
  isRedisConnected(): boolean;
  pollingAccounts(): number;
}
