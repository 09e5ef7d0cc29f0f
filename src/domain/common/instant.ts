/**
 * Dates as text: ISO 8601 (INTERFACE.md, "Dubbing project"), a date or a date and a time, in any spelling that says one
 * moment only. The graph answers them as RFC 3339, with every digit of the fraction.
 */
const SHAPE =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(?: ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?)?$/i;

/** Days that every month has need no check of the calendar. */
const SAFE_DAYS = 28;
/** No clock has more digits of a second. */
const LONGEST = 100;

interface Moment {
  /** `YYYY-MM-DDTHH:MM:SS`, by the clock of the zone. */
  readonly local: string;
  /** The digits behind the point, as they were written. */
  readonly fraction: string;
  /** `Z` or `±HH:MM`. A time without a zone is taken as UTC, on every machine. */
  readonly zone: string;
}

function momentOf(text: string): Moment | null {
  const found = text.length <= LONGEST ? SHAPE.exec(text) : null;
  if (found === null) return null;
  const [, day = '', time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = found;
  if (Number(day.slice(8)) > SAFE_DAYS && !isInCalendar(day)) return null;
  return { local: `${day}T${time}:${seconds}`, fraction, zone: fullZone(zone) };
}

/** Whether the text is a date: well-formed, and in the calendar. */
export function isInstant(text: string): boolean {
  return momentOf(text) !== null;
}

/** Milliseconds since 1970, or null if the text is no moment. Digits below a millisecond do not count (`instantKey`). */
export function instantOf(text: string | null): number | null {
  const moment = text === null ? null : momentOf(text);
  if (moment === null) return null;
  return Date.parse(`${moment.local}.${moment.fraction.slice(0, 3) || '0'}${moment.zone}`);
}

/** The moment as RFC 3339 writes it, with the digits of its fraction and in its own zone; null if the text is none. */
export function canonicalInstant(text: string): string | null {
  const moment = momentOf(text);
  if (moment === null) return null;
  return `${moment.local}${moment.fraction === '' ? '' : `.${moment.fraction}`}${moment.zone}`;
}

/** Moves every year of four digits, in every zone, above zero. */
const EPOCH_OFFSET_SECONDS = 100_000_000_000;

/**
 * A text by which moments are compared, code unit by code unit, with every digit of their fractions; null if the text is
 * no moment.
 */
export function instantKey(text: string | null): string | null {
  const moment = text === null ? null : momentOf(text);
  if (moment === null) return null;
  const seconds = Date.parse(moment.local + moment.zone) / 1000 + EPOCH_OFFSET_SECONDS;
  return `${String(seconds).padStart(12, '0')}.${moment.fraction.replace(/0+$/, '')}`;
}

/** `+02` and `+0200` are ISO 8601 too, but not of the profile that `Date` and browsers know. */
function fullZone(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** `Date` turns 30 February into March. */
function isInCalendar(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  // Not by `Date.UTC`, which takes the years 0 to 99 for those of the 20th century.
  const midnight = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  midnight.setUTCDate(day);
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCFullYear() === year;
}
