import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StandIn, startStandIn } from './stand-in.ts';

describe('GraphQL over HTTP, as its audit suite asks for it', () => {
  let server: StandIn;
  beforeAll(async () => {
    server = await startStandIn();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });

  it('has the audits that were counted on', () => {
    expect(audits).toHaveLength(61);
  });

  // Twice: the second time every valid document is known, and goes the short way.
  for (const way of ['cold', 'warm']) {
    it.for(audits.map((audit) => [audit.name, audit] as const))(`${way}: %s`, async ([, audit]) => {
      const result = await audit.fn();
      expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
    });
  }
});
