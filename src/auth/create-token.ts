import { hash, randomBytes } from 'node:crypto';
import { type TokenEntry, tokenEntry } from '../config/tokens-file.ts';

/** So that one that lies about is known for what it is, also by programs that look for secrets. */
const PREFIX = 'dgw_';
const BYTES = 32;

/** A new token, and what AUTH_TOKENS_FILE has to hold for it to be accepted; or what is wrong with what was asked for. */
export function createToken(asked: {
  readonly name: string | undefined;
  readonly scopes: readonly string[];
  readonly account: string | undefined;
}): { readonly token: string; readonly entry: TokenEntry } | { readonly faults: readonly string[] } {
  const token = `${PREFIX}${randomBytes(BYTES).toString('base64url')}`;
  const { data: entry, error } = tokenEntry.safeParse({ ...asked, sha256: hash('sha256', token) });
  if (entry) return { token, entry };
  return { faults: error.issues.map(({ path, message }) => `--${String(path[0])} ${message}`) };
}
