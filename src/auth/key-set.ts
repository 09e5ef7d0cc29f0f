import type { KeyObject } from 'node:crypto';
import { errors } from 'jose';
import type { Logger } from 'pino';
import { KeysUnavailableError } from './keys-unavailable-error.ts';
import { readKeys, type UnusableKey, type UsableKey } from './usable-keys.ts';

/** Older keys are refreshed in the background. */
const FRESH_MS = 10 * 60_000;
/** If the issuer fails for longer than this, its keys are no longer trusted. */
const LONGEST_USE_MS = 24 * 60 * 60_000;
/**
 * An unknown or changed key may be new. Every caller can send a token that needs one, so the set is fetched no more
 * often than this.
 */
const LOOK_AGAIN_MS = 30_000;
/**
 * After a failure nothing is fetched for this long. Without any keys the pauses grow up to this, because an issuer may
 * start together with the gateway.
 */
const PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1000;
/** The maximum number of keys to try for a token without `kid`. */
const MOST_TRIES = 100;

/** The part of a token's header that identifies its key. */
interface KeyHint {
  readonly alg?: string | undefined;
  readonly kid?: string | undefined;
}

/** The public keys of an issuer. */
export interface KeySet {
  /**
   * Tries each key that may have signed a token; if none fits, fetches the set and tries again.
   * @param attempt throws `JWSSignatureVerificationFailed` if another key signed the token
   * @throws KeysUnavailableError; JWKSNoMatchingKey; the error of the last attempt
   */
  try<Result>(hint: KeyHint, attempt: (key: KeyObject) => Promise<Result>): Promise<Result>;
  /** Refreshes old keys. Call it when a cached result is used. */
  keepFresh(): void;
}

export interface KeySetParts {
  readonly fetchKeys: () => Promise<string>;
  /** Results of the previous keys are no longer valid. */
  readonly onChange: () => void;
  readonly log: Logger;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createKeySet({ fetchKeys, onChange, log, now }: KeySetParts): KeySet {
  let keys: readonly UsableKey[] | null = null;
  let text = '';
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;
  const logUnusable = createUnusableLog(log);

  async function fetchAnew(): Promise<void> {
    try {
      const fetched = await fetchKeys();
      if (fetched !== text) {
        const { usable, unusable } = readKeys(fetched);
        logUnusable(unusable);
        keys = usable;
        text = fetched;
        onChange();
      }
      fetchedAt = now();
      failures = 0;
    } catch (error) {
      failedAt = now();
      failures += 1;
      log.error({ err: error }, 'refresh of signing keys failed');
      throw new KeysUnavailableError();
    } finally {
      fetching = null;
    }
  }

  const isPausing = (): boolean => now() - failedAt < (keys === null ? firstPause(failures) : PAUSE_MS);

  /** One fetch at a time, and none soon after a failure. */
  async function refresh(): Promise<void> {
    if (fetching === null && isPausing()) throw new KeysUnavailableError();
    fetching ??= fetchAnew();
    await fetching;
  }

  async function usableKeys(): Promise<readonly UsableKey[]> {
    if (keys === null || now() - fetchedAt > LONGEST_USE_MS) await refresh();
    if (keys === null) throw new KeysUnavailableError();
    return keys;
  }

  /** Whether a fetch can bring other keys than those that were tried. Not while the issuer fails. */
  async function hasRenewed(tried: readonly UsableKey[], triedAt: number): Promise<boolean> {
    if (keys !== tried) return true;
    const isDue = fetchedAt < triedAt && triedAt - lookedAt >= LOOK_AGAIN_MS;
    if (fetching === null && !isDue) return false;
    lookedAt = triedAt;
    await refresh().catch(() => undefined);
    return keys !== tried;
  }

  return {
    async try(hint, attempt) {
      const triedAt = now();
      const tried = await usableKeys();
      try {
        return await tryEach(tried, hint, attempt);
      } catch (error) {
        if (!isForOtherKey(error) || !(await hasRenewed(tried, triedAt))) throw error;
        return tryEach(await usableKeys(), hint, attempt);
      }
    },
    keepFresh() {
      if (now() - fetchedAt <= FRESH_MS || isPausing()) return;
      // The failure is logged, and reported only to callers who need a missing key.
      refresh().catch(() => undefined);
    },
  };
}

const firstPause = (failures: number): number => Math.min(PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));

async function tryEach<Result>(
  keys: readonly UsableKey[],
  { alg, kid }: KeyHint,
  attempt: (key: KeyObject) => Promise<Result>,
): Promise<Result> {
  const candidates = keys.filter((key) => key.algorithm === alg && (kid === undefined || key.kid === kid));
  let failure: unknown = new errors.JWKSNoMatchingKey();
  for (const { publicKey } of candidates.slice(0, MOST_TRIES)) {
    try {
      return await attempt(publicKey);
    } catch (error) {
      if (!isForOtherKey(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const isForOtherKey = (error: unknown): boolean =>
  error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey;

const MOST_NAMED = 20;
const LONGEST_KID = 100;

/** Logs the unusable members of a set once, until they change. */
function createUnusableLog(log: Logger): (unusable: readonly UnusableKey[]) => void {
  let logged = '[]';
  return (unusable) => {
    const named = unusable
      .slice(0, MOST_NAMED)
      .map(({ place, kid, reason }) => ({ place, kid: kid?.slice(0, LONGEST_KID) ?? null, reason }));
    if (JSON.stringify(named) === logged) return;
    logged = JSON.stringify(named);
    if (named.length > 0) log.warn({ unusable: named }, 'some keys of the issuer are not used');
  };
}
