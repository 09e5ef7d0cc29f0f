import type { NamedAccount } from '../config/accounts-file.ts';
import type { ViewerProfile } from '../domain/viewer-profile.ts';

/** An API key of the service, which decides the quota and the visible objects. */
export interface Account {
  /** Identifies the account in memory and logs; reveals nothing of the key. */
  readonly id: string;
  /** The name in ACCOUNTS_FILE, for the viewer. Null for a key that came with the request. */
  readonly name: string | null;
  /** The API key. Never to be logged, answered or sent anywhere but to the service. */
  readonly key: string;
  /** The key came with the request (`passthrough`), so its rejection is the caller's fault. */
  readonly keyIsCallers: boolean;
}

/** An account that the gateway has a key for. Its id has no space, so it can be a part of other ids. */
export const ownAccount = ({ name, key }: NamedAccount): Account => ({
  id: encodeURIComponent(name),
  name,
  key,
  keyIsCallers: false,
});

/** `read`: queries and subscriptions. `write`: mutations. Neither includes the other. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];
export type Scopes = ReadonlySet<Scope>;

export const ALL_SCOPES: Scopes = new Set(SCOPES);

/** The caller. */
export interface Viewer {
  readonly account: Account;
  readonly scopes: Scopes;
  /** Identifies the client for limits; reveals nothing of a token. */
  readonly client: string;
  /** For the caller's own eyes. Absent or null if its token has none. */
  readonly name?: string | null;
  /** When the token expires, in milliseconds since the epoch. Null for never. */
  readonly expiresAt: number | null;
  /** Aborted when the token is revoked; nothing may be sent afterwards. */
  readonly revoked?: AbortSignal;
  /** No token is needed (`open`): the caller is unknown. */
  readonly isAnonymous?: boolean;
}

/** Null if callers do not sign in. */
export function profileOf({
  name = null,
  account,
  scopes,
  expiresAt,
  isAnonymous = false,
}: Viewer): ViewerProfile | null {
  if (isAnonymous) return null;
  return {
    name,
    account: account.name,
    scopes: SCOPES.filter((scope) => scopes.has(scope)),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** The parts of a viewer that an answer depends on. */
export const cacheScopeOf = ({ account, scopes }: Viewer): string =>
  `${account.id}:${SCOPES.filter((scope) => scopes.has(scope)).join()}`;
