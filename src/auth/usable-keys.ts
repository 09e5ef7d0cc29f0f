import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Allowed signature algorithms, each with its kind of key. */
export const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** A usable public key. */
export interface UsableKey {
  /** The issuer's `kid`. Null without one. */
  readonly kid: string | null;
  readonly algorithm: Algorithm;
  readonly publicKey: KeyObject;
}

/** An unusable member of a set: its index and the reason. */
export interface UnusableKey {
  readonly place: number;
  readonly kid: string | null;
  readonly reason: string;
}

/** The keys of a set (RFC 7517). An unusable key costs only itself. */
export function readKeys(text: string): {
  readonly usable: readonly UsableKey[];
  readonly unusable: readonly UnusableKey[];
} {
  const usable: UsableKey[] = [];
  const unusable: UnusableKey[] = [];
  for (const [place, member] of membersOf(text).entries()) {
    const key = readKey(member);
    if (typeof key === 'string') unusable.push({ place, kid: kidOf(member), reason: key });
    else usable.push(key);
  }
  return { usable, unusable };
}

/** @throws Error if it is not a key set; the message does not repeat its content */
function membersOf(text: string): readonly unknown[] {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch {
    throw new Error('The answer at the address of the keys is not JSON.');
  }
  if (isObject(set) && Array.isArray(set['keys'])) return set['keys'];
  throw new Error('The answer at the address of the keys is not a set of keys.');
}

/** Or the reason why it is unusable. */
function readKey(member: unknown): UsableKey | string {
  if (!isObject(member)) return 'it is not an object';
  return readGiven(Object.fromEntries(Object.entries(member).filter(([, value]) => value !== null)));
}

/** A parameter that is null is none: some issuers write every one that they know. */
function readGiven(member: JsonWebKey): UsableKey | string {
  if (member['use'] !== undefined && member['use'] !== 'sig') return 'it is not for signatures';
  const operations = member['key_ops'];
  if (Array.isArray(operations) && !operations.includes('verify')) return 'it is not for verifying';
  if (member['d'] !== undefined) return 'it is a private key';
  const algorithm = algorithmOf(member);
  if (algorithm === null) return `no token is signed with such a key (${ALGORITHMS.join(', ')})`;
  const publicKey = importKey(member);
  if (publicKey === null) return 'it is malformed';
  const { modulusLength } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < LEAST_MODULUS_BITS) return 'it is too short';
  return { kid: kidOf(member), algorithm, publicKey };
}

/** RFC 7518, 3.3. */
const LEAST_MODULUS_BITS = 2048;

function algorithmOf({ kty, crv, alg }: JsonWebKey): Algorithm | null {
  const algorithm = kty === 'RSA' ? 'RS256' : CURVES.get(`${kty} ${crv}`);
  return algorithm === undefined || (alg !== undefined && alg !== algorithm) ? null : algorithm;
}

const CURVES: ReadonlyMap<string, Algorithm> = new Map([
  ['EC P-256', 'ES256'],
  ['OKP Ed25519', 'EdDSA'],
]);

function importKey(key: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return null;
  }
}

const kidOf = (member: unknown): string | null => {
  const kid = isObject(member) ? member['kid'] : null;
  return typeof kid === 'string' || typeof kid === 'number' ? String(kid) : null;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
