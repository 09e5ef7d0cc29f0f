import type { NamedAccount } from './accounts-file.ts';
import type { Authenticate } from './authenticate.ts';
import { type Account, ALL_SCOPES, type Viewer } from './viewer.ts';

/** An account that the gateway has a key for. */
export const ownAccount = ({ name, key }: NamedAccount): Account => ({ id: name, key, keyIsCallers: false });

/** `open`: whoever asks has the account, and may do everything. */
export function authenticateOpen(account: NamedAccount): Authenticate {
  const viewer: Viewer = { account: ownAccount(account), scopes: ALL_SCOPES, client: account.name, expiresAt: null };
  return () => viewer;
}
