import type { NamedAccount } from '../config/accounts-file.ts';
import type { AuthenticateViewer } from './authenticate.ts';
import { ALL_SCOPES, ownAccount, type Viewer } from './viewer.ts';

/** `open`: every caller has the account and all scopes. */
export function authenticateOpen(account: NamedAccount): AuthenticateViewer {
  const viewer: Viewer = {
    account: ownAccount(account),
    scopes: ALL_SCOPES,
    client: account.name,
    expiresAt: null,
    isAnonymous: true,
  };
  return () => viewer;
}
