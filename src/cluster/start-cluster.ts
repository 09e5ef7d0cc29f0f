import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { RedisSettings } from '../config/redis.ts';
import type { Measurements } from '../contracts/measurements.ts';
import { type AccountNames, accountNames } from './account-names.ts';
import { BeatingMembership, type Membership } from './membership.ts';
import { ReconnectingLink, type RedisLink } from './redis-link.ts';
import { AccountShare, type AccountShareParts } from './watches/account-share.ts';
import { RedisWatchStore } from './watches/redis-watch-store.ts';

/** This instance among all that use the same Redis and prefix: together they are one gateway. */
export interface Cluster extends AsyncDisposable {
  /** Another one at each start. */
  readonly instance: string;
  readonly link: RedisLink;
  readonly membership: Membership;
  namesOf(account: { readonly key: string }): AccountNames;
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
export async function startCluster(settings: RedisSettings, parts: ClusterParts): Promise<Cluster> {
  const instance = randomUUID();
  const { prefix } = settings;
  const { clock } = parts;
  const link = new ReconnectingLink({ settings, ...parts });
  const membership = new BeatingMembership({ link, clock, instance, prefix });
  await link.open();
  return {
    instance,
    link,
    membership,
    namesOf: ({ key }) => accountNames(prefix, key),
    share({ key }, parts) {
      const store = new RedisWatchStore({ link, names: accountNames(prefix, key), instance });
      return new AccountShare({ ...parts, store, clock, link, membership });
    },
    async [Symbol.asyncDispose]() {
      await membership[Symbol.asyncDispose]();
      link[Symbol.dispose]();
    },
  };
}
