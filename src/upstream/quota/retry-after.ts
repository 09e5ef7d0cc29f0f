const MINUTE_MS = 60_000;
/** A day, and an hour for clocks that differ. */
const LONGEST_MS = 25 * 60 * MINUTE_MS;

/** A date as HTTP writes it, or an ISO 8601 one. `Date.parse` alone takes nearly anything: "-5" is a day in May. */
const DATE = /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .+ (?:GMT|UTC)|\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:?\d\d))$/;

/**
 * How long a `Retry-After` asks to wait, in milliseconds; null if it is not there. A date that is past asks for 0. An
 * absurd one (negative, no date, more than 25 hours) counts as a minute (BEHAVIOUR.md, "Requests to the service").
 */
export function retryAfterMs(header: string | readonly string[] | undefined, now: number): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (text === '') return null;
  const stated = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : untilDate(text, now);
  return stated <= LONGEST_MS ? stated : MINUTE_MS;
}

/** Infinity for what is no date. */
function untilDate(text: string, now: number): number {
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return Number.POSITIVE_INFINITY;
  return Math.max(0, at - now);
}
