import { randomBytes } from 'node:crypto';
import { type Body, type Clean, parseBody } from '../../http/body.ts';
import { isSameJson } from './is-same-json.ts';
import { JsonRecord } from './json-record.ts';
import { type Outline, outlineOf, type Placeholder } from './outline.ts';
import { type ReducedBody, type Run, reduceBody } from './reduce.ts';

/** The entries of the lists of records in a body, by the lists' names: a `JsonRecord` for each object. */
type Records = ReadonlyMap<string, readonly unknown[]>;

/** A body, kept so that of the next one only the difference is parsed. */
export interface KeptBody {
  readonly bytes: Buffer;
  readonly records: Records;
  /** Undefined until it is needed; null if there is no certain one. */
  outline: Outline | null | undefined;
  /** How many bodies in a row were parsed as a whole. */
  readonly misses: number;
}

export interface ParsedBody {
  /** A list of records has a `JsonRecord` in place of each object. */
  readonly body: Body;
  /** Null for a body without bytes that could be compared. */
  readonly kept: KeptBody | null;
}

/** Parses the bodies of one endpoint. */
export interface RecordBodies {
  /** @param last the body before it at the same address; null for none */
  parse(bytes: Buffer, last: KeptBody | null): ParsedBody;
}

export interface RecordBodiesParts {
  /** The members of a body that are lists of records. */
  readonly lists: readonly string[];
  readonly clean: Clean;
  /** A body with so many bytes at the most is parsed as a whole, which takes less time than to find the difference. */
  readonly smallBytes?: number;
}

const SMALL_BYTES = 2 * 1024;
/** A service whose every answer differs in every record is compared less often. */
const MISSES_IN_A_ROW = 4;
const TRIED_AGAIN_EVERY = 16;
const NO_RECORDS: Records = new Map();

/**
 * Parses a body with the records of the last one: those with the same bytes are the identical objects, wherever they stand.
 * The result is what `parseBody` gives of the whole body (src/upstream/README.md, "Only the difference is read").
 */
export function createRecordBodies({ lists, clean, smallBytes = SMALL_BYTES }: RecordBodiesParts): RecordBodies {
  const placeholder = createPlaceholder();

  function parseWhole(bytes: Buffer, misses: number): ParsedBody {
    const body = parseBody(bytes, clean);
    const records = wrapRecords(body, lists, (_name, list) => expand(list, NO_RUN));
    return { body, kept: { bytes, records, outline: undefined, misses } };
  }

  function parseSmall(bytes: Buffer, last: Records): ParsedBody {
    const body = parseBody(bytes, clean);
    const records = wrapRecords(body, lists, (name, list) => recall(list, last.get(name) ?? []));
    return { body, kept: { bytes, records, outline: undefined, misses: 0 } };
  }

  function parseDifference(bytes: Buffer, last: KeptBody): ParsedBody | null {
    if (last.outline === undefined) {
      const outline = outlineOf({ json: last.bytes, lists, placeholder, runs: [] });
      last.outline = outline !== null && isOutlineOf(outline, last.records) ? outline : null;
    }
    if (last.outline === null) return null;
    const keeps = (name: string, index: number) => isRead(last.records.get(name)?.[index]);
    const reduced = reduceBody(bytes, { bytes: last.bytes, outline: last.outline, keeps }, placeholder);
    return reduced && restore(bytes, last, reduced);
  }

  function restore(bytes: Buffer, last: KeptBody, { json, runs }: ReducedBody): ParsedBody | null {
    const body = parseBody(json, clean);
    if (body.kind !== 'json') return null;
    const outline = outlineOf({ json, lists, placeholder, runs: runs.map(itemsOf) });
    if (outline === null) return null;
    const queue = runs.values();
    const runOf = (entry: unknown) => (entry === placeholder.text ? recordsOf(queue.next().value, last) : null);
    // In the order of the body, as the runs are.
    const names = outline.map(({ name }) => name);
    const records = wrapRecords(body, names, (_name, list) => expand(list, runOf));
    return isOutlineOf(outline, records) ? { body, kept: { bytes, records, outline, misses: 0 } } : null;
  }

  return {
    parse(bytes, last) {
      if (bytes.length <= smallBytes) return parseSmall(bytes, last?.records ?? NO_RECORDS);
      if (last === null) return parseWhole(bytes, 0);
      const { misses, records } = last;
      const isTried = records.size > 0 && (misses < MISSES_IN_A_ROW || misses % TRIED_AGAIN_EVERY === 0);
      return (isTried ? parseDifference(bytes, last) : null) ?? parseWhole(bytes, misses + 1);
    },
  };
}

/** A text that ends every JSON it might stand in the middle of: `g` is no part of any word. */
function createPlaceholder(): Placeholder {
  const text = `g${randomBytes(16).toString('hex')}`;
  return { text, json: Buffer.from(`"${text}"`) };
}

/** The records that an entry stands for; null for an entry that is one itself. */
type RunOf = (entry: unknown) => readonly unknown[] | null;
const NO_RUN: RunOf = () => null;

type Wrap = (name: string, list: readonly unknown[]) => readonly unknown[];

/** Replaces the entries of the lists in a parsed body. */
function wrapRecords(body: Body, lists: readonly string[], wrap: Wrap): Records {
  if (lists.length === 0 || body.kind !== 'json') return NO_RECORDS;
  if (typeof body.value !== 'object' || body.value === null) return NO_RECORDS;
  const records = new Map<string, readonly unknown[]>();
  const members = body.value as Record<string, unknown>;
  for (const name of lists) {
    const list = Object.hasOwn(members, name) ? members[name] : null;
    if (!Array.isArray(list)) continue;
    const entries = wrap(name, list);
    members[name] = entries;
    records.set(name, entries);
  }
  return records;
}

function expand(list: readonly unknown[], runOf: RunOf): unknown[] {
  const entries: unknown[] = [];
  for (const entry of list) {
    const run = runOf(entry);
    if (run === null) entries.push(toRecord(entry, 'until read'));
    else for (const record of run) entries.push(record);
  }
  return entries;
}

/** The entries of a list, where each that is the same at the same place of the last one is the identical record. */
function recall(list: readonly unknown[], last: readonly unknown[]): unknown[] {
  return list.map((entry, index) => {
    const record = last[index];
    const isKnown = record instanceof JsonRecord && record.isRead && isSameJson(record.json, entry);
    return isKnown ? record : toRecord(entry, 'always');
  });
}

function toRecord(entry: unknown, kept: 'until read' | 'always'): unknown {
  return typeof entry === 'object' && entry !== null ? new JsonRecord(entry, kept) : entry;
}

function isRead(entry: unknown): boolean {
  return entry instanceof JsonRecord && entry.isRead;
}

function recordsOf(run: Run | undefined, last: KeptBody): readonly unknown[] {
  return run === undefined ? [] : (last.records.get(run.list.name)?.slice(run.from, run.to) ?? []);
}

function itemsOf({ list, from, to }: Run) {
  return list.items.slice(from, to);
}

function isOutlineOf(outline: Outline, records: Records): boolean {
  return outline.every(({ name, items }) => items.length === records.get(name)?.length);
}
