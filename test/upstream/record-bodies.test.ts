import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/upstream/http/body.ts';
import { JsonRecord } from '../../src/upstream/reading/incremental/json-record.ts';
import {
  createRecordBodies,
  type KeptBody,
  type RecordBodies,
} from '../../src/upstream/reading/incremental/record-bodies.ts';
import { runs } from '../kit/runs.ts';

const LISTS = ['records', 'others'];
const parts = { lists: LISTS, clean: (value: unknown) => value };
/** One that compares bytes, one that compares values, and one that changes between the two. */
const reader = fc.constantFrom(
  createRecordBodies({ ...parts, smallBytes: 0 }),
  createRecordBodies(parts),
  createRecordBodies({ ...parts, smallBytes: 60 }),
);

/** Reads the records of a body, as an endpoint does: those with `bad` are malformed. */
function readAll(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    LISTS.includes(name) && Array.isArray(member) ? member.map(readEntry) : member,
  ]);
  return Object.fromEntries(entries);
}

function readEntry(entry: unknown): unknown {
  if (!(entry instanceof JsonRecord)) return entry;
  try {
    return entry.read((json) => {
      if (Object.hasOwn(json as object, 'bad')) throw new Error('malformed');
      return json;
    }).item;
  } catch {
    return entry.json;
  }
}

/**
 * A body with a name that is a single backslash is no case: once an object has had that name, V8 13.6 reads any name of one
 * escaped character as it (`{"\\u0041":1}` as `{"\\":1}`), in one parse of a text and not in another.
 */
const BACKSLASH_NAME = /"\\\\"\s*:/;

/** Parses a sequence of bodies, each with the records of the one before, and compares each with what it is as a whole. */
function expectReadAsWhole(bodies: RecordBodies, texts: readonly (string | Buffer)[]): void {
  let last: KeptBody | null = null;
  for (const text of texts) {
    const bytes = Buffer.from(text as string);
    if (BACKSLASH_NAME.test(bytes.toString('latin1'))) continue;
    const whole = parseBody(bytes, (value) => value);
    const { body, kept } = bodies.parse(bytes, last);
    expect(body.kind).toBe(whole.kind);
    if (body.kind !== 'json' || whole.kind !== 'json') continue;
    const value = readAll(body.value);
    // By their texts, which show the order of members and an own `__proto__`.
    expect(JSON.stringify(value)).toBe(JSON.stringify(whole.value));
    last = kept;
  }
}

/** Texts in which a cut may fall into a character, an escape, or what looks like structure. */
const text = fc.oneof(
  fc.constantFrom('', 'a', 'é', '€', '😀', '"', '\\', '\\"', '\u0000', '}', '{"', '],[', '},{', '\ud800', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const record = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(fc.constantFrom('id', 'a', 'b', 'bad', '__proto__', ''), scalar, { maxKeys: 4 }),
  },
  { weight: 1, arbitrary: fc.dictionary(text, fc.array(scalar, { maxLength: 3 }), { maxKeys: 3 }) },
  { weight: 1, arbitrary: scalar },
);
const list = fc.array(
  fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: fc.constant({ id: 'same' }) }),
  {
    maxLength: 12,
  },
);
const member = fc.tuple(
  fc.constantFrom('records', 'others', 'records', 'more', '__proto__', 're\\u0063ords'),
  fc.oneof({ weight: 5, arbitrary: list }, { weight: 1, arbitrary: fc.oneof(scalar, fc.dictionary(text, scalar)) }),
);
const blank = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n ');

/** A body as its members in their order, which may repeat a name. */
const members = fc.array(member, { maxLength: 4 });

function write(members: readonly (readonly [string, unknown])[], blank: string): string {
  const parts = members.map(([name, value]) => {
    const json = JSON.stringify(value);
    return `"${name}"${blank}:${blank}${Array.isArray(value) ? `[${blank}${value.map((item) => JSON.stringify(item)).join(`${blank},${blank}`)}${blank}]` : json}`;
  });
  return `{${parts.join(`,${blank}`)}}`;
}

/** The same members with something moved, changed, added or left out. */
const change = fc.record({
  how: fc.constantFrom('replace', 'insert', 'remove', 'move', 'repeat', 'swap members', 'blank', 'reorder keys'),
  at: fc.nat(),
  to: fc.nat(),
  record,
  blank,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Members = readonly (readonly [string, unknown])[];

function applied(members: Members, { how, at, to, record }: Change): Members {
  if (members.length === 0) return members;
  if (how === 'swap members') return members.toReversed();
  const index = at % members.length;
  return members.map(([name, value], position) => {
    if (position !== index || !Array.isArray(value)) return [name, value];
    const items = [...value];
    const place = to % (items.length + 1);
    if (how === 'replace') items[place] = record;
    else if (how === 'insert') items.splice(place, 0, record);
    else if (how === 'remove') items.splice(place, 1);
    else if (how === 'move') items.splice(at % (items.length + 1), 0, ...items.splice(place, 2));
    else if (how === 'repeat') items.splice(place, 0, ...items.slice(0, 2));
    else if (how === 'reorder keys') items[place] = reordered(items[place]);
    return [name, items];
  });
}

function reordered(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item ?? null;
  return Object.fromEntries(Object.entries(item).toReversed());
}

/** A piece of a body is cut out, repeated, or replaced by bytes that mean something to a parser. */
const damage = fc.record({
  from: fc.nat(),
  length: fc.nat({ max: 40 }),
  insert: fc.constantFrom(
    '',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    '{"id":"same"}',
    ',{"id":"same"}',
    '],"records":[',
    '\xff',
    '\xc3',
  ),
  isRepeated: fc.boolean(),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(body: Buffer, { from, length, insert, isRepeated }: Damage): Buffer {
  const start = from % (body.length + 1);
  const piece = body.subarray(start, start + length);
  return Buffer.concat([
    body.subarray(0, start),
    Buffer.from(insert, 'latin1'),
    ...(isRepeated ? [piece, piece] : []),
    body.subarray(start + length),
  ]);
}

describe('A body of which only the difference to the last one is parsed', () => {
  it('is read as JSON.parse reads it, after any changes to its lists', { timeout: 600_000 }, () => {
    const history = fc.tuple(reader, members, blank, fc.array(change, { minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(history, ([bodies, first, blank, changes]) => {
        let current: Members = first;
        const texts = [write(first, blank)];
        for (const next of changes) {
          current = applied(current, next);
          texts.push(write(current, next.how === 'blank' ? next.blank : blank));
        }
        expectReadAsWhole(bodies, texts);
      }),
      { numRuns: runs(30_000) },
    );
  });

  it('is read as JSON.parse reads it where it is cut, repeated or damaged anywhere', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        reader,
        members,
        blank,
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (bodies, first, blank, damages) => {
          const whole = Buffer.from(write(first, blank));
          for (const one of damages) expectReadAsWhole(bodies, [whole, damaged(whole, one), whole]);
          expectReadAsWhole(bodies, [whole, damages.reduce(damaged, whole), whole]);
        },
      ),
      { numRuns: runs(30_000) },
    );
  });
});
