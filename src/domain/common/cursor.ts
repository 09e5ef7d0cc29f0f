/** Compares the positions of one list in one order, and converts them to cursors and back. */
export interface Cursors<Key> {
  readonly compare: (a: Key, b: Key) => number;
  readonly write: (key: Key) => string;
  readonly read: (cursor: string) => { readonly key: Key } | 'foreign';
}

export interface CursorsParts<Key> {
  /** Names the list and the order, so that a cursor of another one is refused. */
  readonly order: string;
  readonly compare: (a: Key, b: Key) => number;
  readonly isKey: (value: unknown) => value is Key;
}

/** Opaque cursors: the order's name and the key, as base64url, which needs no escaping anywhere. */
export function createCursors<Key>({ order, compare, isKey }: CursorsParts<Key>): Cursors<Key> {
  return {
    compare,
    write: (key) => Buffer.from(JSON.stringify([order, key])).toString('base64url'),
    read: (cursor) => {
      const content = parse(cursor);
      if (!Array.isArray(content) || content.length !== 2 || content[0] !== order) return 'foreign';
      const key: unknown = content[1];
      return isKey(key) ? { key } : 'foreign';
    },
  };
}

/** A cursor has one or two names. Reading one costs time, and each alias can have one. */
const LONGEST = 20_000;

function parse(cursor: string): unknown {
  if (cursor.length > LONGEST) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
