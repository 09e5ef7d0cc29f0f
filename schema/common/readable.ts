import type { GraphQLResolveInfo } from 'graphql';
import { responsePathAsArray } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { canonicalInstant } from '../../src/domain/common/instant.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import type { ParsedList } from '../../src/domain/common/parsed-list.ts';
import type { PartlyRead } from '../../src/domain/common/unreadable.ts';

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

type WithText<Field extends string> = PartlyRead & { readonly [F in Field]: string | null };

/** The service's own text in a field of a record, if it sent one. */
export function readableText<Field extends string, Parent extends WithText<Field>>(
  record: Parent,
  field: Field,
  { warn }: Warnings,
  { path }: At,
): Parent[Field] {
  if (record.unreadable?.includes(field))
    warn({ path: responsePathAsArray(path), message: 'The service returned an invalid text.' });
  return record[field];
}

/** A resolver for a text of a record. */
export function textAt<Field extends string>(field: Field) {
  return (record: WithText<Field>, _args: object, context: Warnings, info: At): string | null =>
    readableText(record, field, context, info);
}

/** A resolver for a word of an open set; null for one that the graph does not list. */
export function wordAt<Word extends string, Field extends string>(words: readonly Word[], field: Field) {
  return (record: WithText<Field>, _args: object, context: Warnings, info: At): Word | null =>
    knownWord(words, readableText(record, field, context, info));
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
