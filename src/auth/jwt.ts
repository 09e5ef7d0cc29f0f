import { createSecretKey, hash } from 'node:crypto';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { SigningKeys } from '../config/access.ts';
import type { NamedAccount } from '../config/accounts-file.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { AuthenticateViewer } from './authenticate.ts';
import { readBearer } from './bearer.ts';
import { accountOf, clientOf, nameOf, scopesOf } from './claims.ts';
import { fetchKeys } from './fetch-keys.ts';
import { createKeySet, type KeySet } from './key-set.ts';
import { KeysUnavailableError } from './keys-unavailable-error.ts';
import { ALGORITHMS } from './usable-keys.ts';
import { ownAccount, type Viewer } from './viewer.ts';

export interface JwtParts {
  /** The kind of key decides which algorithms are allowed. */
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
  readonly accounts: readonly NamedAccount[];
  readonly log: Logger;
  readonly clock: Clock;
}

/** How far the issuer's clock may be ahead. Expiry is judged by the gateway's own clock. */
const CLOCK_TOLERANCE_SECONDS = 5;
/** A verified token is cached for an hour: verifying costs more than most queries. */
const VERIFIED_MS = 60 * 60_000;
const MAX_VERIFIED_TOKENS = 1000;

/** `jwt`: tokens that an issuer signs. */
export function authenticateJwt({ accounts, log, clock, ...parts }: JwtParts): AuthenticateViewer {
  const createCache = () =>
    new LRUCache<string, Viewer>({ max: MAX_VERIFIED_TOKENS, ttl: VERIFIED_MS, ttlResolution: 0, perf: clock });
  let viewers = createCache();
  const onKeysChange = (): void => {
    viewers = createCache();
  };
  const { verify, keepFresh } = createVerifier({ ...parts, log, clock, onKeysChange });

  function toViewer(payload: JWTPayload, token: string): Viewer {
    const name = accountOf(payload);
    const account = accounts.find((other) => other.name === name);
    if (account === undefined) throw new ForbiddenError('The token is for an account that this gateway does not have.');
    return {
      account: ownAccount(account),
      scopes: scopesOf(payload),
      client: clientOf(payload, token),
      name: nameOf(payload),
      expiresAt: (payload.exp ?? 0) * 1000,
    };
  }

  return async ({ authorization }) => {
    const token = readBearer(authorization);
    if (token === null) {
      throw new UnauthenticatedError(
        'This gateway needs a token of its issuer (a JWT), as `Authorization: Bearer <token>`.',
      );
    }
    keepFresh();
    // A result is cached with the key set that verified it, and is invalid with a newer set.
    const memory = viewers;
    const digest = hash('sha256', token);
    let viewer = memory.get(digest);
    if (viewer === undefined) {
      viewer = toViewer(await verify(token).catch(refuse(log)), token);
      memory.set(digest, viewer);
    }
    if (viewer.expiresAt !== null && viewer.expiresAt <= clock.wallTime()) throw expired();
    return viewer;
  };
}

const expired = () => new UnauthenticatedError('The token has expired.');

/** The reason is for the operator's log. It would only help an attacker. */
const refuse =
  (log: Logger) =>
  (error: unknown): never => {
    if (error instanceof KeysUnavailableError) throw error;
    if (error instanceof errors.JWTExpired) throw expired();
    log.debug({ err: error }, 'token rejected');
    throw new UnauthenticatedError('The token is not accepted.', { cause: error });
  };

interface Verifier extends Pick<KeySet, 'keepFresh'> {
  /** The claims of a valid token. @throws KeysUnavailableError; jose's error for an invalid token */
  verify(token: string): Promise<JWTPayload>;
}

function createVerifier({
  keys,
  issuer,
  audience,
  log,
  clock,
  onKeysChange,
}: Omit<JwtParts, 'accounts'> & { readonly onKeysChange: () => void }): Verifier {
  const claims = { issuer, audience, requiredClaims: ['exp'], clockTolerance: CLOCK_TOLERANCE_SECONDS };
  const present = () => ({ currentDate: new Date(clock.wallTime()) });
  if ('secret' in keys) {
    const options = { ...claims, algorithms: ['HS256'] };
    const secret = createSecretKey(Buffer.from(keys.secret));
    return {
      verify: async (token) => (await jwtVerify(token, secret, { ...options, ...present() })).payload,
      keepFresh: () => undefined,
    };
  }
  const { jwksUrl } = keys;
  const set = createKeySet({
    fetchKeys: () => fetchKeys(jwksUrl, clock),
    onChange: onKeysChange,
    log,
    now: clock.now,
  });
  // The keys are fetched before the first token arrives, or the log has the reason.
  set.keepFresh();
  const options = { ...claims, algorithms: [...ALGORITHMS] };
  return {
    verify: async (token) =>
      set.try(decodeProtectedHeader(token), async (key) => {
        return (await jwtVerify(token, key, { ...options, ...present() })).payload;
      }),
    keepFresh: set.keepFresh,
  };
}
