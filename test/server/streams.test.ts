import { buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { type RunningServer, startServer } from '../../src/server/http.ts';

const STREAM = { accept: 'text/event-stream' };
const QUERY = `?query=${encodeURIComponent('subscription { ticks }')}`;

describe('a subscription', () => {
  let server: RunningServer;
  let started = 0;
  let returned = 0;
  beforeEach(async () => {
    [started, returned] = [0, 0];
    const schema = buildSchema('type Query { hello: String } type Subscription { ticks: Int }');
    const [ticks] = Object.values(schema.getSubscriptionType()!.getFields());
    ticks!.subscribe = () => {
      started += 1;
      const events = [1, 2];
      return {
        next: async () => {
          const value = events.shift();
          // After the last one it waits for ever, as a watch of something that does not change.
          return value === undefined ? new Promise(() => {}) : { done: false, value: { ticks: value } };
        },
        return: async () => {
          returned += 1;
          return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    };
    server = await startServer({
      schema,
      log: createLog({ level: 'silent' }),
      authenticate: () => ({ client: 'anybody', expiresAt: null }),
      createContext: () => ({ reads: null }),
      config: {
        http: { host: '127.0.0.1', port: 0, publicUrl: null, allowedOrigins: ['https://app.example.com'] },
        auth: { mode: 'open' },
        graphiql: false,
        introspection: true,
        trustedDocuments: null,
        service: { kind: 'sandbox' as const },
        shutdownGraceMs: 0,
      },
    });
  });
  afterEach(() => server[Symbol.asyncDispose]());

  it.for(['*/*', 'application/json', 'image/*, */*;q=0.8'])(
    'is not started by GET for %s, as a link or an image asks',
    async (accept) => {
      const response = await fetch(`${server.url}/graphql${QUERY}`, { headers: { accept } });
      expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([406, 'BAD_REQUEST']);
      expect(started).toBe(0);
    },
  );

  it('is not started for a page of somebody else', async () => {
    const response = await fetch(`${server.url}/graphql${QUERY}`, {
      headers: { ...STREAM, origin: 'https://evil.example.com' },
    });
    expect(await response.text()).toContain('"FORBIDDEN"');
    expect(started).toBe(0);
  });

  it.for([undefined, 'https://app.example.com'])(
    'is sent as it happens, to a page of %s, and returned when the caller leaves',
    async (origin) => {
      const leave = new AbortController();
      const headers = { ...STREAM, ...(origin && { origin }) };
      const response = await fetch(`${server.url}/graphql${QUERY}`, { headers, signal: leave.signal });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      let text = '';
      const decoder = new TextDecoder();
      const reader = response.body!.getReader();
      while (!text.includes('"ticks":2')) text += decoder.decode((await reader.read()).value);
      expect(text).toContain('event: next\ndata: {"data":{"ticks":1}}\n\n');
      leave.abort();
      while (returned === 0) await new Promise((resolve) => setImmediate(resolve));
      expect([started, returned]).toEqual([1, 1]);
    },
  );
});

describe('a query', () => {
  it('comes as a stream of one event to those who take nothing else', async () => {
    await using server = await startServer({
      schema: buildSchema('type Query { hello: String }'),
      log: createLog({ level: 'silent' }),
      authenticate: () => ({ client: 'anybody', expiresAt: null }),
      createContext: () => ({ reads: null }),
      config: {
        http: { host: '127.0.0.1', port: 0, publicUrl: null, allowedOrigins: [] },
        auth: { mode: 'open' },
        graphiql: false,
        introspection: true,
        trustedDocuments: null,
        service: { kind: 'sandbox' as const },
        shutdownGraceMs: 0,
      },
    });
    for (const _ of ['cold', 'warm']) {
      const response = await fetch(`${server.url}/graphql?query={hello}`, { headers: STREAM });
      expect(await response.text()).toBe(
        ':\n\nevent: next\ndata: {"data":{"hello":null}}\n\nevent: complete\ndata:\n\n',
      );
    }
  });
});
