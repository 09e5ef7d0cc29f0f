import type { z } from 'zod';
import type { ParsedList } from '../../domain/common/parsed-list.ts';
import { JsonRecord } from './incremental/json-record.ts';

/** Called with each place in an answer that could not be read and was left out: `projects.3.cost_minutes`. Never with content. */
export type Note = (at: string) => void;

/** Turns the JSON of one answer into a word of the domain. @throws UnreadableError */
export type AnswerReader<T> = (json: unknown, note: Note) => T;

/** Something that is needed is not there, or is of another kind. Names the place, never the content. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  constructor(at: string, problem: 'is missing' | 'cannot be read') {
    super(`${at === '' ? 'it' : at} ${problem}`);
  }
}

/** @throws UnreadableError at the first place that is not as the schema says. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path ?? [];
  throw new UnreadableError(path.join('.'), isAbsent(valueAt(value, path)) ? 'is missing' : 'cannot be read');
}

/** A list with more malformed items is none (BEHAVIOUR.md, "Requests to the service"). */
export const MAX_MALFORMED = 5_000;

/**
 * A list in which a malformed item costs itself alone. One that is no list at all is an empty one with a single
 * malformed item: what it held is lost, what stands beside it is not.
 */
export function readList<T>(value: unknown, at: string, note: Note, readItem: AnswerReader<T>): ParsedList<T> {
  if (!Array.isArray(value)) {
    note(at);
    return { items: [], malformed: [{ index: 0, message: `${at} ${isAbsent(value) ? 'is missing' : 'is no list'}` }] };
  }
  const items: T[] = [];
  const malformed: { index: number; message: string }[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const entry: unknown = value[index];
    try {
      if (entry instanceof JsonRecord) {
        const { item, places } = entry.read(readItem);
        items.push(item);
        for (const within of places) note(`${at}.${index}.${within}`);
      } else items.push(readItem(entry, (within) => note(`${at}.${index}.${within}`)));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      note(`${at}.${index}`);
      malformed.push({ index, message: error.message });
      if (malformed.length > MAX_MALFORMED) throw new UnreadableError(at, 'cannot be read');
    }
  }
  return { items, malformed };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
  }
  return found;
}
