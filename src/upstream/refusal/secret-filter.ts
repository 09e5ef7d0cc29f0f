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
/** A text as short as this is looked at word by word if it has any escape, which may hide a secret from a first look. */
const SHORT_CHARACTERS = 16 * 1024;

/**
 * @param key the account's own
 * @param others every other secret that the gateway holds at the moment: the identical list while it is the same
 */
export function createSecretFilter(key: string, others: () => readonly string[]): SecretFilter {
  let secrets: readonly string[] | null = null;
  let search: SecretSearch | null = null;
  const current = (): SecretSearch | null => {
    const held = others();
    if (held === secrets) return search;
    secrets = held;
    const forms = [key, ...held].filter((secret) => secret.length >= SHORTEST).flatMap(formsOf);
    search = forms.length === 0 ? null : createSearch(forms);
    return search;
  };
  return {
    clean: (value, text) => {
      const secretSearch = current();
      if (secretSearch === null) return value;
      const hasEscapes =
        text.length <= SHORT_CHARACTERS ? text.includes('\\') : LETTER_ESCAPES.some((it) => text.includes(it));
      return hasEscapes || secretSearch.mayBeIn(text) ? cleaned(value, secretSearch.pattern) : value;
    },
  };
}

interface SecretSearch {
  /** Matches each form of a secret. */
  readonly pattern: RegExp;
  /** A first look, many times faster than the pattern: false only if that finds nothing. */
  readonly mayBeIn: (text: string) => boolean;
}

/** A way to write a secret: the characters that are always there, and what a text with them may hold of it. */
interface SecretForm {
  readonly core: string;
  readonly pattern: string;
}

/** `\u0061` stands for a letter of a secret as well as the letter does. */
const LETTER_ESCAPES = ['\\u', '\\/'] as const;
const ASCII = /^[\0-\x7f]*$/;

function createSearch(forms: readonly SecretForm[]): SecretSearch {
  // The longest first, since one may hold another.
  const alternatives = [...new Set(forms.map((form) => form.pattern))].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(alternatives.join('|'), 'gi');
  // Beyond ASCII, small letters are another matter than what the pattern takes for equal.
  if (!forms.every(({ core }) => ASCII.test(core))) return { pattern, mayBeIn: (text) => text.search(pattern) >= 0 };
  // A quotation mark is written with an escape.
  const cores = [...new Set(forms.flatMap(({ core }) => [core, JSON.stringify(core).slice(1, -1)]))].map((core) =>
    core.toLowerCase(),
  );
  const mayBeIn = (text: string): boolean => {
    const lowered = text.toLowerCase();
    return cores.some((core) => lowered.includes(core));
  };
  return { pattern, mayBeIn };
}

/** A secret as it may stand in a text, as patterns: plain, in an address, in base64 at any of its three places, in hexadecimal. */
function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret);
  const plain = [secret, encodeURIComponent(secret.toWellFormed()), everyByteEncoded(bytes), bytes.toString('hex')];
  const asItIs = plain.map((core) => ({ core, pattern: escaped(core) }));
  return [...asItIs, ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset))];
}

/** A character of base64 that may be there. */
const SHARED = '[\\w+/-]?';

/** In a longer base64 text, with so many bytes before it: the characters at its ends share their bits with others. */
function base64At(bytes: Buffer, offset: number): SecretForm[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const part = text.slice(start, end);
  return [part, part.replaceAll('+', '-').replaceAll('/', '_')]
    .filter((form) => form.length >= SHORTEST)
    .map((core) => ({ core, pattern: `${offset > 0 ? SHARED : ''}${escaped(core)}${SHARED}={0,2}` }));
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
