import { LRUCache } from 'lru-cache';
import type { Account } from './auth/viewer.ts';
import type { Clock } from './live/clock.ts';
import { createLive } from './live/create-live.ts';
import type { Live } from './live/live.ts';
import type { Scheduler } from './live/polling.ts';
import { type AccountReads, type AccountReadsParts, createAccountReads } from './loaders/account-reads.ts';
import type { Service } from './upstream/service.ts';

export interface AccountsParts extends Omit<AccountReadsParts, 'service'> {
  readonly connect: (account: Account) => Service;
  /** Who decides when the service of an account is asked for what is watched. */
  readonly schedule: (service: Service) => Scheduler;
  /** Of the watches. */
  readonly clock: Clock;
}

/** What the gateway holds of one account. */
export interface HeldAccount {
  readonly reads: AccountReads;
  readonly live: Live;
}

/** What the gateway holds of each account, apart from all others. */
export interface Accounts extends Disposable {
  of(account: Account): HeldAccount;
}

/** What an account has read is forgotten when it has not been heard of for this long. */
const READS_IDLE_MS = 60 * 60 * 1000;
/** How much of its quota it has used is kept for as long as the longest window of the quota. */
const SERVICE_IDLE_MS = 24 * 60 * 60 * 1000;
/** In `passthrough` anybody can name an account: the one that was silent for longest goes first. */
const MAX_ACCOUNTS = 200;
const MAX_SERVICES = 2000;
const SWEEP_EVERY_MS = 10 * 60 * 1000;

export function createAccounts({ connect, schedule, clock, ...parts }: AccountsParts): Accounts {
  const services = new LRUCache<string, Service>({ max: MAX_SERVICES, ttl: SERVICE_IDLE_MS });
  const held = new LRUCache<string, HeldAccount & Disposable>({
    max: MAX_ACCOUNTS,
    ttl: READS_IDLE_MS,
    updateAgeOnGet: true,
    dispose: (forgotten) => forgotten[Symbol.dispose](),
  });
  const sweep = setInterval(() => held.purgeStale(), SWEEP_EVERY_MS).unref();

  const hold = (service: Service): HeldAccount & Disposable => {
    const reads = createAccountReads({ ...parts, service });
    const live = createLive({ reads, scheduler: schedule(service), clock, log: parts.log });
    return {
      reads,
      live,
      [Symbol.dispose]() {
        live[Symbol.dispose]();
        reads[Symbol.dispose]();
      },
    };
  };

  return {
    of(account) {
      const known = held.get(account.id);
      const service = known?.reads.service ?? services.get(account.id) ?? connect(account);
      // Heard of just now: the count of its quota is kept for as long again.
      services.set(account.id, service);
      if (known) return known;
      const made = hold(service);
      held.set(account.id, made);
      return made;
    },
    [Symbol.dispose]() {
      clearInterval(sweep);
      held.clear();
      services.clear();
    },
  };
}
