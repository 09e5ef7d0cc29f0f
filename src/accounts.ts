import { LRUCache } from 'lru-cache';
import type { Account } from './auth/viewer.ts';
import { type AccountReads, type AccountReadsParts, createAccountReads } from './loaders/account-reads.ts';
import type { Service } from './upstream/service.ts';

export interface AccountsParts extends Omit<AccountReadsParts, 'service'> {
  readonly connect: (account: Account) => Service;
}

/** What the gateway holds of each account, apart from all others. */
export interface Accounts extends Disposable {
  reads(account: Account): AccountReads;
}

/** What an account has read is forgotten when it has not been heard of for this long. */
const READS_IDLE_MS = 60 * 60 * 1000;
/** How much of its quota it has used is kept for as long as the longest window of the quota. */
const SERVICE_IDLE_MS = 24 * 60 * 60 * 1000;
/** In `passthrough` anybody can name an account: the one that was silent for longest goes first. */
const MAX_ACCOUNTS = 200;
const MAX_SERVICES = 2000;
const SWEEP_EVERY_MS = 10 * 60 * 1000;

export function createAccounts({ connect, ...parts }: AccountsParts): Accounts {
  const services = new LRUCache<string, Service>({ max: MAX_SERVICES, ttl: SERVICE_IDLE_MS });
  const reads = new LRUCache<string, AccountReads>({
    max: MAX_ACCOUNTS,
    ttl: READS_IDLE_MS,
    updateAgeOnGet: true,
    dispose: (forgotten) => forgotten[Symbol.dispose](),
  });
  const sweep = setInterval(() => reads.purgeStale(), SWEEP_EVERY_MS).unref();

  return {
    reads(account) {
      const known = reads.get(account.id);
      const service = known?.service ?? services.get(account.id) ?? connect(account);
      // Heard of just now: the count of its quota is kept for as long again.
      services.set(account.id, service);
      if (known) return known;
      const made = createAccountReads({ ...parts, service });
      reads.set(account.id, made);
      return made;
    },
    [Symbol.dispose]() {
      clearInterval(sweep);
      reads.clear();
      services.clear();
    },
  };
}
