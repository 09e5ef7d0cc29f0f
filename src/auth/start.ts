import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Access } from '../config/access.ts';
import { DEFAULT_ACCOUNT, type NamedAccount } from '../config/accounts-file.ts';
import type { AuthenticateViewer, Authentication } from './authenticate.ts';
import { authenticateOpen } from './open.ts';
import { authenticatePassthrough } from './passthrough.ts';
import { watchTokens } from './watch-tokens.ts';

/**
 * Authentication in the configured mode (BEHAVIOUR.md, "Callers").
 * @throws UnusableTokensError if the token file has become invalid since the check
 */
export async function startAuthentication(parts: {
  readonly access: Access;
  readonly accounts: readonly NamedAccount[];
  readonly log: Logger;
  readonly clock: Clock;
}): Promise<Authentication> {
  const { access, accounts, log, clock } = parts;
  if (access.mode === 'passthrough') return lasting(authenticatePassthrough());
  if (access.mode === 'tokens') return watchTokens({ path: access.file, accounts, log });
  if (access.mode === 'jwt') {
    // Only this mode loads jose.
    const { authenticateJwt } = await import('./jwt.ts');
    return lasting(authenticateJwt({ ...access, accounts, log, clock }));
  }
  const account = accounts.find(({ name }) => name === DEFAULT_ACCOUNT);
  // The configuration requires one for this mode.
  if (account === undefined) throw new Error('AUTH_MODE=open needs an account.');
  return lasting(authenticateOpen(account));
}

const lasting = (authenticate: AuthenticateViewer): Authentication => ({
  authenticate,
  [Symbol.dispose]: () => undefined,
});
