import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { listed, voices } from '../kit/service-bodies.ts';

const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: DubbingProjectFilter, $orderBy: DubbingProjectOrder) {
  dubbingProjects(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { projectId } } }`;

const ids = (answer: Awaited<ReturnType<TestGateway['ask']>>): string[] =>
  answer.data.dubbingProjects.nodes.map(({ projectId }: { projectId: string }) => projectId);

const start = () => startGateway({ env: { READ_MAX_AGE_MS: '0' } });

describe('the list of dubbing projects', () => {
  it('is newest first by default, with ties by id and what has no date last', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [
        listed('b', { created_date: '2026-01-01T00:00:00Z' }),
        listed('a', { created_date: '2026-01-01T00:00:00Z' }),
        listed('none', { created_date: null }),
        listed('new', { created_date: '2026-02-01T00:00:00Z' }),
      ],
    });
    expect(ids(await gateway.ask('{ dubbingProjects { nodes { projectId } } }')).at(0)).toBe('new');
    expect(ids(await gateway.ask('{ dubbingProjects { nodes { projectId } } }')).at(-1)).toBe('none');
    const ascending = await gateway.ask(PAGE, { variables: { orderBy: { field: 'CREATED_AT' } } });
    expect(ids(ascending)).toEqual(['a', 'b', 'new', 'none']);
  });

  it('is ordered by name as people order names, and by status as the enum lists them', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [
        listed('1', { name: 'zebra', status: 'error' }),
        listed('2', { name: 'Émile', status: 'ready' }),
        listed('3', { name: 'eve', status: 'in_progress' }),
        listed('4', { name: null, status: 'paused' }),
      ],
    });
    expect(ids(await gateway.ask(PAGE, { variables: { orderBy: { field: 'NAME' } } }))).toEqual(['2', '3', '1', '4']);
    expect(ids(await gateway.ask(PAGE, { variables: { orderBy: { field: 'STATUS' } } }))).toEqual(['3', '2', '1', '4']);
    const descending = { variables: { orderBy: { field: 'STATUS', direction: 'DESC' } } };
    expect(ids(await gateway.ask(PAGE, descending))).toEqual(['1', '2', '3', '4']);
  });

  it('takes no filter that is larger than anybody needs', async () => {
    await using gateway = await start();
    const answer = async (filter: object) => (await gateway.ask(PAGE, { variables: { filter } })).errors;
    expect(await answer({ search: 'x'.repeat(1000), sourceLanguage: Array(1000).fill('en') })).toEqual([]);
    expect(await answer({ search: 'x'.repeat(1001) })).toMatchObject([
      {
        message: '`filter.search` must have at most 1000 characters, but has 1001.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(await answer({ sourceLanguage: Array(1001).fill('en') })).toMatchObject([
      { message: '`filter.sourceLanguage` must have at most 1000 values, but has 1001.' },
    ]);
    const voices = '(filter: { search: $long }) { __typename }';
    const query = `query ($long: String) { voices${voices} language(code: "fr-FR") { voices${voices} } }`;
    const { errors } = await gateway.ask(query, { variables: { long: 'x'.repeat(1001) } });
    expect(errors).toMatchObject([{ path: ['voices'] }, { path: ['language', 'voices'] }]);
  });

  it('is filtered by status, languages, a part of the name and exclusive moments of creation', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [
        listed('1', { name: 'Crème brûlée', status: 'error' }),
        listed('2', { name: 'Other', source_lang: 'de', created_date: '2026-03-01T00:00:00.000Z' }),
        listed('3', { name: null, target_lang: 'es-ES' }),
        { project_id: 'broken' },
      ],
    });
    const matching = async (filter: object) =>
      ids(await gateway.ask(PAGE, { variables: { filter, orderBy: { field: 'NAME' } } }));
    expect(await matching({ search: 'CREME' })).toEqual(['1']);
    expect(await matching({ status: ['ERROR', 'READY'] })).toEqual(['1', '2', '3']);
    expect(await matching({ status: [] })).toEqual([]);
    expect(await matching({ sourceLanguage: ['de'] })).toEqual(['2']);
    expect(await matching({ targetLanguage: ['es-ES'], sourceLanguage: ['en'] })).toEqual(['3']);
    expect(await matching({ createdAfter: '2026-02-28T23:59:59.999Z' })).toEqual(['2']);
    expect(await matching({ createdAfter: '2026-03-01T00:00:00.000Z' })).toEqual([]);
    expect(await matching({ createdBefore: '2026-03-01T00:00:00.000Z' })).toEqual(['1', '3']);
  });

  it('keeps its pages right when projects come and go between them', async () => {
    await using gateway = await start();
    const at = (n: number) => listed(`p${n}`, { created_date: new Date(Date.UTC(2026, 0, n)).toISOString() });
    gateway.serviceAnswers('/api/v1/projects', { projects: [1, 2, 3, 4, 5, 6].map(at) });
    const one = await gateway.ask(PAGE, { variables: { first: 2 } });
    expect(ids(one)).toEqual(['p6', 'p5']);
    // The one that the cursor stands at goes, and a newer one comes.
    gateway.serviceAnswers('/api/v1/projects', { projects: [1, 2, 3, 4, 6, 7].map(at) });
    const after = one.data.dubbingProjects.pageInfo.endCursor;
    const two = await gateway.ask(PAGE, { variables: { first: 2, after } });
    expect(ids(two)).toEqual(['p4', 'p3']);
    expect(two.data.dubbingProjects).toMatchObject({ totalCount: 6, pageInfo: { hasNextPage: true } });
    const before = two.data.dubbingProjects.pageInfo.startCursor;
    expect(ids(await gateway.ask(PAGE, { variables: { last: 2, before } }))).toEqual(['p7', 'p6']);
  });

  it('gives none with the count for first: 0', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('a')] });
    const { data } = await gateway.ask(PAGE, { variables: { first: 0 } });
    expect(data.dubbingProjects).toMatchObject({ totalCount: 1, nodes: [] });
  });

  it.each([
    [{ first: -1 }, 'first'],
    [{ first: 501 }, 'first'],
    [{ last: -1 }, 'last'],
    [{ last: 501 }, 'last'],
    [{ first: 1, last: 1 }, 'last'],
    [{ after: 'not of ours' }, 'after'],
    [{ before: Buffer.from('["x"]').toString('base64url') }, 'before'],
    [{ first: 'ten' }, 'first'],
    [{ filter: { createdAfter: 'yesterday' } }, 'createdAfter'],
    [{ orderBy: { field: 'COLOUR' } }, 'field'],
  ])('refuses %j with an error that names it, without a request', async (variables, named) => {
    await using gateway = await start();
    const { errors } = await gateway.ask(PAGE, { variables });
    expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0]!.message).toContain(named);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('tells where in the document a date stands that is none', async () => {
    await using gateway = await start();
    const { errors } = await gateway.ask('{ dubbingProjects(filter: { createdAfter: "yesterday" }) { totalCount } }');
    expect(errors).toMatchObject([
      { locations: [{ line: 1, column: 43 }], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
    expect(errors[0]!.message).toContain('"yesterday"; A DateTime must be');
  });
});

describe('the list of voices', () => {
  it('can be walked page by page, in both directions, each voice once', async () => {
    await using gateway = await start();
    const page = async (variables: object) => {
      const { data } = await gateway.ask(
        `query ($first: Int, $after: String, $last: Int, $before: String) { voices(first: $first, after: $after, last: $last, before: $before) {
          totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id } } }`,
        { variables },
      );
      return data.voices;
    };
    const forwards: string[] = [];
    let connection = await page({ first: 97 });
    for (;;) {
      forwards.push(...connection.nodes.map(({ id }: { id: string }) => id));
      if (!connection.pageInfo.hasNextPage) break;
      connection = await page({ first: 97, after: connection.pageInfo.endCursor });
    }
    expect(forwards).toHaveLength(connection.totalCount);
    expect(new Set(forwards).size).toBe(forwards.length);
    const backwards: string[] = [];
    connection = await page({ last: 97 });
    for (;;) {
      backwards.unshift(...connection.nodes.map(({ id }: { id: string }) => id));
      if (!connection.pageInfo.hasPreviousPage) break;
      connection = await page({ last: 97, before: connection.pageInfo.startCursor });
    }
    expect(backwards).toEqual(forwards);
  });

  it('is filtered by language, style and a part of the name', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/voices', { voices });
    const keys = async (filter: string) => {
      const { data } = await gateway.ask(`{ voices(filter: ${filter}) { nodes { key } } }`);
      return data.voices.nodes.map(({ key }: { key: string }) => key);
    };
    expect(await keys('{ language: "en-US" }')).toEqual(['voice:Rachel']);
    expect(await keys('{ style: "masculine" }')).toEqual(['voice:Rachel']);
    expect(await keys('{ search: "ráchel" }')).toEqual(['voice:Rachel']);
    expect(await keys('{ search: "VOICE", style: "feminine" }')).toHaveLength(6);
    expect(await keys('{ language: "xx-XX" }')).toEqual([]);
  });
});
