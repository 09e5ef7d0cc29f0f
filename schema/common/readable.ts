import type { GraphQLResolveInfo } from 'graphql';
import { responsePathAsArray } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { canonicalInstant } from '../../src/domain/common/instant.ts';
import type { ParsedList } from '../../src/domain/common/parsed-list.ts';

/**
 * An unreadable value costs only itself: it is left out or null, and reported in `extensions.warnings` with its path
 * (`contract.graphql`, "Conventions").
 */
type Warnings = Pick<GraphContext, 'warn'>;
type At = Pick<GraphQLResolveInfo, 'path'>;

/** The readable items of a list whose items are non-null. */
export function readableItems<T>({ items, malformed }: ParsedList<T>, { warn }: Warnings, { path }: At): readonly T[] {
  if (malformed.length > 0) {
    const place = responsePathAsArray(path);
    for (const { index, message } of malformed) warn({ path: [...place, index], message });
  }
  return items;
}

/** The service's moment as RFC 3339 writes it. */
export function readableDate(text: string | null, { warn }: Warnings, { path }: At): string | null {
  if (text === null) return null;
  const moment = canonicalInstant(text);
  if (moment === null) warn({ path: responsePathAsArray(path), message: 'The service returned an invalid date.' });
  return moment;
}

/** The service's own text, if it is a URL. */
export function readableUrl(text: string | null, { warn }: Warnings, { path }: At): string | null {
  if (text === null || URL.canParse(text)) return text;
  warn({ path: responsePathAsArray(path), message: 'The service returned an invalid URL.' });
  return null;
}

/** The service's own number, if it sent one. */
export function readableNumber(number: number | null, { warn }: Warnings, { path }: At): number | null {
  if (number === null || !Number.isNaN(number)) return number;
  warn({ path: responsePathAsArray(path), message: 'The service returned an invalid number.' });
  return null;
}
