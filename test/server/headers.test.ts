import { describe, expect, it } from 'vitest';
import { startStandIn } from './stand-in.ts';

const VISIT = { accept: 'text/html,*/*;q=0.8' };
const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** A request of each kind that is answered in its own way. */
const REQUESTS: Readonly<Record<string, readonly [path: string, init: RequestInit, status: number]>> = {
  'an operation': ['/graphql', json('{"query":"{ viewer }"}'), 200],
  'the same operation once more': ['/graphql', json('{"query":"{ viewer }"}'), 200],
  'an operation by GET': ['/graphql?query={viewer}', {}, 200],
  'what is no request': ['/graphql', json('{'), 400],
  'what is no document': ['/graphql', json('{"query":"{"}'), 200],
  'what is too large': ['/graphql', json(`{"query":"{ ${'viewer '.repeat(5000)} }"}`), 400],
  'what only a form sends': ['/graphql', { method: 'POST', body: new URLSearchParams({ query: '{viewer}' }) }, 415],
  'another method': ['/graphql', { method: 'PUT' }, 405],
  'whoever is nobody': ['/graphql?query={viewer}', { headers: { authorization: 'Bearer nobody' } }, 401],
  'a foreign page': ['/graphql?query={viewer}', { headers: { origin: 'https://evil.example.com' } }, 403],
  'a page that asks first': ['/graphql', { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } }, 204],
  'a stream that is refused': ['/graphql?query={', { headers: { accept: 'text/event-stream' } }, 400],
  'a stream of one answer': ['/graphql?query={viewer}', { headers: { accept: 'text/event-stream' } }, 200],
  'a stream that fails': [
    '/graphql?query=subscription{neverThere{value}}',
    { headers: { accept: 'text/event-stream' } },
    200,
  ],
  GraphiQL: ['/graphql', { headers: VISIT }, 200],
  'an address without anything': ['/nothing', {}, 404],
  'audio that is not there': ['/audio/nothing', {}, 404],
  'audio by a wrong method': ['/audio/nothing', { method: 'POST' }, 405],
  'audio asked for first': ['/audio/nothing', { method: 'OPTIONS' }, 204],
  'whether it is alive': ['/health/live', {}, 200],
  'whether it is ready': ['/health/ready', {}, 200],
};

describe('the headers of every answer', () => {
  it('tell that it is what it says, who is asked, and nothing of what the gateway is made of', async () => {
    await using server = await startStandIn({ config: { graphiql: true } });
    for (const [name, [path, init, status]] of Object.entries(REQUESTS)) {
      const response = await fetch(server.url + path, init);
      await response.arrayBuffer();
      const {
        'x-content-type-options': sniffing,
        'x-request-id': id,
        ...headers
      } = Object.fromEntries(response.headers);
      expect([name, response.status, sniffing]).toEqual([name, status, 'nosniff']);
      expect(id, name).toMatch(/^[\w-]{1,64}$/);
      expect(Object.keys(headers), name).not.toEqual(expect.arrayContaining(['server']));
      expect(Object.keys(headers), name).not.toEqual(expect.arrayContaining(['x-powered-by']));
      expect(headers['set-cookie'], name).toBeUndefined();
      expect(headers['access-control-allow-origin'], name).not.toBe('*');
      expect(headers['access-control-allow-credentials'], name).toBeUndefined();
    }
  });

  it('keep answers out of caches: they depend on who asks, and when', async () => {
    await using server = await startStandIn({ config: { graphiql: true } });
    for (const [name, [path, init, status]] of Object.entries(REQUESTS)) {
      if (status === 204) continue;
      const response = await fetch(server.url + path, init);
      await response.arrayBuffer();
      // GraphiQL's page is the same for everybody, and is asked for again each time.
      expect([name, response.headers.get('cache-control')]).toEqual([
        name,
        name === 'GraphiQL' ? 'no-cache' : 'no-store',
      ]);
    }
  });
});
