import type { ClientQuota } from './client-quota.ts';

/** A client may have so many times as many as are free: one alone has four fifths of all, and the next always finds some. */
const TIMES_FREE = 4;

/**
 * Shares out the connections that stay open between clients, as `ClientQuota` counts them for one.
 * @param most of all clients together
 */
export function createConnectionShares(most: number): ClientQuota {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    isFull: (client, count = 1) => (taken.get(client) ?? 0) + count > TIMES_FREE * (most - total - count),
    acquire(client, count = 1) {
      total += count;
      taken.set(client, (taken.get(client) ?? 0) + count);
    },
    release(client, count = 1) {
      total -= count;
      const left = (taken.get(client) ?? 0) - count;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
    },
  };
}

/** A place in each of several quotas. */
export function allOf(...quotas: readonly ClientQuota[]): ClientQuota {
  return {
    isFull: (client, count) => quotas.some((quota) => quota.isFull(client, count)),
    acquire: (client, count) => {
      for (const quota of quotas) quota.acquire(client, count);
    },
    release: (client, count) => {
      for (const quota of quotas) quota.release(client, count);
    },
  };
}
