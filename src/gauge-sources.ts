import type { AccountRegistry } from './account-registry.ts';
import type { RedisLink } from './cluster/redis-link.ts';
import type { Config } from './config/index.ts';
import type { GaugeSources, QuotaReading } from './observability/metrics/gauges.ts';
import type { RunningServer } from './server/server.ts';
import type { AudioStore } from './services/audio-store.ts';

export interface GaugeSourceParts {
  readonly config: Pick<Config, 'auth' | 'quota'>;
  readonly accounts: AccountRegistry;
  readonly server: Pick<RunningServer, 'streaming'>;
  readonly audioStore: Pick<AudioStore, 'count'>;
  readonly cluster: { readonly link: Pick<RedisLink, 'state'> | null };
}

/** Where the gauges of the metrics read the present state of the gateway. */
export function gaugeSources(parts: GaugeSourceParts): GaugeSources {
  const { config, accounts, server, audioStore, cluster } = parts;
  return {
    quotas: () => (config.auth.mode === 'passthrough' ? [] : quotasOf(accounts, config.quota)),
    watches: () => countBy(accounts.watched(), ({ kind }) => kind),
    streamsByFreshness: () =>
      countBy(
        accounts.watched(),
        ({ freshness }) => freshness,
        ({ readers }) => readers,
      ),
    sockets: () => server.streaming().sockets,
    audioFiles: () => audioStore.count(),
    isRedisConnected: () => cluster.link?.state === 'joined',
    pollingAccounts: () => accounts.pollingCount(),
  };
}

function* quotasOf(accounts: AccountRegistry, quota: Config['quota']): Generator<QuotaReading> {
  for (const [id, { remainingThisMinute, remainingToday }] of accounts.budgets()) {
    const account = decodeURIComponent(id);
    if (remainingThisMinute !== null) {
      yield { account, window: 'minute', limit: quota.perMinute, used: quota.perMinute - remainingThisMinute };
    }
    if (remainingToday !== null) {
      yield { account, window: 'day', limit: quota.perDay, used: quota.perDay - remainingToday };
    }
  }
}

function countBy<T, Key>(
  values: Iterable<T>,
  keyOf: (value: T) => Key,
  amountOf: (value: T) => number = () => 1,
): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + amountOf(value));
  return counts;
}
