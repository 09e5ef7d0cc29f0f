import { buildSchema, type GraphQLSchema, isObjectType, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/server/documents/documents.ts';
import { createTextMemory } from '../../src/server/execution/writing/kept-texts.ts';
import type { Meter } from '../../src/server/execution/writing/meter.ts';
import { createWritingRunner } from '../../src/server/execution/writing/run-writing.ts';

interface Item {
  readonly name: string;
  readonly parts: readonly object[];
}

/** A list of items, each with parts; what is resolved is counted, and what is charged. */
function start(items: () => readonly Item[]) {
  const schema = buildSchema(`
    type Query { items(first: Int): [Item!]! }
    type Item { name: String! parts: [Part!]! read: String! shout(loud: Boolean): String! }
    type Part { size: Int! sum(of: [Int!]!): Int! }
  `);
  const calls: string[] = [];
  const observed = { uses: 0, charged: 0 };
  const meter: Meter = {
    get uses() {
      return observed.uses;
    },
    get charged() {
      return observed.charged;
    },
    charge(values) {
      observed.charged += values;
    },
    wrote: () => undefined,
  };
  resolve(schema, 'Query', 'items', () => items());
  resolve(schema, 'Item', 'name', ({ name }: Item) => {
    calls.push(name);
    return name;
  });
  resolve(schema, 'Item', 'parts', ({ parts }: Item) => {
    meter.charge(parts.length * 2);
    return parts;
  });
  resolve(schema, 'Item', 'read', ({ name }: Item) => {
    observed.uses += 1;
    return name;
  });
  resolve(schema, 'Item', 'shout', ({ name }: Item, { loud }: { loud: boolean }) => (loud ? name.toUpperCase() : name));
  resolve(schema, 'Part', 'sum', ({ size }: { size: number }, { of }: { of: number[] }) =>
    of.reduce((a, b) => a + b, size),
  );
  const documents = createDocuments({ schema, introspection: true, trusted: null });
  const run = createWritingRunner({ schema, maxCoercionErrors: 20, hideSuggestions: false });
  return async (query: string, variables: Record<string, unknown> = {}) => {
    calls.length = 0;
    observed.charged = 0;
    const operation = documents.operation(documents.parse(print(parse(query))), undefined)!;
    const { data, errors } = await run({ operation, variables, context: {}, meter });
    expect(errors).toBeUndefined();
    return { data: JSON.parse(data!.text), calls: [...calls], charged: observed.charged };
  };
}

// biome-ignore lint/suspicious/noExplicitAny: resolvers of several types of source
type Resolve = (source: any, args: any) => unknown;

function resolve(schema: GraphQLSchema, typeName: string, field: string, resolver: Resolve) {
  const type = schema.getType(typeName);
  if (isObjectType(type)) type.getFields()[field]!.resolve = resolver;
}

const item = (name: string, parts = 3): Item => ({
  name,
  parts: Array.from({ length: parts }, (_, size) => ({ size })),
});

describe('An object that was written before', () => {
  it('is not executed again in another list, and costs as many values as the first time', async () => {
    const [a, b, c] = [item('a'), item('b', 5), item('c')];
    let items = [a, b];
    const ask = start(() => items);
    const first = await ask('{ items { name parts { size } } }');
    expect(first.calls).toEqual(['a', 'b']);
    items = [c, b, a];
    const second = await ask('{ items { name parts { size } } }');
    expect(second.calls).toEqual(['c']);
    expect(second.charged).toBe(first.charged + 6);
    expect(second.data.items.map(({ name }: Item) => name)).toEqual(['c', 'b', 'a']);
  });

  it('is executed again under another selection', async () => {
    const items = [item('a')];
    const ask = start(() => [...items]);
    await ask('{ items { name } }');
    expect((await ask('{ items { name parts { size } } }')).data.items[0].parts).toHaveLength(3);
    expect((await ask('{ items { other: name } }')).data.items).toEqual([{ other: 'a' }]);
  });

  it('is executed each time if its selection reads anything else, or has a variable', async () => {
    const items = [item('a')];
    const ask = start(() => [...items]);
    const query = 'query ($loud: Boolean) { items { name shout(loud: $loud) } }';
    for (const loud of [true, false, true]) {
      const { data, calls } = await ask(query, { loud });
      expect(data.items[0].shout).toBe(loud ? 'A' : 'a');
      expect(calls).toEqual(['a']);
    }
    await ask('{ items { name read } }');
    expect((await ask('{ items { name read } }')).calls).toEqual(['a']);
  });

  it.each([
    ['in a field below', '{ items { parts { sum(of: [1, $more]) } } }'],
    ['in an inline fragment', '{ items { ... on Item { parts { ... { sum(of: [1, $more]) } } } } }'],
    [
      'in a fragment',
      '{ items { ...F } } fragment F on Item { parts { ...P } } fragment P on Part { sum(of: [1, $more]) }',
    ],
    ['in the second of two selections', '{ items { parts { size } } items { parts { sum(of: [1, $more]) } } }'],
    ['in the second of two selections below', '{ items { parts { size } parts { sum(of: [1, $more]) } } }'],
  ])('is executed each time if its selection has a variable %s', async (_where, selection) => {
    const items = [item('a')];
    const ask = start(() => items);
    for (const more of [1, 5, 1]) {
      const { data } = await ask(`query ($more: Int!) ${selection}`, { more });
      expect(data.items[0].parts.map(({ sum }: { sum: number }) => sum)).toEqual([1 + more, 2 + more, 3 + more]);
    }
  });

  it('has the fields that the directives of its operation select this time', async () => {
    const items = [item('a')];
    const ask = start(() => [...items]);
    const query = 'query ($with: Boolean!) { items { name parts @include(if: $with) { size } } }';
    for (const isIncluded of [true, false, true, false]) {
      const { data } = await ask(query, { with: isIncluded });
      expect(Object.hasOwn(data.items[0], 'parts')).toBe(isIncluded);
    }
  });
});

describe('The memory of texts', () => {
  it('drops those that were not used for long, and keeps those that are', () => {
    const memory = createTextMemory(20_000);
    const texts = memory.createTexts();
    const [used, unused] = [{}, {}];
    for (const object of [used, unused]) texts.keep(object, { text: 'x'.repeat(100), charged: 0 });
    for (let n = 0; n < 300; n += 1) {
      texts.keep({}, { text: 'y'.repeat(100), charged: 0 });
      expect(texts.find(used)).toBeDefined();
    }
    expect(texts.find(unused)).toBeUndefined();
  });

  it('keeps no texts for a while where no object is ever found', () => {
    const texts = createTextMemory().createTexts();
    for (let n = 0; n < 1_000; n += 1) texts.find({});
    expect(texts.isWorthwhile).toBe(false);
    for (let n = 0; n < 20_000 && !texts.isWorthwhile; n += 1) texts.find({});
    expect(texts.isWorthwhile).toBe(true);
  });
});
