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

/** Reads a number; null for what is none. */
type ReadNumber = (value: unknown) => number | null;

/** A number that passes a test, once it is read. */
function numeric(readNumber: ReadNumber) {
  return z.unknown().transform((value, context): number => {
    const number = readNumber(value);
    if (number !== null) return number;
    context.addIssue('no such number');
    return z.NEVER;
  });
}

function whole(fits: (number: number) => boolean): ReadNumber {
  return (value) => {
    const number = numberOf(value);
    const integer = number === null ? null : rounded(number);
    return integer !== null && fits(integer) ? integer : null;
  };
}

/** Without a minus sign before zero, which JSON would not write. */
const rounded = (number: number): number => Math.round(number) + 0;

/** Any finite number. */
export const readDecimal: ReadNumber = numberOf;
export const decimal = numeric(readDecimal);
/** Seconds: 0 or more. */
export const readPositive: ReadNumber = (value) => {
  const number = numberOf(value);
  return number !== null && number >= 0 ? number : null;
};
/** Where the graph has Int: 32 bits; a fraction is rounded. */
export const readInt32: ReadNumber = whole((number) => number === (number | 0));
export const int32 = numeric(readInt32);
/** Where the graph has SafeInt, and nothing is less than nothing. */
export const readSize: ReadNumber = whole((number) => Number.isSafeInteger(number) && number >= 0);
