import { hash, randomBytes } from 'node:crypto';
import { type TokenEntry, tokenEntry } from '../config/tokens-file.ts';

/** The prefix makes a leaked token recognisable, also by secret scanners. */
const PREFIX = 'dgw_';
const BYTES = 32;

/** A new token and its entry for AUTH_TOKENS_FILE, or the faults of the request. */
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
