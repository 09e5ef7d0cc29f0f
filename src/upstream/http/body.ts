/** What a body turned out to hold. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' };

/** The service speaks UTF-8; a byte order mark before the JSON is let pass. HTML, UTF-16 and cut JSON are unreadable. */
export function parseBody(bytes: Buffer): Body {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'unreadable' };
  }
}
