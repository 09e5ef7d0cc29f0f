import type { NamedAccount } from '../config/accounts-file.ts';
import type { ViewerProfile } from '../domain/viewer-profile.ts';

/** Whose quota is used and whose things are seen: one API key of the service. */
export interface Account {
  /** Names the account in memory and in logs; tells nothing of the key. */
  readonly id: string;
  /** The name in ACCOUNTS_FILE, for whoever asks to see; null of a key that came with the request. */
  readonly name: string | null;
  /** The API key. Never to be logged, answered or sent anywhere but to the service. */
  readonly key: string;
  /** The key came with the request (`passthrough`), so that its refusal is the caller's affair. */
  readonly keyIsCallers: boolean;
}

/** One that the gateway has a key for. Its id has no space, so that it can stand beside other things. */
export const ownAccount = ({ name, key }: NamedAccount): Account => ({
  id: encodeURIComponent(name),
  name,
  key,
  keyIsCallers: false,
});

/** `read`: queries and subscriptions. `write`: mutations. Neither holds the other. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];
export type Scopes = ReadonlySet<Scope>;

export const ALL_SCOPES: Scopes = new Set(SCOPES);

/** Who asks. */
export interface Viewer {
  readonly account: Account;
  readonly scopes: Scopes;
  /** Names whoever asks, for what each may have a limited number of; tells nothing of a token. */
  readonly client: string;
  /** When it is no longer known who asks: milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Aborted when the token was taken back; then nothing more is to be sent. */
  readonly revoked?: AbortSignal;
  /** No token is asked for (`open`): nothing is known of whoever asks. */
  readonly isAnonymous?: boolean;
}

/** Null where nobody signs in. */
export function profileOf({ account, scopes, expiresAt, isAnonymous = false }: Viewer): ViewerProfile | null {
  if (isAnonymous) return null;
  return {
    account: account.name,
    scopes: SCOPES.filter((scope) => scopes.has(scope)),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** What of a viewer an answer depends on, beside what was asked. */
export const cacheScopeOf = ({ account, scopes }: Viewer): string =>
  `${account.id}:${SCOPES.filter((scope) => scopes.has(scope)).join()}`;
