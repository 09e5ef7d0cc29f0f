/** What a body turned out to hold. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** `words` is its beginning, for a decision by words alone: a page belongs to nobody but its sender. */
  | { readonly kind: 'unreadable'; readonly words: string };

/** A body of which nothing is known, or nothing is to be. */
export const UNREADABLE_BODY: Body = { kind: 'unreadable', words: '' };

const WORDS_CHARACTERS = 2_000;

/** The service speaks UTF-8; a byte order mark before the JSON is let pass. HTML, UTF-16 and cut JSON are unreadable. */
export function parseBody(bytes: Buffer): Body {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'unreadable', words: text.slice(0, WORDS_CHARACTERS) };
  }
}
