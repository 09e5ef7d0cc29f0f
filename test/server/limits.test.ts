import { readdirSync, readFileSync } from 'node:fs';
import { GraphQLError, getIntrospectionQuery } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { LimitExceededError } from '../../src/errors.ts';
import { createDocuments } from '../../src/server/documents/documents.ts';
import { LIMITS, type Limit } from '../../src/server/limits/limits.ts';
import { askBy, DOORS } from '../kit/doors.ts';
import { randomDocument } from '../kit/random-document.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

describe('an operation that is too large', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  /** Refused twice with the same words, and before anything runs. */
  async function refusal(
    query: string,
    variables?: object,
  ): Promise<{ limit: string; allowed: number; actual: number }> {
    const first = await server.post({ query, variables });
    expect(first.status).toBe(400);
    const { errors, ...rest } = await first.json();
    expect(rest).toEqual({});
    expect(errors).toHaveLength(1);
    const again = await server.post({ query, variables });
    expect((await again.json()).errors[0].message).toBe(errors[0].message);
    const { code, limit, allowed, actual } = errors[0].extensions;
    expect(code).toBe('LIMIT_EXCEEDED');
    expect(allowed).toBe(LIMITS[limit as keyof typeof LIMITS]);
    expect(actual).toBeGreaterThan(allowed);
    return { limit, allowed, actual };
  }

  const runs = async (query: string, variables?: object) => {
    const answer = await (await server.post({ query, variables })).json();
    expect(answer.errors).toBeUndefined();
    // Known now, so this one goes the short way.
    expect(await (await server.post({ query, variables })).json()).toEqual(answer);
  };

  describe('by what its fragments come to', () => {
    const doubling = (levels: number) =>
      `{ thing { ...F0 } } ${times(levels, (i) => `fragment F${i} on Thing { x: other { ...F${i + 1} } y: other { ...F${i + 1} } }`)} fragment F${levels} on Thing { id }`;

    it.for([8, 16, 22, 60])('each spreading the next one twice, over %i levels', async (levels) => {
      expect((await refusal(doubling(levels))).limit).toMatch(/depth|fields|aliases/);
    });

    it('each spreading the next one twice without another level', async () => {
      const query = `{ thing { ...F0 } } ${times(60, (i) => `fragment F${i} on Thing { ...F${i + 1} ...F${i + 1} }`)} fragment F60 on Thing { id }`;
      expect(await refusal(query)).toMatchObject({ limit: 'fields', actual: Number.MAX_SAFE_INTEGER });
    });

    it('in introspection', async () => {
      const query = `{ __type(name: "Thing") { ...F0 } } ${times(22, (i) => `fragment F${i} on __Type { x: ofType { ...F${i + 1} } y: ofType { ...F${i + 1} } }`)} fragment F22 on __Type { name }`;
      expect((await refusal(query)).limit).toMatch(/depth|fields|aliases/);
    });

    it('whatever a fragment is called, and wherever it was spread before', async () => {
      const deep = `${times(LIMITS.depth - 2, () => 'other {')} id ${times(LIMITS.depth - 2, () => '}')}`;
      await runs(`{ thing { ${deep} } }`);
      await runs(`{ thing { ...__schema } } fragment __schema on Thing { ${deep} }`);
      const inlined = await refusal(`{ thing { other { ${deep} } } }`);
      expect(inlined).toEqual({ limit: 'depth', allowed: LIMITS.depth, actual: LIMITS.depth + 1 });
      expect(
        await refusal(`{ thing { ...__schema other { ...__schema } } } fragment __schema on Thing { ${deep} }`),
      ).toEqual(inlined);
      expect(
        await refusal(
          `{ thing { ... on Thing { other { ... { ...A } } } } } fragment A on Thing { ...B } fragment B on Thing { ${deep} }`,
        ),
      ).toEqual(inlined);
    });
  });

  describe('by its aliases', () => {
    it.for(['__typename', 'viewer'])('of %s', async (field) => {
      await runs(`{ ${times(LIMITS.aliases, (i) => `a${i}: ${field}`)} }`);
      for (const count of [LIMITS.aliases + 1, 1000, 1300]) {
        expect(await refusal(`{ ${times(count, (i) => `a${i}: ${field}`)} }`)).toMatchObject({
          limit: 'aliases',
          actual: count,
        });
      }
      expect((await refusal(`{ ${times(10_000, (i) => `a${i}: ${field}`)} }`)).limit).toMatch(/characters|tokens/);
    });

    it('spread over fragments', async () => {
      const query = `{ ...A ...B } fragment A on Query { ${times(60, (i) => `a${i}: viewer`)} } fragment B on Query { ${times(41, (i) => `b${i}: viewer`)} }`;
      expect(await refusal(query)).toMatchObject({ limit: 'aliases', actual: 101 });
    });

    it('of a mutation, of which none is run', async () => {
      await runs(`mutation { ${times(LIMITS.mutations, (i) => `m${i}: spend`)} }`);
      const before = server.seen.spent;
      expect(
        await refusal(`mutation { ...A ... { ...A } } fragment A on Mutation { ${times(11, (i) => `m${i}: spend`)} }`),
      ).toMatchObject({
        limit: 'mutations',
        actual: 22,
      });
      expect(server.seen.spent).toBe(before);
    });
  });

  describe('by its text', () => {
    it('of too many tokens', async () => {
      expect((await refusal(`{ ${times(6000, () => 'viewer')} }`)).limit).toBe('tokens');
    });

    it.for([
      ['selections', `${'{thing'.repeat(20_000)}{id}${'}'.repeat(20_000)}`],
      ['lists', `{ nodes(ids: ${'['.repeat(20_000)}1${']'.repeat(20_000)}) { id } }`],
      ['objects', `{ hello(name: ${'{a:'.repeat(20_000)}1${'}'.repeat(20_000)}) }`],
      ['types', `query ($x: ${'['.repeat(20_000)}Int${']'.repeat(20_000)}) { viewer }`],
      ['unclosed brackets', '['.repeat(100_000)],
    ] as const)('of %s within each other', async ([, query]) => {
      expect((await refusal(query)).limit).toMatch(/characters|tokens|nesting/);
    });

    it('of brackets within each other, well before the parser’s own stack ends', async () => {
      const lists = (count: number) => `{ hello(name: ${'['.repeat(count)}${']'.repeat(count)}) }`;
      expect(await refusal(lists(LIMITS.nesting - 1))).toMatchObject({ limit: 'nesting', actual: LIMITS.nesting + 1 });
      expect((await refusal(lists(1900))).limit).toBe('nesting');
    });
  });

  describe('by its variables', () => {
    it.for([
      ['100,000 lists', '['.repeat(100_000), ']'.repeat(100_000)],
      ['20,000 objects', '{"a":'.repeat(20_000), `1${'}'.repeat(20_000)}`],
    ] as const)('of %s within each other, declared or not', async ([, open, close]) => {
      for (const query of ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', '{ viewer }']) {
        const response = await server.post(`{"query":"${query}","variables":{"ids":${open}${close}}}`);
        expect([response.status, (await response.json()).errors[0].extensions]).toMatchObject([
          400,
          { code: 'LIMIT_EXCEEDED', limit: 'variableNesting', actual: LIMITS.variableNesting + 1 },
        ]);
      }
    });

    it('of a list of ids as long as a body can hold', async () => {
      const ids = Array.from({ length: 150_000 }, (_, i) => i);
      expect((await refusal('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).limit).toBe('variableValues');
    });
  });

  describe('by how much it may answer', () => {
    const nested = '{ nodes { others { others { id other { id } } } } }';

    it('counting pages as they are asked for', async () => {
      await runs(`{ things(first: 10) ${nested} }`);
      expect((await refusal(`{ things(first: 500) ${nested} }`)).limit).toBe('cost');
      expect(
        (
          await refusal(
            `{ things(last: 500) { edges { ...E } } } fragment E on ThingEdge { node { others { others { id name } } } }`,
          )
        ).limit,
      ).toBe('cost');
    });

    it('counting variables as they are given, or by default, each time', async () => {
      const query = `query ($n: Int = 500) { things(first: $n) ${nested} }`;
      await runs(query, { n: 10 });
      expect((await refusal(query, { n: 500 })).limit).toBe('cost');
      expect((await refusal(query)).limit).toBe('cost');
      await runs(query, { n: 10 });
    });

    it('counting ids', async () => {
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { others { others { id name } } } }`;
      await runs(query, { ids: ['1', '2'] });
      expect((await refusal(query, { ids: Array.from({ length: 200 }, String) })).limit).toBe('cost');
    });

    it('but leaves a page that is no page to the resolver, which says so', async () => {
      await runs('{ things(first: 1000000) { nodes { id } } }');
      await runs('query ($n: Int) { things(first: $n) { nodes { id } } }', { n: -5 });
    });
  });

  describe('by one more than', () => {
    interface Asked {
      readonly query: string;
      readonly variables?: object;
    }
    const selecting = (selections: string) => ({ query: `{ thing { ${selections} } }` });

    /** An operation whose measure is so much. */
    const OF_MEASURE: Readonly<Record<Limit, (count: number) => Asked>> = {
      characters: (count) => ({ query: '{ viewer }'.padEnd(count) }),
      lines: (count) => ({ query: `${'\n'.repeat(count - 1)}{ viewer }` }),
      // Arguments are tokens without being anything else that is counted.
      tokens: (count) => ({ query: `{ nodes(ids: [${'1 '.repeat(count - 12)}]) { id } }` }),
      nesting: (count) => ({ query: `{ hello(name: ${'['.repeat(count - 2)}${']'.repeat(count - 2)}) }` }),
      directives: (count) =>
        selecting(`${times(count - 1, (i) => `... @skip(if: false) { x${i} }`)} id @skip(if: false)`),
      operations: (count) => ({ query: times(count, (i) => `query Q${i} { viewer }`) }),
      fragments: (count) => ({
        query: `{ thing { ${times(count, (i) => `...F${i}`)} } } ${times(count, (i) => `fragment F${i} on Thing { id }`)}`,
      }),
      variableDefinitions: (count) => ({ query: `query (${times(count, (i) => `$v${i}: Int`)}) { viewer }` }),
      directivesAtOnePlace: (count) => selecting(`id ${'@skip(if: false) '.repeat(count)}`),
      // One for each selection, and one for each pair of a name.
      comparisons: (count) => {
        const repeated = Math.floor((Math.sqrt(8 * (count - 1) + 1) - 1) / 2);
        const rest = count - 1 - (repeated * (repeated + 1)) / 2;
        return selecting(`${'id '.repeat(repeated)} ${times(rest, (i) => `x${i}`)}`);
      },
      depth: (count) => selecting(`${'other { '.repeat(count - 2)} id ${'}'.repeat(count - 2)}`),
      fields: (count) => selecting(times(count - 1, (i) => `x${i}`)),
      spreads: (count) => ({
        query: `{ ${times(100, (i) => `a${i}: thing { ${'...F '.repeat((count + i) / 100)} }`)} } fragment F on Thing { id }`,
      }),
      aliases: (count) => selecting(times(count, (i) => `a${i}: id`)),
      rootFields: (count) => ({ query: `{ ${'viewer '.repeat(count)} }` }),
      mutations: (count) => ({ query: `mutation { ${times(count, (i) => `m${i}: spend`)} }` }),
      cost: (count) => {
        const fields = Math.floor((count - 5) / 500);
        const page = (first: number, selections: string) => `things(first: ${first}) { nodes { ${selections} } }`;
        return { query: `{ a: ${page(500, 'id '.repeat(fields))} b: ${page(count - 500 * fields - 4, 'id')} }` };
      },
      variableValues: (count) => ({ query: '{ viewer }', variables: { list: Array(count - 1).fill(0) } }),
      variableNesting: (count) => ({
        query: '{ viewer }',
        variables: Array(count)
          .fill(0)
          .reduce((inner) => ({ a: inner }), { a: 1 }),
      }),
      // A list, which is one itself, is used twice; if that cannot be so much, a name is used three times.
      repeatedValues: (count) => ({
        query: `query ($ids: [ID!]!, $name: String) { a: nodes(ids: $ids) { id } ...F ${times(3, (i) => `h${i}: hello(name: $name)`)} }
          fragment F on Query { b: nodes(ids: $ids) { id } }`,
        variables: {
          ids: Array(Math.floor((count - (count % 2) * 3) / 2) - 1).fill(0),
          ...(count % 2 === 1 && { name: 'you' }),
        },
      }),
    };

    it.for(Object.entries(OF_MEASURE) as [Limit, (count: number) => Asked][])(
      'its %s may be',
      async ([limit, ofMeasure]) => {
        const allowed = LIMITS[limit];
        const { query, variables } = ofMeasure(allowed);
        const taken = await (await server.post({ query, variables })).json();
        expect(taken.errors?.[0].extensions.code ?? null).not.toBe('LIMIT_EXCEEDED');
        const larger = ofMeasure(allowed + 1);
        expect(await refusal(larger.query, larger.variables)).toEqual({ limit, allowed, actual: allowed + 1 });
      },
    );
  });

  it.each(DOORS)('is refused with the same words by %s, of whatever type it is', async (door) => {
    const isGet = door.endsWith('GET');
    for (const [limit, params] of [
      ['aliases', { query: `{ ${times(101, (i) => `a${i}: viewer`)} }` }],
      ['depth', { query: `subscription { changed(id: "1") { ${'x { '.repeat(20)} y ${'}'.repeat(20)} } }` }],
      ['rootFields', { query: `subscription { ${'changed(id: "1") { value } '.repeat(101)} }` }],
      ['mutations', { query: `mutation { ${'spend '.repeat(21)} }` }],
      ['tokens', { query: `{ ${'[ '.repeat(50)}${'viewer '.repeat(4000)} }` }],
      [
        'variableNesting',
        {
          query: 'query ($n: Int) { things(first: $n) { totalCount } }',
          variables: { n: JSON.parse(`${'['.repeat(21)}${']'.repeat(21)}`) },
        },
      ],
      [
        'repeatedValues',
        {
          query: `query ($name: String) { ${times(100, (i) => `a${i}: hello(name: $name)`)} }`,
          variables: { name: 'x'.repeat(100_000) },
        },
      ],
      [
        'cost',
        {
          query: 'query ($n: Int) { things(first: $n) { nodes { others { others { others { id } } } } } }',
          variables: { n: 500 },
        },
      ],
    ] as const) {
      // A long address is refused by its length.
      if (isGet && (limit === 'tokens' || limit === 'repeatedValues')) continue;
      const { data, errors } = await askBy(door, server.url, params);
      expect([data, errors.map(({ extensions }) => extensions)]).toEqual([
        null,
        [
          expect.objectContaining({
            code: 'LIMIT_EXCEEDED',
            limit,
            allowed: LIMITS[limit],
            actual: expect.any(Number),
          }),
        ],
      ]);
    }
    expect(server.watched.opened + server.seen.spent).toBe(0);
  });

  it('is found in any operation of the document', async () => {
    expect((await refusal(`query A { viewer } query B { ${times(101, (i) => `a${i}: viewer`)} }`)).limit).toBe(
      'aliases',
    );
  });

  it('does not keep fragments in a circle from being told as such', async () => {
    const query = '{ thing { ...A } } fragment A on Thing { other { ...B } } fragment B on Thing { other { ...A } }';
    const { errors } = await (await server.post({ query })).json();
    expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('any document', () => {
  const documents = createDocuments({ schema, introspection: true, trusted: null });
  const CODES = ['LIMIT_EXCEEDED', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'];

  function refusalsOf(text: string): readonly (GraphQLError | LimitExceededError)[] {
    try {
      return documents.validate(documents.parse(text));
    } catch (error) {
      if (error instanceof GraphQLError || error instanceof LimitExceededError) return [error];
      throw error;
    }
  }

  it('is refused with a code or may run, and no rule of graphql gives up over it', { timeout: 120_000 }, () => {
    const seen = new Set<unknown>();
    for (let seed = 0; seed < 300; seed += 1) {
      for (const error of refusalsOf(randomDocument(schema, seed))) {
        const code = 'code' in error ? error.code : error.extensions['code'];
        expect(CODES, `seed ${seed}`).toContain(code);
        expect(error.message, `seed ${seed}`).not.toBe('Validation aborted.');
        seen.add('limit' in error ? error.limit : code);
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['GRAPHQL_VALIDATION_FAILED', 'fields', 'fragments', 'comparisons', 'spreads', 'cost']),
    );
  });
});

describe('what may ask the service', () => {
  const documents = createDocuments({ schema, introspection: true, trusted: null });
  const DETAILS = 'mixingMode estimatedCompletionAt completedAt errorMessage output { videoUrl }';
  const projects = (count: number, fields: string) =>
    `{ ${times(count, (i) => `a${i}: dubbingProjects(first: 500) { nodes { ${fields} } }`)} }`;

  it('counts for more than what it answers', () => {
    expect(() => documents.parse(projects(1, DETAILS))).not.toThrow();
    expect(() => documents.parse(projects(2, DETAILS))).toThrow(LimitExceededError);
    expect(() => documents.parse(projects(20, 'name rawStatus createdAt costMinutes state'))).not.toThrow();
  });

  it('counts for each id', () => {
    const read = (count: number) =>
      `{ ${times(count, (i) => `a${i}: nodes(ids: [${times(200, (n) => `"DubbingProject:${n}"`)}]) { id }`)} }`;
    expect(() => documents.parse(read(10))).not.toThrow();
    expect(() => documents.parse(read(20))).toThrow(LimitExceededError);
  });
});

describe('an operation that a front end writes', () => {
  const documents = createDocuments({ schema, introspection: true, trusted: null });
  const passes = (query: string, variables: Record<string, unknown> = {}) => {
    const document = documents.parse(query);
    expect(documents.validate(document)).toEqual([]);
    documents.operation(document, undefined)!.checkVariables(variables);
  };
  const operations = new URL('../../schema/operations/', import.meta.url);

  it.for(readdirSync(operations))('is within the limits: the example %s', (name) => {
    passes(readFileSync(new URL(name, operations), 'utf8'));
  });

  it('is within the limits: introspection with everything in it', () => {
    passes(
      getIntrospectionQuery({
        descriptions: true,
        inputValueDeprecation: true,
        schemaDescription: true,
        specifiedByUrl: true,
        oneOf: true,
      }),
    );
  });

  it.for([
    'query W2s{dubbingProject(id:"p1"){name rawStatus sourceLanguage{code} targetLanguage{code} costMinutes completedAt output{videoUrl targetScript{startMs endMs text speakerId} targetSpeakers{speakerId voiceKey style voice{name key style language{code}}}}}}',
    'query W3{options{targetLanguages{voices{name key style language{code}}}}}',
    `query W4{${times(20, (i) => `v${i}:video(id:"s1/v${i}"){id name rawStatus rawWorkflowType sourceLanguage{code} dstLangs:targetLanguages{code} durationSeconds progress{languages{language{code} phase:rawPhase rawPendingOn isError eta}}}`)}}`,
    'query W5{dubbingProjects(first:500){nodes{__typename projectId name rawStatus sourceLanguage{code} targetLanguage{code} costMinutes createdAt}}}',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename ... on Job { name state } ... on DubbingProject { projectId status rawStatus mixingMode costMinutes createdAt completedAt errorMessage sourceLanguage { code name } targetLanguage { code name } output { videoUrl audioUrl } } ... on Video { videoId videoStatus: status url remark durationSeconds progress { isSettled languages { phase pendingOn isError eta } } } ... on Artifact { artifactId artifactStatus: status sizeBytes isUsable } } }',
  ])('is within the limits: %.40s', (query) => {
    passes(query, { ids: Array.from({ length: 200 }, (_, i) => `DubbingProject:${i}`) });
  });
});
