import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { RedisSettings } from '../config/redis.ts';
import type { FlightSharing } from '../contracts/flight-sharing.ts';
import type { Measurements } from '../contracts/measurements.ts';
import type { LedgerOptions } from '../upstream/quota/ledger.ts';
import type { Ledger } from '../upstream/service.ts';
import { accountNames } from './account-names.ts';
import type { Cluster } from './cluster.ts';
import { RedisFlights } from './flights/redis-flights.ts';
import { BeatingMembership } from './membership.ts';
import { createSharedLedger, type SharedLedgerOptions } from './quota/shared-ledger.ts';
import { ReconnectingLink } from './redis-link.ts';
import { AccountShare, type AccountShareParts } from './watches/account-share.ts';
import { RedisWatchStore } from './watches/redis-watch-store.ts';

/** The shared parts, which the gateway uses instead of its own where there are several instances. */
export interface StartedCluster extends Cluster, AsyncDisposable {
  /** The ledger of an account, in place of the one in memory. */
  openLedger(options: LedgerOptions, account: SharedLedgerOptions['account']): Ledger;
  /** The requests of an account that all instances share. */
  openFlights(account: { readonly key: string }): FlightSharing;
  /** An account that all instances read and watch together. */
  share(account: { readonly key: string }, parts: AccountPart): AccountShare;
}

type AccountPart = Pick<AccountShareParts, 'createScheduler' | 'reads' | 'live'>;

export interface ClusterParts {
  readonly log: Logger;
  readonly clock: Clock;
  readonly measurements: Measurements;
}

/** Resolves when the first try to reach Redis has succeeded or failed: a Redis that is away keeps no instance from starting. */
export async function startCluster(settings: RedisSettings, parts: ClusterParts): Promise<StartedCluster> {
  const instance = randomUUID();
  const { prefix } = settings;
  const { clock } = parts;
  const link = new ReconnectingLink({ settings, ...parts });
  const membership = new BeatingMembership({ link, clock, instance, prefix });
  await link.open();
  await membership.beat();
  const cluster: Cluster = { instance, link, membership, namesOf: ({ key }) => accountNames(prefix, key) };
  return {
    ...cluster,
    openLedger: (options, account) => createSharedLedger({ ...options, cluster, account }),
    openFlights: (account) => new RedisFlights({ link, clock, names: cluster.namesOf(account) }),
    share({ key }, parts) {
      const store = new RedisWatchStore({ link, names: accountNames(prefix, key), instance });
      return new AccountShare({ ...parts, store, instance, clock, link, membership });
    },
    async [Symbol.asyncDispose]() {
      await membership[Symbol.asyncDispose]();
      link[Symbol.dispose]();
    },
  };
}
