import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { missingScope, UnauthenticatedError } from '../errors.ts';
import type { Account, Viewer } from './viewer.ts';

/** How long an accepted key counts as proven: the uploads of half a day cost one more request. */
const PROVEN_MS = 12 * 60 * 60_000;
const MOST_PROVEN = 2000;

/**
 * Whether the files of whoever asks are worth receiving, found out before any of them has come.
 *
 * In `passthrough` anybody can name a key, and the service alone knows whether it is one: a few who invent keys and send
 * slowly would take all the places for uploads. So a key is proven first, by one cheap read. Where that fails in any
 * other way than by a refusal of the key, nothing is known against it, nor for it.
 * @returns whether the key is proven, or needs no proof
 */
export function createUploadAdmission(parts: {
  /** A read of the account. */
  readonly ask: (account: Account) => Promise<unknown>;
  readonly clock: Clock;
}): (viewer: Viewer) => Promise<boolean> {
  const { ask, clock } = parts;
  const proven = new LRUCache<string, true>({ max: MOST_PROVEN, ttl: PROVEN_MS, ttlResolution: 0, perf: clock });

  return async ({ account, scopes }) => {
    if (!scopes.has('write')) throw missingScope('write', 'an upload');
    if (!account.keyIsCallers || proven.has(account.id)) return true;
    try {
      await ask(account);
      proven.set(account.id, true);
      return true;
    } catch (error) {
      if (error instanceof UnauthenticatedError) throw error;
      return false;
    }
  };
}
