/** NaN stands for an unreadable number in the values of the domain (`costMinutes`), and JSON has none. */
const NAN = '\u0000NaN';
const NAN_AS_JSON = JSON.stringify(NAN);

/** JSON that keeps NaN. */
export function encodeValue(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (Number.isNaN(member) ? NAN : member));
}

/** The reverse of `encodeValue`, for whatever text has such values in it. */
export function decodeValue(text: string): unknown {
  if (!text.includes(NAN_AS_JSON)) return JSON.parse(text);
  return JSON.parse(text, (_key, member: unknown) => (member === NAN ? Number.NaN : member));
}
