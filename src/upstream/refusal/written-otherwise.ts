/**
 * Ways to write a character of a text within another one: percent-encoded, also more than once; escaped as in JSON or a
 * program, where each level of quoting doubles the backslashes; as an entity of HTML.
 */
const ENCODED =
  /%(?:25)*([\da-f]{2})|\\{1,8}u([\da-f]{4})|\\{1,8}x([\da-f]{2})|&#x0*([\da-f]{1,6});|&#0*(\d{1,7});|\\{1,8}(?=\/)/gi;
const LAST_CODE_POINT = 0x10ffff;

/** Whether a text may have characters that are written otherwise: a quick look. */
export function mayBeEncoded(text: string): boolean {
  return text.includes('%') || text.includes('&#') || text.includes('\\');
}

/** A text with each encoded character as itself. Bytes beyond ASCII become the characters of latin1. */
export function decoded(text: string): string {
  return text.replace(ENCODED, (...match) => characterOf(match));
}

/**
 * Replaces what a pattern finds in the decoded text where it stands, and leaves all else as it is written.
 * @param pattern with the flag `g`
 */
export function replaceDecoded(text: string, pattern: RegExp, replacement: string): string {
  const decodedText = decoded(text);
  const matches = [...decodedText.matchAll(pattern)];
  if (matches.length === 0) return text;
  const places = placesOf(text);
  let result = '';
  let end = 0;
  for (const match of matches) {
    result += text.slice(end, places[match.index]) + replacement;
    end = places[match.index + match[0].length] ?? text.length;
  }
  return result + text.slice(end);
}

/** Where each character of the decoded text begins in the text. */
function placesOf(text: string): number[] {
  const places: number[] = [];
  let end = 0;
  for (const match of text.matchAll(ENCODED)) {
    const character = characterOf(match);
    for (let at = end; at < match.index; at += 1) places.push(at);
    for (let unit = 0; unit < character.length; unit += 1) places.push(match.index);
    end = match.index + match[0].length;
  }
  for (let at = end; at < text.length; at += 1) places.push(at);
  return places;
}

function characterOf([, percent, unicode, byte, entity, decimal]: readonly (string | undefined)[]): string {
  const hexadecimal = percent ?? unicode ?? byte ?? entity;
  if (hexadecimal === undefined && decimal === undefined) return '';
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code > LAST_CODE_POINT ? '' : String.fromCodePoint(code);
}
