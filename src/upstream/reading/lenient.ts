import { z } from 'zod';
import type { PartlyRead } from '../../domain/common/unreadable.ts';
import { withoutCredentials, withoutSignedAddresses } from '../refusal/credentials.ts';
import { readDecimal, readPositive } from './numbers.ts';
import type { Note } from './reading.ts';

const UNREADABLE: unique symbol = Symbol('unreadable');

/** A field that may be null, absent, or of another kind than its schema says. */
export type Lenient<T> = T | null | typeof UNREADABLE;

/**
 * A field that the service may leave out, and that therefore costs nothing but itself when it cannot be read.
 * @param read null for a value that cannot be read; a schema in place of each plain function takes four times as long
 */
export function lenient<T>(read: (value: unknown) => T | null) {
  return z.transform(
    (value: unknown): Lenient<T> => (value === undefined || value === null ? null : (read(value) ?? UNREADABLE)),
  );
}

/** The same for a value that is more than a text or a number. */
export function lenientAs<T extends {}>(schema: z.ZodType<T>) {
  return lenient((value) => schema.safeParse(value).data ?? null);
}

function textReader(present: (text: string) => string) {
  return (value: unknown): string | null => (typeof value === 'string' ? present(value) : null);
}

/** Null for what cannot be read, which is noted. */
export function settle<T>(value: T | typeof UNREADABLE, at: string, note: Note): T | null {
  if (value !== UNREADABLE) return value;
  note(at);
  return null;
}

/** The fields of a domain record that are read from members of an answer, each of which may be unreadable. */
type Settled<Wire, Members extends Readonly<Record<string, keyof Wire>>> = {
  readonly [Field in keyof Members]: Exclude<Wire[Members[Field]], typeof UNREADABLE>;
};

/**
 * Texts of a record. One that cannot be read is null, noted, and named among the record's unreadable fields, so that
 * whoever selects it gets a warning.
 * @param members of the answer, by the names that the fields have in the domain
 */
export function settleTexts<Wire, const Members extends Readonly<Record<string, keyof Wire & string>>>(
  wire: Wire,
  members: Members,
  note: Note,
  at = '',
): Settled<Wire, Members> & PartlyRead {
  const fields: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const [field, member] of Object.entries(members)) {
    fields[field] = settle(wire[member], `${at}${member}`, note);
    if (wire[member] === UNREADABLE) unreadable.push(field);
  }
  const settled = fields as Settled<Wire, Members>;
  return unreadable.length === 0 ? settled : { ...settled, unreadable };
}

/** NaN, with a note, for a value that is no such number; absent values are null. */
export function settleNumber(value: Lenient<number>, at: string, note: Note): number | null {
  const number = settle(value, at, note);
  return number === null && value !== null ? Number.NaN : number;
}

/** Neither a date nor an address. */
const UNREADABLE_TEXT = 'unreadable';

/**
 * A date or an address, whose form is checked where it is read: one of another kind than a text becomes a text that is
 * none, so that whoever selects the field gets a warning.
 */
export function settleChecked(value: Lenient<string>, at: string, note: Note): string | null {
  const text = settle(value, at, note);
  return text === null && value !== null ? UNREADABLE_TEXT : text;
}

/** An id: a text, or the number that some answers write in its place. An unsafe number is another thing's id. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);
/** An address, a path or a date: to the letter. */
export const verbatim = lenient(textReader((text) => text));
/** A text that must be there, such as a status. */
export const needed = z.string().transform(withoutSignedAddresses);
/** A text, such as a name. */
export const text = lenient(textReader(withoutSignedAddresses));
/** Words of the service for a person, such as the reason of a failure. */
export const words = lenient(textReader(withoutCredentials));
export const seconds = lenient(readPositive);
export const minutes = lenient(readDecimal);
