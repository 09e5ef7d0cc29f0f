import { z } from 'zod';

/** A decimal number as JSON writes it, with a sign or blanks around it at most: no hexadecimal, no "1,000". */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;
/** No number of the service has so many digits. */
const LONGEST = 60;

/** Some services write a number as a text, or a whole one with a fraction (BEHAVIOUR.md, "Tolerant reading"). */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.length <= LONGEST && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A number that passes a test, once it is read. */
function numeric(fits: (number: number) => boolean, read: (number: number) => number = (number) => number) {
  return z.unknown().transform((value, context): number => {
    const number = numberOf(value);
    const readNumber = number === null ? null : read(number);
    if (readNumber !== null && fits(readNumber)) return readNumber;
    context.addIssue('no such number');
    return z.NEVER;
  });
}

/** Without a minus sign before zero, which JSON would not write. */
const rounded = (number: number): number => Math.round(number) + 0;

/** Any finite number. */
export const decimal = numeric(() => true);
/** Seconds: 0 or more. */
export const positive = numeric((number) => number >= 0);
/** Where the graph has Int: 32 bits; a fraction is rounded. */
export const int32 = numeric((number) => number === (number | 0), rounded);
/** Where the graph has SafeInt, and nothing is less than nothing. */
export const size = numeric((number) => Number.isSafeInteger(number) && number >= 0, rounded);
