import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StandIn, startStandIn } from './stand-in.ts';

const MUTATION = 'mutation { spend }';
const OURS = 'https://app.example.com';
const FOREIGN = 'https://evil.example.com';

describe('a page of somebody else', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(async () => {
    expect(server.seen.spent).toBe(0);
    await server[Symbol.asyncDispose]();
  });

  const form = new URLSearchParams({ query: MUTATION }).toString();
  const multipart =
    '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"mutation { spend }"}\r\n--x--\r\n';

  it.for([
    ['application/x-www-form-urlencoded', form],
    ['text/plain', JSON.stringify({ query: MUTATION })],
    ['text/plain; application/json', JSON.stringify({ query: MUTATION })],
    ['application/json, text/plain', JSON.stringify({ query: MUTATION })],
    ['application/json; charset=utf-16', JSON.stringify({ query: MUTATION })],
    ['application/graphql', MUTATION],
    ['application/graphql+json', JSON.stringify({ query: MUTATION })],
    ['', JSON.stringify({ query: MUTATION })],
  ] as const)('cannot run anything by sending %j', async ([type, body]) => {
    const response = await server.fetch({
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: new TextEncoder().encode(body),
    });
    expect(response.status).toBe(415);
    expect((await response.json()).errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it.for(['multipart/form-data; boundary=x', 'Multipart/Form-Data;boundary=x', ' multipart/form-data;x'])(
    'cannot run anything by sending %j, which needs a header that no form has',
    async (type) => {
      const response = await server.fetch({ method: 'POST', headers: { 'content-type': type }, body: multipart });
      expect(response.status).toBe(403);
      expect((await response.json()).errors[0].extensions.code).toBe('BAD_REQUEST');
    },
  );

  it('cannot run anything in a compressed body', async () => {
    const response = await server.post({ query: MUTATION }, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  it.for(['message/rfc822', 'text/plain', 'application/x-www-form-urlencoded'])(
    'cannot query by GET with the type %s',
    async (type) => {
      const response = await server.fetch({ headers: { 'content-type': type } }, '?query={viewer}');
      expect(response.status).toBe(415);
    },
  );

  it.for([
    ['GET', `?query=${encodeURIComponent(MUTATION)}`],
    [
      'GET',
      `?query=${encodeURIComponent(`query Q { viewer } ${MUTATION.replace('mutation', 'mutation M')}`)}&operationName=M`,
    ],
    ['HEAD', `?query=${encodeURIComponent(MUTATION)}`],
    ['PUT', ''],
    ['DELETE', ''],
  ] as const)('cannot run a mutation by %s', async ([method, search]) => {
    const response = await server.fetch({ method }, search);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toMatch(/POST/);
  });

  it('does not get to read an answer, whatever it says of itself', async () => {
    for (const origin of [FOREIGN, 'null', `${OURS}.evil.example.com`, OURS.replace('https', 'http')]) {
      const response = await server.post({ query: '{ viewer }' }, { origin });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      const preflight = await server.fetch({
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('a page that is allowed', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  it('may send operations with a token, and read the answers, twice alike', async () => {
    for (const origin of [OURS, new URL(server.url).origin]) {
      const preflight = await server.fetch({
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': expect.stringMatching(
          /authorization.*content-type.*x-request-id.*graphql-require-preflight/,
        ),
        vary: 'origin',
      });
      for (const _ of ['cold', 'warm']) {
        const response = await server.post({ query: '{ viewer }' }, { origin });
        expect(response.headers.get('access-control-allow-origin')).toBe(origin);
        expect(response.headers.get('access-control-expose-headers')).toBe('x-request-id');
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
        expect(response.headers.get('vary')).toBe('accept, origin');
      }
    }
  });

  it('reads refusals as well', async () => {
    const response = await server.post('{', { origin: OURS });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, OURS]);
  });
});

describe('GET', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const search = (params: Record<string, string>) => `?${new URLSearchParams(params)}`;

  it('runs a query out of the address', async () => {
    const params = {
      query: 'query A($n: String) { hello(name: $n) } query B { viewer }',
      operationName: 'A',
      variables: '{"n":"Ann"}',
      extensions: '{}',
    };
    const response = await server.fetch({}, search(params));
    expect(await response.json()).toEqual({ data: { hello: 'Hello, Ann!' } });
  });

  it.for([
    ['variables that are no JSON', { query: '{ viewer }', variables: '{"a":' }],
    ['variables that are no object', { query: '{ viewer }', variables: '[]' }],
    ['no query', { variables: '{}' }],
  ] as const)('is refused with %s', async ([, params]) => {
    const response = await server.fetch({}, search(params));
    expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('takes no address that only ends like another one', async () => {
    expect((await fetch(`${server.url}/other/graphql?query={viewer}`)).status).toBe(404);
    expect((await fetch(`${server.url}/graphql/?query={viewer}`)).status).toBe(404);
    expect(await (await server.fetch({}, '?query={viewer}&x=/health')).json()).toEqual({ data: { viewer: 'anybody' } });
    const nothing = await fetch(`${server.url}/nothing`);
    expect([nothing.status, nothing.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(nothing.headers.get('x-request-id')).toMatch(/./);
  });
});
