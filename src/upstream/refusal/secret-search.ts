/** Finds any of many words in a text, in capitals or not. */
export interface SecretSearch {
  /** Matches each of the words, and what belongs to them. */
  readonly pattern: RegExp;
  /** A first look, many times faster than the pattern: false only if that finds nothing. */
  readonly mayBeIn: (text: string) => boolean;
}

/** A way to write a secret: the characters that are always there, and what a text with them may hold of it. */
export interface SecretForm {
  readonly core: string;
  readonly pattern: string;
}

const ASCII = /^[\0-\x7f]*$/;
/** Each word has at least so many characters. */
const WINDOW = 4;
const TABLE_SIZE = 1 << 16;

export function createSecretSearch(forms: readonly SecretForm[]): SecretSearch {
  // The longest first, since one may hold another.
  const alternatives = [...new Set(forms.map((form) => form.pattern))].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(alternatives.join('|'), 'gi');
  // Beyond ASCII, small letters are another matter than what the pattern takes for equal.
  if (!forms.every(({ core }) => ASCII.test(core))) return { pattern, mayBeIn: (text) => text.search(pattern) >= 0 };
  // In JSON, a quotation mark is written with an escape.
  const words = forms.flatMap(({ core }) => [core, JSON.stringify(core).slice(1, -1)]);
  const lowered = new Set(words.map((word) => word.toLowerCase()));
  return { pattern, mayBeIn: lowered.size > MANY_WORDS ? finderOfMany(lowered) : finderOfFew([...lowered]) };
}

/** So many searches of the engine's own take as long as one pass by hand. */
const MANY_WORDS = 60;

function finderOfFew(words: readonly string[]): (text: string) => boolean {
  return (text) => {
    const lowered = text.toLowerCase();
    return words.some((word) => lowered.includes(word));
  };
}

/**
 * One pass over the text, however many words there are: a table says of four characters in a row whether a word begins
 * with such ones.
 */
function finderOfMany(words: ReadonlySet<string>): (text: string) => boolean {
  const beginnings = new Uint8Array(TABLE_SIZE);
  const byBeginning = new Map<string, string[]>();
  for (const word of words) {
    const beginning = word.slice(0, WINDOW);
    beginnings[hashAt(beginning, 0)] = 1;
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word]);
  }
  return (text) => {
    const lowered = text.toLowerCase();
    for (let at = 0; at + WINDOW <= lowered.length; at += 1) {
      if (beginnings[hashAt(lowered, at)] === 0) continue;
      const candidates = byBeginning.get(lowered.slice(at, at + WINDOW));
      if (candidates?.some((word) => lowered.startsWith(word, at))) return true;
    }
    return false;
  };
}

function hashAt(text: string, at: number): number {
  const high = (text.charCodeAt(at) << 12) ^ (text.charCodeAt(at + 1) << 8);
  return (high ^ (text.charCodeAt(at + 2) << 4) ^ text.charCodeAt(at + 3)) & (TABLE_SIZE - 1);
}
