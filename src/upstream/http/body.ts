import { isTooIntricate } from './intricacy.ts';

/** The content of a body. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** `words` is its beginning, for a decision by words alone: a page belongs to nobody but its sender. */
  | { readonly kind: 'unreadable'; readonly words: string };

/** A body of which nothing is known, or nothing is to be. */
export const UNREADABLE_BODY: Body = { kind: 'unreadable', words: '' };

const WORDS_CHARACTERS = 2_000;

/** Takes out of the JSON what nobody may see; `text` is what it was read from. */
export type Clean = (value: unknown, text: string) => unknown;

/**
 * The service speaks UTF-8; a byte order mark before the JSON is let pass. HTML, UTF-16, cut JSON, and JSON that would cost
 * more than any answer of the service does are unreadable.
 */
export function parseBody(bytes: Buffer, clean: Clean): Body {
  if (isTooIntricate(bytes)) return UNREADABLE_BODY;
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: clean(JSON.parse(text), text) };
  } catch {
    return { kind: 'unreadable', words: text.slice(0, WORDS_CHARACTERS) };
  }
}
