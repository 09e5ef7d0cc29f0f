import { CENSORED } from './credentials.ts';
import { createSecretSearch, type SecretForm, type SecretSearch } from './secret-search.ts';
import { decoded, mayBeEncoded, replaceDecoded } from './written-otherwise.ts';

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
    search = forms.length === 0 ? null : createSecretSearch(forms);
    return search;
  };
  return {
    clean: (value, text) => {
      const secretSearch = current();
      if (secretSearch === null) return value;
      const hasEscapes =
        text.length <= SHORT_CHARACTERS ? text.includes('\\') : LETTER_ESCAPES.some((it) => text.includes(it));
      const isFound = hasEscapes || secretSearch.mayBeIn(text) || isEncodedInJson(text, secretSearch);
      return isFound ? cleaned(value, secretSearch) : value;
    },
  };
}

/** In a longer text only the usual forms of a secret are looked for: decoding it would take too long. */
const MAX_DECODED_CHARACTERS = 256 * 1024;

/** What encoded characters begin with in JSON without escapes of letters. */
const MARKS = ['%', '&#', '\\x'] as const;

/** Decodes only the texts of the JSON that have such a character. */
function isEncodedInJson(json: string, search: SecretSearch): boolean {
  if (json.length > MAX_DECODED_CHARACTERS) return false;
  for (const mark of MARKS) {
    for (let at = json.indexOf(mark); at >= 0; ) {
      const next = json.indexOf('"', at);
      const end = next < 0 ? json.length : next;
      if (mayBeEncodedIn(json.slice(json.lastIndexOf('"', at) + 1, end), search)) return true;
      at = json.indexOf(mark, end);
    }
  }
  return false;
}

function mayBeEncodedIn(text: string, { mayBeIn }: SecretSearch): boolean {
  return text.length <= MAX_DECODED_CHARACTERS && mayBeEncoded(text) && mayBeIn(decoded(text));
}

/** `\u0061` stands for a letter of a secret as well as the letter does. */
const LETTER_ESCAPES = ['\\u', '\\/'] as const;
/**
 * A secret as it may stand in a text, as patterns: plain, in an address, in a form, in base64 at any of its three places,
 * in hexadecimal. Mixtures, and other ways to write a character, are found in the decoded text.
 */
function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret);
  const inAddress = encodeURIComponent(secret.toWellFormed());
  const inForm = inAddress.replaceAll('%20', '+');
  const inLatin1 = bytes.toString('latin1');
  const plain = [secret, inAddress, inForm, everyByteEncoded(bytes), bytes.toString('hex'), inLatin1];
  const asItIs = [...new Set(plain)].map((core) => ({ core, pattern: escaped(core) }));
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

function cleaned(value: unknown, search: SecretSearch): unknown {
  if (typeof value === 'string') return withoutSecrets(value, search);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, search));
  // Own entries all of them, whatever they are called (`__proto__`).
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutSecrets(name, search), cleaned(member, search)]),
  );
}

function withoutSecrets(text: string, search: SecretSearch): string {
  const plain = search.mayBeIn(text) ? text.replace(search.pattern, CENSORED) : text;
  return mayBeEncodedIn(plain, search) ? replaceDecoded(plain, search.pattern, CENSORED) : plain;
}
