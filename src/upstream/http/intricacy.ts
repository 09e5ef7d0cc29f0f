/** No answer of the service is nested deeper than some six times. */
export const MAX_DEPTH = 64;
/** A smaller body costs little, whatever it holds. */
const SMALL_BYTES = 16 * 1024;
/** So many values may stand in any answer, however close together; beyond them, one in so many bytes. */
const FREE_VALUES = 20_000;
const LEAST_BYTES_PER_VALUE = 6;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether reading a JSON text would cost out of all proportion: it is nested deeply, or consists of little else than tiny
 * values (`[],[],…`), each of which takes a hundred times its bytes. Found without parsing it; the scan stops where it is sure.
 */
export function isTooIntricate(json: Buffer): boolean {
  if (json.length <= SMALL_BYTES) return false;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH || areTooMany(values, at)) return true;
  }
  return false;
}

/** Whether so many values are too many for the first `bytes` of a body. */
export function areTooMany(values: number, bytes: number): boolean {
  return values > FREE_VALUES + bytes / LEAST_BYTES_PER_VALUE;
}

/** The place of the quote that ends the text which begins here. */
export function endOfText(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf(QUOTE, end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: Buffer, at: number): boolean {
  let before = at - 1;
  while (json[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
