import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askBy, DOORS, type Door } from '../kit/doors.ts';
import { startGateway, type TestGateway } from '../kit/gateway.ts';

const PROJECTS = 'dubbingProjects(filter: $filter) { totalCount }';

/** Each has one letter wrong, and the right word must not be told. */
const MISSPELT: readonly (readonly [word: string, params: { query: string; variables?: object }])[] = [
  ['dubbingProjects', { query: '{ dubbingProject5 { totalCount } }' }],
  ['totalCount', { query: '{ dubbingProjects { totalcount } }' }],
  ['DubbingProject', { query: '{ node(id: "a") { ... on DubbingProjekt { name } } }' }],
  ['DubbingProject', { query: '{ node(id: "a") { ...F } } fragment F on DubbingProjekt { name }' }],
  ['DubbingProjectFilter', { query: `query ($filter: DubbingProjectFillter) { ${PROJECTS} }`, variables: {} }],
  ['filter', { query: '{ dubbingProjects(fillter: {}) { totalCount } }' }],
  ['search', { query: '{ dubbingProjects(filter: { serch: "a" }) { totalCount } }' }],
  ['READY', { query: '{ dubbingProjects(filter: { status: REDY }) { totalCount } }' }],
  ['READY', { query: '{ dubbingProjects(filter: { status: "READY" }) { totalCount } }' }],
  ['search', { query: `query ($filter: DubbingProjectFilter) { ${PROJECTS} }`, variables: { filter: { serch: 'a' } } }],
  [
    'READY',
    { query: `query ($filter: DubbingProjectFilter) { ${PROJECTS} }`, variables: { filter: { status: 'REDY' } } },
  ],
  ['balanceUpdated', { query: 'subscription { balanceUpdate { kind } }' }],
  ['untilSettled', { query: 'subscription { videoUpdated(id: "a", untilSetled: true) { kind } }' }],
];

describe('a graph that is not to be asked about itself', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ env: { INTROSPECTION: 'off', GRAPHIQL: 'off' } });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const refusal = async (door: Door, params: object) => {
    const { data, errors } = await askBy(door, gateway.url, params);
    expect(data).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    return errors;
  };

  describe.each(DOORS)('by %s', (door) => {
    it.for(MISSPELT)('does not tell of %s, which was nearly guessed', async ([word, params]) => {
      const asked = JSON.stringify(params);
      for (const { message } of await refusal(door, params)) {
        expect(message).not.toMatch(/did you mean/i);
        if (!asked.includes(word)) expect(message).not.toMatch(new RegExp(`\\b${word}\\b`));
      }
    });

    it.for([
      '{ __schema { types { name } } }',
      '{ __type(name: "Query") { name } }',
      'query ($n: String!) { t: __type(name: $n) { name } }',
    ])('refuses %s', async (query) => {
      const [error] = await refusal(door, { query, variables: { n: 'Query' } });
      expect(error?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    });

    it('still tells what kind of thing something is', async () => {
      const { data } = await askBy(door, gateway.url, { query: '{ __typename balance { __typename } }' });
      expect(data).toEqual({ __typename: 'Query', balance: { __typename: 'Balance' } });
    });
  });

  it('has no page to explore it with', async () => {
    const response = await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    expect(await response.text()).not.toMatch(/graphiql/i);
  });
});

describe('a graph that may be asked about itself', () => {
  it('helps with what was nearly guessed', async () => {
    await using gateway = await startGateway();
    for (const [word, params] of MISSPELT) {
      const { errors } = await askBy('POST', gateway.url, params);
      expect(errors.map(({ message }) => message).join()).toMatch(new RegExp(`Did you mean .*\\b${word}\\b`));
    }
  });
});
