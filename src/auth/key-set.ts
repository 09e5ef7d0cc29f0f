import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { KeysUnavailableError } from './keys-unavailable-error.ts';

/** Fetched again, beside the work, when they are older. */
const FRESH_MS = 10 * 60_000;
/** The issuer's address may be out of order for as long; then nothing can be trusted any more. */
const LONGEST_USE_MS = 24 * 60 * 60_000;
/** A key that is not there may be new. Anybody can name one, so that it is looked for no more often than this. */
const LOOK_AGAIN_MS = 30_000;
/** After a failure: where somebody needs what could not be fetched, and where nobody does yet. */
const PAUSE_MS = 1000;
const LONG_PAUSE_MS = 30_000;

/** The public keys of an issuer, as they stand at its address. */
export interface KeySet {
  /** The key that a token names. @throws KeysUnavailableError; what jose says of a token that names none */
  readonly find: JWTVerifyGetKey;
  /** To be called whenever the keys count, though none is looked for: fetches them again if they are old. */
  keepFresh(): void;
}

export function createKeySet(parts: {
  readonly fetchKeys: () => Promise<string>;
  /** What was found by the keys from before need not hold any more. */
  readonly onChange: () => void;
  readonly log: Logger;
  /** Milliseconds since whenever, never going back. */
  readonly now: () => number;
}): KeySet {
  const { fetchKeys, onChange, log, now } = parts;
  let keys: JWTVerifyGetKey | null = null;
  let text = '';
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  async function fetchAnew(): Promise<void> {
    try {
      const fetched = await fetchKeys();
      if (fetched !== text) {
        keys = createLocalJWKSet(parseKeys(fetched));
        text = fetched;
        onChange();
      }
      fetchedAt = now();
    } catch (error) {
      failedAt = now();
      log.error({ err: error }, 'refresh of signing keys failed');
      throw new KeysUnavailableError({ cause: error });
    } finally {
      fetching = null;
    }
  }

  /** Once at a time, and not at once after a failure. */
  async function refresh(): Promise<void> {
    if (fetching === null && now() - failedAt < PAUSE_MS) throw new KeysUnavailableError();
    fetching ??= fetchAnew();
    await fetching;
  }

  async function usable(): Promise<JWTVerifyGetKey> {
    if (keys === null || now() - fetchedAt > LONGEST_USE_MS) await refresh();
    if (keys === null) throw new KeysUnavailableError();
    return keys;
  }

  return {
    async find(header, token) {
      const askedAt = now();
      const current = await usable();
      try {
        return await current(header, token);
      } catch (error) {
        const isNewest = fetchedAt >= askedAt || askedAt - lookedAt < LOOK_AGAIN_MS;
        if (!(error instanceof errors.JWKSNoMatchingKey) || isNewest) throw error;
        await refresh();
        lookedAt = now();
        return (await usable())(header, token);
      }
    },
    keepFresh() {
      if (now() - fetchedAt <= FRESH_MS || now() - failedAt < LONG_PAUSE_MS) return;
      // What is wrong is told in the log, and to those who need a key that is not there.
      refresh().catch(() => undefined);
    },
  };
}

/** @throws Error where it is no set of keys; of what it is, nothing is told */
function parseKeys(text: string): JSONWebKeySet {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer of JWT_JWKS_URL is not valid JSON.');
  }
}
