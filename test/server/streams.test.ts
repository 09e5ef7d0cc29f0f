import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StandIn, startStandIn } from './stand-in.ts';

const STREAM = { accept: 'text/event-stream' };
const search = (query: string, variables?: object) =>
  `?${new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) })}`;
const CHANGED = search('subscription { changed(id: "1") { value } }');

describe('a subscription', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  it.for(['*/*', 'application/json', 'image/*, */*;q=0.8'])(
    'is not started by GET for %s, as a link or an image asks',
    async (accept) => {
      const response = await server.fetch({ headers: { accept } }, CHANGED);
      expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([406, 'BAD_REQUEST']);
      expect(server.watched.opened).toBe(0);
    },
  );

  it('is not started for a page of somebody else', async () => {
    const response = await server.fetch({ headers: { ...STREAM, origin: 'https://evil.example.com' } }, CHANGED);
    expect(await response.text()).toContain('"FORBIDDEN"');
    expect(server.watched.opened).toBe(0);
  });
});

describe('a query', () => {
  it('comes as a stream of one event to those who take nothing else', async () => {
    await using server = await startStandIn();
    for (const _ of ['cold', 'warm']) {
      const response = await server.fetch({ headers: STREAM }, '?query={hello}');
      expect(await response.text()).toBe(
        ':\n\nevent: next\ndata: {"data":{"hello":"Hello, you!"}}\n\nevent: complete\ndata:\n\n',
      );
    }
  });
});
