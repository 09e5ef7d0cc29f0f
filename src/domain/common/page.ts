import { countWhile } from './count-while.ts';
import type { Cursors } from './cursor.ts';
import type { Optional } from './optional.ts';

/** The default and the maximum size of a page (BEHAVIOUR.md, "Lists"). */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 500;

/** One position in an ordered list: a record, or an unreadable item (`item` is null, `fault` has the reason). */
export interface Entry<T, Key> {
  /** The position in the order, unique in the list. A cursor encodes it, so it must not depend on its neighbours. */
  readonly key: Key;
  readonly item: T | null;
  readonly fault: string;
}

/** The arguments of a connection, as the GraphQL Cursor Connections Specification names them. */
export interface PageRequest {
  readonly first?: Optional<number>;
  readonly after?: Optional<string>;
  readonly last?: Optional<number>;
  readonly before?: Optional<string>;
}

export interface Page<T, Key> {
  readonly entries: readonly Entry<T, Key>[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

/** The fault of an argument, as a message for the caller. */
export interface PageFault {
  readonly fault: string;
}

/** A valid request: after one position and before another, and how many items. */
export interface PageWindow<Key> {
  readonly after: { readonly key: Key } | null;
  readonly before: { readonly key: Key } | null;
  readonly size: number;
  /** The end to count from if there are more. */
  readonly from: 'start' | 'end';
}

/** Reads the arguments before a request is sent for them. */
export function readPageRequest<Key>(request: PageRequest, cursors: Cursors<Key>): PageWindow<Key> | PageFault {
  const { first, last } = request;
  const fault = sizeFault(request);
  if (fault !== null) return { fault };
  const after = request.after == null ? null : cursors.read(request.after);
  if (after === 'foreign') return { fault: foreignCursor('after') };
  const before = request.before == null ? null : cursors.read(request.before);
  if (before === 'foreign') return { fault: foreignCursor('before') };
  // Without a size, a page before a cursor ends there, and any other page begins at the start.
  const isBackwards = last != null || (first == null && before !== null && after === null);
  return { after, before, size: first ?? last ?? DEFAULT_PAGE_SIZE, from: isBackwards ? 'end' : 'start' };
}

/**
 * Cuts a page out of entries in the order of `compare`. A cursor is a position in the order (keyset), not a count, so
 * it stays right when records come and go, its own record included.
 */
export function cutPage<T, Key>(
  entries: readonly Entry<T, Key>[],
  { after, before, size, from }: PageWindow<Key>,
  { compare }: Pick<Cursors<Key>, 'compare'>,
): Page<T, Key> {
  const low = after === null ? 0 : countWhile(entries, ({ key }) => compare(key, after.key) <= 0);
  const high = before === null ? entries.length : countWhile(entries, ({ key }) => compare(key, before.key) < 0);
  const start = from === 'start' ? low : Math.max(low, high - size);
  const end = Math.max(start, from === 'start' ? Math.min(high, low + size) : high);
  return {
    entries: start === 0 && end === entries.length ? entries : entries.slice(start, end),
    totalCount: entries.length,
    hasPreviousPage: start > 0,
    hasNextPage: end < entries.length,
  };
}

function sizeFault({ first, last }: PageRequest): string | null {
  if (first != null && last != null) return '`first` and `last` cannot be combined.';
  return outOfRange('first', first) ?? outOfRange('last', last);
}

function outOfRange(argument: 'first' | 'last', size: Optional<number>): string | null {
  if (size == null || (size >= 0 && size <= MAX_PAGE_SIZE)) return null;
  return `\`${argument}\` must be between 0 and ${MAX_PAGE_SIZE}, but is ${size}.`;
}

function foreignCursor(argument: 'after' | 'before'): string {
  return `\`${argument}\` is not a cursor of this list in this order.`;
}
