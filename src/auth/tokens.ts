import { hash, timingSafeEqual } from 'node:crypto';
import type { NamedAccount } from '../config/accounts-file.ts';
import type { TokenEntry } from '../config/tokens-file.ts';
import { UnauthenticatedError } from '../errors.ts';
import type { AuthenticateViewer } from './authenticate.ts';
import { readBearer } from './bearer.ts';
import { ownAccount, type Viewer } from './viewer.ts';

interface AcceptedToken {
  readonly digest: Buffer;
  readonly viewer: Viewer;
  readonly revoke: () => void;
}

/** The accepted tokens of the gateway's own (`tokens`). */
export interface Tokens {
  readonly authenticate: AuthenticateViewer;
  /** Replaces the accepted tokens. Connections of a removed or changed token are closed. */
  replace(entries: readonly TokenEntry[]): void;
}

export function createTokens(accounts: readonly NamedAccount[]): Tokens {
  /** Keyed by the whole entry, so that a changed entry is a different one. */
  let accepted = new Map<string, AcceptedToken>();

  function accept(entry: TokenEntry): AcceptedToken {
    const { name, sha256, scopes } = entry;
    const account = accounts.find((other) => other.name === entry.account);
    if (account === undefined) throw new Error('A token has no account although its file was validated.');
    const revocation = new AbortController();
    return {
      digest: Buffer.from(sha256, 'hex'),
      viewer: {
        account: ownAccount(account),
        scopes: new Set(scopes),
        client: name,
        name,
        expiresAt: null,
        revoked: revocation.signal,
      },
      revoke: () => revocation.abort(),
    };
  }

  return {
    authenticate({ authorization }) {
      const token = readBearer(authorization);
      if (token === null) {
        throw new UnauthenticatedError('This gateway needs a token of its own, as `Authorization: Bearer <token>`.');
      }
      const viewer = find(accepted.values(), hash('sha256', token, 'buffer'));
      if (viewer === null) throw new UnauthenticatedError('The token is not accepted.');
      return viewer;
    },
    replace(entries) {
      const previous = accepted;
      accepted = new Map(
        entries.map((entry) => {
          const { name, sha256, scopes, account } = entry;
          const identity = JSON.stringify([name, sha256, scopes.toSorted(), account]);
          return [identity, previous.get(identity) ?? accept(entry)];
        }),
      );
      for (const [identity, token] of previous) if (!accepted.has(identity)) token.revoke();
    },
  };
}

/** Compares with every token in constant time, so that the duration reveals nothing. */
function find(tokens: Iterable<AcceptedToken>, digest: Buffer): Viewer | null {
  let found: Viewer | null = null;
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token.viewer;
  return found;
}
