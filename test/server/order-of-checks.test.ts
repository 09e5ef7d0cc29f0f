import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askBy, DOORS } from '../kit/doors.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let server: StandIn;
beforeAll(async () => {
  server = await startStandIn();
});
afterAll(() => server[Symbol.asyncDispose]());

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Each request has two faults: the check that comes first is the one that answers. */
const FAULTS = {
  'a text is parsed before an operation is chosen': {
    params: { query: '{ viewer', operationName: 'B' },
    code: 'GRAPHQL_PARSE_FAILED',
  },
  'the limits of a document come before its validity': {
    params: { query: `{ nothing ${'a: viewer '.repeat(150)} }` },
    code: 'LIMIT_EXCEEDED',
  },
  'an operation is chosen before the document is validated': {
    params: { query: 'query A { nothing }', operationName: 'B' },
    code: 'BAD_REQUEST',
  },
  'a document is validated before the variables are measured': {
    params: { query: 'query A($in: [Int]) { nothing(in: $in) }', variables: { in: nested(40) } },
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'the variables are measured before they are held against their types': {
    params: { query: 'query A($in: Boolean!) { viewer @skip(if: $in) }', variables: { in: nested(40) } },
    code: 'LIMIT_EXCEEDED',
  },
} as const;

describe.each(DOORS)('by %s', (door) => {
  it.each(Object.entries(FAULTS))('%s', async (_title, { params, code }) => {
    const { errors } = await askBy(door, server.url, params);
    expect(errors.map(({ extensions }) => extensions?.['code'])).toContain(code);
    expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toHaveLength(1);
  });
});

describe('over HTTP', () => {
  const codeOf = async (response: Response) => (await response.json()).errors[0].extensions.code;

  it('it is known who asks before anything is read of a document', async () => {
    const response = await server.post({ query: '{ viewer' }, { authorization: 'Bearer nobody' });
    expect([response.status, await codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('a mutation by GET is refused before its document is validated', async () => {
    const response = await server.fetch({}, `?${new URLSearchParams({ query: 'mutation { nothing }' })}`);
    expect([response.status, response.headers.get('allow'), await codeOf(response)]).toEqual([
      405,
      'POST',
      'BAD_REQUEST',
    ]);
  });

  it('a subscription that cannot be streamed is refused after its document is validated', async () => {
    const invalid = await server.post({ query: 'subscription { nothing }' });
    expect(await codeOf(invalid)).toBe('GRAPHQL_VALIDATION_FAILED');
    const valid = await server.post({ query: 'subscription { neverThere { value } }' });
    expect([valid.status, await codeOf(valid)]).toEqual([406, 'BAD_REQUEST']);
  });
});
