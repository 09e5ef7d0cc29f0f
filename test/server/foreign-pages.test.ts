import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askBy, DOORS } from '../kit/doors.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const MUTATION = 'mutation { spend }';
const OURS = 'https://app.example.com';
const FOREIGN = 'https://evil.example.com';
const FOREIGN_ORIGINS = [
  FOREIGN,
  'null',
  '',
  `${OURS}.evil.example.com`,
  OURS.replace('https', 'http'),
  `${OURS}:8443`,
];

/** With whatever headers, which `fetch` would not send. */
async function postRaw(url: string, headers: Record<string, string>, query = '{ viewer }') {
  const request = httpRequest(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify({ query }));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { data, errors } = JSON.parse(Buffer.concat(await response.toArray()).toString());
  return { status: response.statusCode, data, code: errors?.[0].extensions.code };
}

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
    ['application/x-WWW-form-urlencoded', form],
    [' application/x-www-form-urlencoded', form],
    ['application/x-www-form-urlencoded;application/json', form],
    ['Text/Plain', JSON.stringify({ query: MUTATION })],
    ['multipart/related; boundary=x', multipart],
    ['multipart/form-datax', multipart],
    ['application/jsonx', JSON.stringify({ query: MUTATION })],
    ['application/json text/plain', JSON.stringify({ query: MUTATION })],
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

  it.for([
    'multipart/form-data; boundary=x',
    'Multipart/Form-Data;boundary=x',
    ' multipart/form-data;x',
    'multipart/form-data',
    'MULTIPART/FORM-DATA ; boundary=x',
  ])('cannot run anything by sending %j, which needs a header that no form has', async (type) => {
    const response = await server.fetch({ method: 'POST', headers: { 'content-type': type }, body: multipart });
    expect(response.status).toBe(403);
    expect((await response.json()).errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it('cannot run anything in a compressed body', async () => {
    const response = await server.post({ query: MUTATION }, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  it.for(['message/rfc822', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
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

  it.for(FOREIGN_ORIGINS)('can run nothing and read nothing from the origin %j', async (origin) => {
    for (const refused of [
      await server.post({ query: MUTATION }, { origin }),
      await server.post({ query: '{ viewer }' }, { origin }),
      await server.fetch({ headers: { origin } }, '?query={viewer}'),
      await server.fetch({
        method: 'POST',
        headers: { origin, 'content-type': 'multipart/form-data; boundary=x', 'graphql-require-preflight': '1' },
        body: multipart,
      }),
    ]) {
      const { errors, ...rest } = await refused.json();
      expect([refused.status, errors[0].extensions.code, rest]).toEqual([403, 'FORBIDDEN', {}]);
      expect(corsHeadersOf(refused)).toEqual([]);
    }
    const preflight = await server.fetch({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, corsHeadersOf(preflight)]).toEqual([204, []]);
  });

  it.each(DOORS)('can ask for nothing by %s', async (door) => {
    for (const query of ['{ viewer }', 'subscription { changed(id: "1") { value } }']) {
      const refusal = askBy(door, server.url, { query }, { origin: FOREIGN });
      if (door === 'WebSocket') await expect(refusal).rejects.toThrow('Unexpected server response: 403');
      else expect((await refusal).errors[0]!.extensions.code).toBe('FORBIDDEN');
    }
    expect(server.watched.opened).toBe(0);
    expect((await askBy(door, server.url, { query: '{ viewer }' }, { origin: OURS })).data).toEqual({
      viewer: 'anybody',
    });
  });

  it('can run nothing either where an operation is known', async () => {
    for (const _ of ['cold', 'warm']) expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
    expect((await server.post({ query: '{ viewer }' }, { origin: FOREIGN })).status).toBe(403);
  });

  it.for(['cross-site', 'same-site'])('cannot ask by an image or a script, which browsers call %s', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
    expect((await server.fetch({ headers }, '?query={viewer}')).status).toBe(403);
    // A request from a page of ours names its origin as well.
    expect((await server.fetch({ headers: { ...headers, origin: OURS } }, '?query={viewer}')).status).toBe(200);
    const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await server.fetch({ headers: typed }, '?query={viewer}')).status).toBe(200);
  });
});

const corsHeadersOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

describe('the address that a page was loaded from', () => {
  const realAndOpen = { auth: { mode: 'open' }, service: { kind: 'real' } } as const;

  it('is not believed where anybody may ask and pay with our key: a name may be led to this machine', async () => {
    await using server = await startStandIn({ config: realAndOpen });
    const host = `evil.example.com:${server.port}`;
    expect(await postRaw(server.url, { host, origin: `http://${host}` }, MUTATION)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(server.seen.spent).toBe(0);
  });

  it('is believed there for a loopback address alone, as the proxy of a development server passes it on', async () => {
    await using server = await startStandIn({ config: realAndOpen });
    for (const host of ['localhost:5173', '127.0.0.1:5173', '[::1]:5173', 'LOCALHOST:5173', 'localhost']) {
      const origin = `http://${host.toLowerCase()}`;
      expect(await postRaw(server.url, { host, origin }), host).toMatchObject({ status: 200 });
    }
    expect(await postRaw(server.url, { host: 'localhost:5173', origin: 'https://localhost:5173' })).toMatchObject({
      status: 200,
    });
    for (const [origin, host] of [
      ['http://localhost:5173', 'localhost:5174'],
      ['http://localhost:5173', '127.0.0.1:5173'],
      ['http://localhost:5173', `127.0.0.1:${server.port}`],
      ['http://localhost.evil.example.com:5173', 'localhost.evil.example.com:5173'],
      ['http://app.localhost:5173', 'app.localhost:5173'],
      ['http://localhost.:5173', 'localhost.:5173'],
      ['http://0.0.0.0:5173', '0.0.0.0:5173'],
      ['http://192.168.1.5:5173', '192.168.1.5:5173'],
      ['http://evil.example.com:5173', 'localhost:5173'],
    ] as const) {
      expect(await postRaw(server.url, { host, origin }, MUTATION), origin).toMatchObject({ status: 403 });
    }
    expect(server.seen.spent).toBe(0);
  });

  it.each(['application/json', 'text/event-stream'])(
    'is not believed either where that page asks by GET for %s, which names no origin',
    async (accept) => {
      await using server = await startStandIn({ config: realAndOpen });
      const get = async (host: string) => {
        const request = httpRequest(`${server.url}/graphql?query={viewer}`, { headers: { host, accept } }).end();
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        response.resume();
        return response.statusCode;
      };
      for (const host of ['evil.example.com', `evil.example.com:${server.port}`]) expect(await get(host)).toBe(403);
      // A tunnel may end at another port.
      for (const host of ['localhost:5000', '127.0.0.1', '[::1]']) expect(await get(host)).toBe(200);
    },
  );

  it.for([
    { auth: { mode: 'passthrough' }, service: { kind: 'real' } },
    { auth: { mode: 'open' }, service: { kind: 'sandbox' } },
  ] as const)('is believed with %j: it may be called otherwise by a proxy, or in a network', async (config) => {
    await using server = await startStandIn({ config });
    for (const [origin, host] of [
      ['https://dub.example.com', 'dub.example.com'],
      ['https://dub.example.com', 'dub.example.com:443'],
      ['http://laptop.local:4000', 'laptop.local:4000'],
      ['http://[fe80::1]:4000', '[fe80::1]:4000'],
    ] as const) {
      expect(await postRaw(server.url, { host, origin })).toMatchObject({ status: 200 });
    }
    for (const [origin, host] of [
      ['https://dub.example.com', 'dub.example.com:8443'],
      ['https://dub.example.com', 'other.example.com'],
      ['null', 'null'],
      ['file://', ''],
    ] as const) {
      expect((await postRaw(server.url, { host, origin })).status).toBe(403);
    }
  });

  it('is our own by each name of this machine, and by PUBLIC_URL', async () => {
    const http = { host: '127.0.0.1', port: 0, publicUrl: 'https://dub.example.com/api', allowedOrigins: [] };
    await using server = await startStandIn({ config: { ...realAndOpen, http } });
    const local = `http://127.0.0.1:${server.port}`;
    for (const origin of [
      'https://dub.example.com',
      local,
      `http://localhost:${server.port}`,
      `http://[::1]:${server.port}`,
    ]) {
      const answer = await fetch(`${local}/graphql?query={viewer}`, { headers: { origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    }
    for (const origin of [
      `http://localhost:${server.port + 1}`,
      `https://localhost:${server.port}`,
      'http://localhost',
    ]) {
      expect((await fetch(`${local}/graphql?query={viewer}`, { headers: { origin } })).status).toBe(403);
    }
  });

  it('is no reason to refuse what is no page', async () => {
    await using server = await startStandIn({ config: realAndOpen });
    expect(await postRaw(server.url, { host: 'whatever.example.com' })).toMatchObject({ status: 200 });
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
        expect(response.headers.get('access-control-expose-headers')).toMatch(/etag.*retry-after.*x-request-id/);
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
        expect(response.headers.get('vary')).toBe('accept, authorization, origin');
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
