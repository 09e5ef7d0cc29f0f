import { CENSORED } from './credentials.ts';

/** Takes the secrets that the gateway holds out of what the service answers. */
export interface SecretFilter {
  /**
   * The same JSON, with each secret in a text or a name of it replaced.
   * @param text what the JSON was read from
   */
  clean(value: unknown, text: string): unknown;
}

/** Shorter than this a secret would be found in ordinary words. */
const SHORTEST = 6;
/** A text as short as this is looked at word by word; a longer one only where a first look finds something. */
const ALWAYS_LOOKED_AT = 16 * 1024;

/**
 * @param key the account's own
 * @param others every other secret that the gateway holds at the moment: the identical list while it is the same
 */
export function createSecretFilter(key: string, others: () => readonly string[]): SecretFilter {
  let secrets: readonly string[] | null = null;
  let pattern: RegExp | null = null;
  const current = (): RegExp | null => {
    const held = others();
    if (held === secrets) return pattern;
    secrets = held;
    const forms = new Set([key, ...held].filter((secret) => secret.length >= SHORTEST).flatMap(formsOf));
    // The longest first, since one may hold another.
    const alternatives = [...forms].toSorted((a, b) => b.length - a.length);
    pattern = alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'gi');
    return pattern;
  };
  return {
    clean: (value, text) => {
      const found = current();
      if (found === null) return value;
      // `\u0061` stands for a letter of a secret as well as the letter does.
      const isSuspect = text.length <= ALWAYS_LOOKED_AT || text.includes('\\u') || text.search(found) >= 0;
      return isSuspect ? cleaned(value, found) : value;
    },
  };
}

/** A secret as it may stand in a text, as patterns: plain, in an address, in base64 at any of its three places, in hexadecimal. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const plain = [secret, encodeURIComponent(secret.toWellFormed()), everyByteEncoded(bytes), bytes.toString('hex')];
  return [...plain.map(escaped), ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset))];
}

/** A character of base64 that may be there. */
const SHARED = '[\\w+/-]?';

/** In a longer base64 text, with so many bytes before it: the characters at its ends share their bits with others. */
function base64At(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const part = text.slice(start, end);
  return [part, part.replaceAll('+', '-').replaceAll('/', '_')]
    .filter((form) => form.length >= SHORTEST)
    .map((form) => `${offset > 0 ? SHARED : ''}${escaped(form)}${SHARED}={0,2}`);
}

function everyByteEncoded(bytes: Buffer): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function cleaned(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, CENSORED);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, pattern));
  // Own entries all of them, whatever they are called (`__proto__`).
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(pattern, CENSORED), cleaned(member, pattern)]),
  );
}
