import type { KeyObject } from 'node:crypto';
import { errors } from 'jose';
import type { Logger } from 'pino';
import { KeysUnavailableError } from './keys-unavailable-error.ts';
import { readKeys, type UnusableKey, type UsableKey } from './usable-keys.ts';

/** Fetched again, beside the work, when they are older. */
const FRESH_MS = 10 * 60_000;
/** The issuer's address may be out of order for as long; then nothing can be trusted any more. */
const LONGEST_USE_MS = 24 * 60 * 60_000;
/**
 * A key that is not there, or another of the same name, may be new. Anybody can send a token that needs one, so that it is
 * looked for no more often than this.
 */
const LOOK_AGAIN_MS = 30_000;
/**
 * After a failure nothing is fetched for as long, whoever needs it. Where there are no keys yet, the pauses only grow to that:
 * an issuer may start together with the gateway.
 */
const PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1000;
/** Of several keys that a token without `kid` may be signed with, so many are tried. */
const MOST_TRIES = 100;

/** What the header of a token says of the key that it is signed with. */
interface KeyHint {
  readonly alg?: string | undefined;
  readonly kid?: string | undefined;
}

/** The public keys of an issuer, as they stand at its address. */
export interface KeySet {
  /**
   * Tries each key that a token may be signed with, and where none fits, those that the issuer has by now.
   * @param attempt throws `JWSSignatureVerificationFailed` where the token is signed with another key
   * @throws KeysUnavailableError; JWKSNoMatchingKey; what the last attempt has thrown
   */
  try<Result>(hint: KeyHint, attempt: (key: KeyObject) => Promise<Result>): Promise<Result>;
  /** To be called whenever the keys count, though none is looked for: fetches them again if they are old. */
  keepFresh(): void;
}

export interface KeySetParts {
  readonly fetchKeys: () => Promise<string>;
  /** What was found by the keys from before need not hold any more. */
  readonly onChange: () => void;
  readonly log: Logger;
  /** Milliseconds since any moment, never going back. */
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

  /** Once at a time, and not soon after a failure. */
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

  /** Whether there may be other keys than those that were tried. Where the issuer fails, there are not. */
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
      // What is wrong is said in the log, and to those who need a key that is not there.
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

/** Names the members of a set that are not used, once for as long as they are the same. */
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
