import { hash } from 'node:crypto';
import { DEFAULT_ACCOUNT } from '../config/accounts-file.ts';
import { SCOPES, type Scopes } from './viewer.ts';

/** The claims of a signed token that the gateway uses. The signature is already verified. */
export interface Claims {
  readonly [claim: string]: unknown;
}

/** Other words, such as `openid`, are ignored. Both claims count, in either form, because issuers differ. */
export function scopesOf({ scope, scopes }: Claims): Scopes {
  const words = new Set([...wordsOf(scope), ...wordsOf(scopes)]);
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

const wordsOf = (claim: unknown): readonly unknown[] => {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim : [];
};

/** Null for an invalid name. A null account is the same as a missing one. */
export function accountOf({ account: claim }: Claims): string | null {
  const account = claim ?? DEFAULT_ACCOUNT;
  return typeof account === 'string' ? account : null;
}

/** A longer text would only fill memory. */
const LONGEST_SUBJECT = 128;

/** The name that a page shows of who is signed in: that of the person or program, else the subject. */
export function nameOf({ name, sub }: Claims): string | null {
  const texts = [name, sub].filter((text) => typeof text === 'string' && text !== '' && text.length <= LONGEST_SUBJECT);
  return (texts[0] as string | undefined) ?? null;
}

/** The subject, if the issuer sets one; otherwise each token is a client of its own. */
export function clientOf({ sub }: Claims, token: string): string {
  if (typeof sub === 'string' && sub !== '' && sub.length <= LONGEST_SUBJECT) return sub;
  return hash('sha256', typeof sub === 'string' && sub !== '' ? sub : token);
}
