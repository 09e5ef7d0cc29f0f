import { hash } from 'node:crypto';
import { DEFAULT_ACCOUNT } from '../config/accounts-file.ts';
import { SCOPES, type Scopes } from './viewer.ts';

/** What the gateway takes of a signed token's claims. They were checked before: these are the issuer's words. */
export interface Claims {
  readonly [claim: string]: unknown;
}

/** Other words, such as `openid`, are another's affair. Both claims count, in either form: issuers differ. */
export function scopesOf({ scope, scopes }: Claims): Scopes {
  const words = new Set([...wordsOf(scope), ...wordsOf(scopes)]);
  return new Set(SCOPES.filter((known) => words.has(known)));
}

const wordsOf = (claim: unknown): readonly unknown[] => {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim : [];
};

/** Null for what is no name. An account that is null names none, as one that is missing. */
export function accountOf({ account: claim }: Claims): string | null {
  const account = claim ?? DEFAULT_ACCOUNT;
  return typeof account === 'string' ? account : null;
}

/** Longer ones name nobody the better, and stay in memory. */
const LONGEST_SUBJECT = 128;

/** Whoever the issuer says that it is; without a word of that, each token is somebody else. */
export function clientOf({ sub }: Claims, token: string): string {
  if (typeof sub === 'string' && sub !== '' && sub.length <= LONGEST_SUBJECT) return sub;
  return hash('sha256', typeof sub === 'string' && sub !== '' ? sub : token);
}
