import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UnusableDocumentsError } from '../../src/server/documents/open-documents.ts';
import { askBy, DOORS } from '../kit/doors.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const mapOf = (...texts: string[]) => new Map(texts.map((text) => [sha256(text), text]));

const HELLO = 'query Hello($name: String) { hello(name: $name) }';
const SPEND = 'mutation Spend { spend }';
const CHANGED = 'subscription Changed($id: ID!) { changed(id: $id) { value } }';
const BOTH = 'query A { viewer } query B { hello }';
const UNKNOWN = sha256('{ viewer }');
const [HELLO_ID, SPEND_ID, CHANGED_ID, BOTH_ID] = [HELLO, SPEND, CHANGED, BOTH].map(sha256);

const startTrusted = (...texts: string[]) =>
  startStandIn({ config: { trustedDocuments: mapOf(...texts), introspection: false, graphiql: false } });
const apollo = (hash: string | undefined) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } });

/** An answer in short: its data, or the status, code and message of its refusal. */
async function outcome(response: Response) {
  const { data, errors } = await response.json();
  if (!errors) return data;
  expect(errors).toHaveLength(1);
  return [response.status, errors[0].extensions.code, errors[0].message];
}

describe('where only trusted documents run', () => {
  let server: StandIn;
  beforeAll(async () => {
    server = await startTrusted(HELLO, SPEND, CHANGED, BOTH);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const post = async (body: object) => outcome(await server.post(body));
  const get = async (params: Record<string, string>) =>
    outcome(await server.fetch({}, `?${new URLSearchParams(params)}`));
  const upload = async (operations: object) => {
    const form = new FormData();
    form.append('operations', JSON.stringify(operations));
    form.append('map', '{}');
    return outcome(await server.fetch({ method: 'POST', headers: { 'graphql-require-preflight': '1' }, body: form }));
  };
  const variables = { name: 'Ann' };
  const ANN = { hello: 'Hello, Ann!' };
  const NOT_FOUND = [400, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'];
  const REFUSED = [403, 'FORBIDDEN', expect.stringMatching(/^This gateway runs trusted documents only/)];

  it('one is run by its hash, however that is sent, again and again', async () => {
    for (const _ of ['cold', 'warm']) {
      expect(await post({ documentId: HELLO_ID, variables })).toEqual(ANN);
      expect(await post({ documentId: `sha256:${HELLO_ID}`, variables })).toEqual(ANN);
      expect(await post({ documentId: HELLO_ID!.toUpperCase(), variables })).toEqual(ANN);
      expect(await post({ ...apollo(HELLO_ID), variables })).toEqual(ANN);
      expect(await post({ query: '', ...apollo(HELLO_ID), variables })).toEqual(ANN);
      expect(await post({ query: null, ...apollo(HELLO_ID), variables })).toEqual(ANN);
      expect(await post({ query: HELLO, ...apollo(HELLO_ID), variables })).toEqual(ANN);
      expect(await upload({ documentId: HELLO_ID, variables })).toEqual(ANN);
      expect(await get({ documentId: HELLO_ID!, variables: JSON.stringify(variables) })).toEqual(ANN);
      const extensions = JSON.stringify(apollo(HELLO_ID).extensions);
      expect(await get({ extensions, variables: JSON.stringify(variables) })).toEqual(ANN);
    }
    expect(await post({ documentId: BOTH_ID, operationName: 'A' })).toEqual({ viewer: 'anybody' });
  });

  describe.each(DOORS)('by %s', (door) => {
    const codeOf = async (params: object) => (await askBy(door, server.url, params)).errors[0]?.extensions.code;

    it('a query and a subscription are run by their hashes', async () => {
      for (const asked of [
        { query: '', ...apollo(HELLO_ID) },
        { query: '', documentId: HELLO_ID },
      ]) {
        expect((await askBy(door, server.url, { ...asked, variables })).data).toEqual(ANN);
      }
      if (door === 'POST' || door === 'GET') return;
      const asked = askBy(door, server.url, { query: '', ...apollo(CHANGED_ID), variables: { id: '1' } });
      await vi.waitFor(() => expect(server.watched.open.size).toBe(1));
      server.watched.change('1', 'new');
      expect((await asked).data).toEqual({ changed: { value: 'new' } });
      await vi.waitFor(() => expect(server.watched.open.size).toBe(0));
    });

    it('nothing else is', async () => {
      const { opened } = server.watched;
      const others = ['{ viewer }', HELLO, 'subscription { changed(id: "1") { value } }', 'mutation { spend }'];
      for (const query of others) {
        expect(await codeOf({ query })).toBe('FORBIDDEN');
        expect(await codeOf({ query, documentId: UNKNOWN })).toBe('FORBIDDEN');
        expect(await codeOf({ query, documentId: CHANGED_ID, variables: { id: '1' } })).toBe('BAD_REQUEST');
      }
      expect(await codeOf({ query: '', documentId: UNKNOWN })).toBe('PERSISTED_QUERY_NOT_FOUND');
      expect(await codeOf({ query: '', ...apollo(UNKNOWN) })).toBe('PERSISTED_QUERY_NOT_FOUND');
      expect(server.watched.opened).toBe(opened);
    });
  });

  it('a mutation among them is none by GET', async () => {
    const { spent } = server.seen;
    expect(await get({ documentId: SPEND_ID! })).toEqual([405, 'BAD_REQUEST', expect.any(String)]);
    expect(server.seen.spent).toBe(spent);
    expect(await post({ documentId: SPEND_ID })).toEqual({ spend: 1 });
  });

  it('one that nobody knows is told as clients expect it', async () => {
    for (const id of [UNKNOWN, 'nonsense', '', '__proto__', 'x'.repeat(10_000)]) {
      expect(await post({ documentId: id })).toEqual(NOT_FOUND);
      expect(await post({ query: '', ...apollo(id) })).toEqual(NOT_FOUND);
    }
    expect(await get({ documentId: UNKNOWN })).toEqual(NOT_FOUND);
    expect(await upload({ documentId: UNKNOWN })).toEqual(NOT_FOUND);
  });

  it('no other text is run, and none without its hash', async () => {
    for (const query of [
      '{ viewer }',
      HELLO,
      `${HELLO} `,
      'mutation { spend }',
      '{ __schema { types { name } } }',
      '{',
    ]) {
      expect(await post({ query })).toEqual(REFUSED);
      expect(await get({ query })).toEqual(REFUSED);
      expect(await upload({ query })).toEqual(REFUSED);
      expect(await post({ query, documentId: UNKNOWN })).toEqual(REFUSED);
    }
    expect(await post({ query: 'mutation { spend }', documentId: HELLO_ID })).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringMatching(/^The text does not match the hash/),
    ]);
  });

  it('no batch is taken', async () => {
    const batch = JSON.stringify([{ documentId: HELLO_ID }, { query: '{ viewer }' }]);
    expect((await outcome(await server.post(batch)))[1]).toBe('BAD_REQUEST');
  });

  it.for([5, {}, ['x']])('a hash is a text, not %j', async (hash) => {
    expect((await post({ documentId: hash }))[1]).toBe('BAD_REQUEST');
    expect((await post({ extensions: { persistedQuery: { sha256Hash: hash } } }))[1]).toBe('BAD_REQUEST');
  });

  it('it is asked first who asks', async () => {
    const response = await server.post({ documentId: UNKNOWN }, { authorization: 'Bearer nobody' });
    expect((await outcome(response))[1]).toBe('UNAUTHENTICATED');
  });
});

describe('where any document runs', () => {
  it('a hash alone is refused so that clients send the text, and go on without hashes', async () => {
    await using server = await startStandIn();
    const refused = [400, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotSupported'];
    expect(await outcome(await server.post(apollo(HELLO_ID)))).toEqual(refused);
    expect(await outcome(await server.post({ documentId: HELLO_ID }))).toEqual(refused);
    // Nobody registers one by sending it.
    expect(await outcome(await server.post({ query: HELLO, ...apollo(HELLO_ID) }))).toEqual({ hello: 'Hello, you!' });
    expect(await outcome(await server.post(apollo(HELLO_ID)))).toEqual(refused);
  });
});

describe('a trusted document that cannot run', () => {
  it('keeps the gateway from starting, with all that is wrong with each', async () => {
    const [unknown, broken, large] = [
      'query Q { viewer nothing nobody }',
      'query Broken {',
      `{ ${'viewer '.repeat(5000)} }`,
    ];
    const error = await startTrusted(HELLO, unknown, broken, large).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnusableDocumentsError);
    expect(error.faults).toEqual([
      `${sha256(unknown)} (${unknown}): Cannot query field "nothing" on type "Query".`,
      `${sha256(unknown)} (${unknown}): Cannot query field "nobody" on type "Query".`,
      expect.stringMatching(new RegExp(`^${sha256(broken)} \\(query Broken \\{\\): Syntax Error`)),
      expect.stringMatching(/: Limit exceeded: tokens is 4001, the maximum is 4000/),
    ]);
  });

  it('is one that asks for the schema, which is not to be asked for then', async () => {
    const error = await startTrusted('{ __schema { types { name } } }').catch((thrown) => thrown);
    expect(error.faults[0]).toMatch(/introspection has been disabled.*"__schema"/);
  });
});
