/**
 * Moments as text: ISO 8601 (interface: "ISO timestamp"), a date or a date and a time. The graph passes the
 * service's own text on; only comparing needs the number behind it.
 */
const SHAPE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/** The days that every month has need no look at the calendar. */
const SAFE_DAYS = 28;
/** No clock tells fractions of a second in so many digits. */
const LONGEST = 100;

/** Whether the text is a moment: well-formed, and a day that the calendar has. */
export function isInstant(text: string): boolean {
  return text.length <= LONGEST && SHAPE.test(text) && (Number(text.slice(8, 10)) <= SAFE_DAYS || isInCalendar(text));
}

/** Milliseconds since 1970, or null if the text is no moment. A time without a zone is taken as UTC, on every machine. */
export function instantOf(text: string | null): number | null {
  if (text === null || !isInstant(text)) return null;
  const day = text.slice(0, 10);
  if (text.length === 10) return Date.parse(day);
  const [, time = '', zone = 'Z'] = /^([\d:.]+)(.*)$/.exec(text.slice(11).toUpperCase()) ?? [];
  return Date.parse(`${day}T${time}${inFull(zone)}`);
}

/** `+02` and `+0200` are ISO 8601 too, but not of the profile that `Date` knows. */
function inFull(zone: string): string {
  if (zone === '' || zone === 'Z') return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** `Date` would roll 30 February over into March. */
function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
