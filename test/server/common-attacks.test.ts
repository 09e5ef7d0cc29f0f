/** The requests by which scanners of GraphQL servers, such as graphql-cop, look for what takes a server's time or lets a foreign page write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';

const repeat = (count: number, toText: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => toText(index)).join(' ');

const TOO_MUCH = {
  'more aliases than a page has': `query cop { ${repeat(101, (index) => `alias${index}: __typename`)} }`,
  'many directives at one place': `query cop { __typename ${'@aa'.repeat(10)} }`,
  'six directives at one place': `query cop { __typename ${'@skip(if: false)'.repeat(6)} }`,
  'a field five hundred times': `query cop { ${repeat(500, () => '__typename')} }`,
  'fragments in a circle':
    'query cop { __schema { ...A } } fragment A on __Schema { __typename ...B } fragment B on __Schema { ...A }',
  'introspection in circles':
    'query cop { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }',
} as const;

describe('a scanner', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it.for(Object.entries(TOO_MUCH))('is refused %s', async ([, query]) => {
    const { data, errors } = await gateway.ask(query);
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(errors[0]!.extensions.code).toMatch(/^(LIMIT_EXCEEDED|GRAPHQL_VALIDATION_FAILED)$/);
  });

  it('is refused several operations in one request', async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array(10).fill({ query: 'query cop { __typename }' })),
    });
    expect(response.status).toBe(400);
    expect(Array.isArray(await response.json())).toBe(false);
  });

  it('can write neither by an address nor by a form', async () => {
    const query = 'mutation cop { __typename }';
    const byAddress = await fetch(`${gateway.url}/graphql?${new URLSearchParams({ query })}`);
    const byForm = await fetch(`${gateway.url}/graphql`, { method: 'POST', body: new URLSearchParams({ query }) });
    expect([byAddress.status, byForm.status]).toEqual([405, 415]);
  });

  it('can ask nothing by the address of a POST, nor learn how the server works by its errors', async () => {
    const byAddress = await fetch(
      `${gateway.url}/graphql?${new URLSearchParams({ query: 'query cop { __typename }' })}`,
      {
        method: 'POST',
      },
    );
    expect(byAddress.status).toBe(415);
    for (const query of [
      'qwerty cop { abc }',
      'query cop { __schema { directive } }',
      'query cop { balance { minute } }',
    ]) {
      const { text, errors } = await gateway.ask(query);
      expect(errors).toHaveLength(1);
      expect(text.toLowerCase()).not.toMatch(/exception|stacktrace|tracing|node_modules/);
    }
  });
});
