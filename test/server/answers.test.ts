import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET, type StandIn, startStandIn } from './stand-in.ts';

const ID = 'the-request';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function read(response: Response): Promise<Answer> {
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('an answer', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  /** Asks twice, once for a document that was never seen and once for a known one: the answers must not differ. */
  async function ask(body: object | string, headers: Record<string, string> = {}): Promise<Answer> {
    const cold = await read(await server.post(body, { 'x-request-id': ID, ...headers }));
    const warm = await read(await server.post(body, { 'x-request-id': ID, ...headers }));
    expect(warm).toEqual(cold);
    return warm;
  }

  const error = (code: string, message: string, more: object = {}, extensions: object = {}) =>
    expect.objectContaining({ message, ...more, extensions: { ...extensions, code, requestId: ID } });

  it('that cannot be written does not make a mutation run a second time', async () => {
    for (const times of [1, 2, 3]) {
      const { status } = await read(await server.post({ query: 'mutation { spendUnwritably }' }));
      expect(status).toBe(500);
      expect(server.seen.spent).toBe(times);
    }
  });

  it('repeats no more than a bit of what a variable held', async () => {
    const filter = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x${n}`, 'y'.repeat(40_000)]));
    const { status, body } = await ask({ query: 'query ($c: Colour) { hello(colour: $c) }', variables: { c: filter } });
    expect(status).toBe(200);
    expect(body).toContain('BAD_USER_INPUT');
    expect(body.length).toBeLessThan(20_000);
  });

  it('holds the data, as JSON, and is not to be stored', async () => {
    const { status, headers, body } = await ask({ query: '{ balance { minutes } }' });
    expect(status).toBe(200);
    expect(body).toBe('{"data":{"balance":{"minutes":12.5}}}');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept, authorization, origin',
      'x-request-id': ID,
      'x-content-type-options': 'nosniff',
    });
  });

  it.for([
    ['*/*', 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json; charset=utf-8'],
    ['application/json;q=0.9, application/graphql-response+json;q=0.8', 'application/json; charset=utf-8'],
    ['text/plain, Application/JSON; charset="UTF-8"', 'application/json; charset=utf-8'],
    ['multipart/mixed', 'application/graphql-response+json; charset=utf-8'],
    ['multipart/mixed;deferSpec=20220824, application/json', 'application/json; charset=utf-8'],
    ['application/json, text/event-stream', 'application/json; charset=utf-8'],
  ] as const)('to a caller who accepts %s comes as %s', async ([accept, type]) => {
    const { status, headers } = await ask({ query: '{ balance { minutes } }' }, { accept });
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  it.for(['text/html', 'image/png', 'application/json; charset=utf-16', 'application/json;q=0'])(
    'to a caller who accepts only %s is 406',
    async (accept) => {
      const { status, body } = await ask({ query: '{ balance { minutes } }' }, { accept });
      expect(status).toBe(406);
      expect(JSON.parse(body).errors).toEqual([error('BAD_REQUEST', expect.any(String))]);
    },
  );

  it('takes its variables from the request, and the operation by its name', async () => {
    const query = 'query A($n: String) { hello(name: $n) } query B { viewer }';
    expect((await ask({ query, operationName: 'A', variables: { n: 'Ann' } })).body).toContain('Hello, Ann!');
    expect((await ask({ query, operationName: 'B' }, { authorization: 'Bearer x' })).body).toContain('Bearer x');
  });

  it.for([
    ['which operation is meant is not told', { query: 'query A { viewer } query B { viewer }' }],
    ['no operation has the name', { query: 'query A { viewer }', operationName: 'C' }],
    ['there is no operation at all', { query: 'fragment F on Query { viewer }' }],
  ] as const)('is 400 where %s', async ([, body]) => {
    const { status, body: text } = await ask(body);
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([
      400,
      expect.stringMatching(/^(BAD_REQUEST|GRAPHQL_VALIDATION_FAILED)$/),
    ]);
  });

  it('is a mutation’s, too', async () => {
    expect((await ask({ query: 'mutation { spend(minutes: 3) }' })).body).toBe('{"data":{"spend":3}}');
    expect(server.seen.spent).toBe(2);
  });

  it('tells what was left out in extensions.warnings', async () => {
    const { body } = await ask({ query: '{ warns }' });
    expect(JSON.parse(body)).toEqual({
      data: { warns: 'warned' },
      extensions: { warnings: [{ path: ['warns'], message: 'one was left out' }] },
    });
  });

  it.for([
    ['no-cache', true],
    ['max-age=0, No-Cache', true],
    ['max-age=0', false],
    ['x-no-cache', false],
  ] as const)('to Cache-Control: %s is fresh: %s', async ([header, fresh]) => {
    expect(JSON.parse((await ask({ query: '{ fresh }' }, { 'cache-control': header })).body).data.fresh).toBe(fresh);
  });

  it.for(['a b', 'x'.repeat(65), 'a;b', 'ä'])('does not repeat the request id %j', async (own) => {
    const response = await server.post({ query: '{ left }' }, { 'x-request-id': encodeURI(own) });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(await response.json()).toEqual({ data: { left: id } });
  });

  describe('of what failed', () => {
    it('hides what was not expected', async () => {
      const { status, body } = await ask({ query: '{ broken balance { minutes } }' });
      expect(status).toBe(200);
      expect(body).not.toContain(SECRET);
      expect(JSON.parse(body)).toEqual({
        data: { broken: null, balance: { minutes: 12.5 } },
        errors: [error('INTERNAL_SERVER_ERROR', 'Unexpected error.', { path: ['broken'] })],
      });
    });

    it('hides what went wrong behind the gateway, but says that it did', async () => {
      const { body } = await ask({ query: '{ down limited }' });
      expect(body).not.toContain(SECRET);
      expect(JSON.parse(body).errors).toEqual([
        error('UPSTREAM_UNAVAILABLE', 'The service is unavailable at the moment.', { path: ['down'] }),
        error('RATE_LIMITED', expect.any(String), { path: ['limited'] }, { retryAfterSeconds: 7 }),
      ]);
    });

    it('hides a value that does not fit the schema, and errors inside of lists', async () => {
      const { body } = await ask({ query: '{ unfit several }' });
      expect(body).not.toContain(SECRET);
      expect(JSON.parse(body)).toMatchObject({ data: { unfit: null, several: [null, 'fine', null] } });
    });

    it('is 200 where data is null, since the operation ran', async () => {
      const { status, body } = await ask({ query: '{ required }' }, { accept: 'application/graphql-response+json' });
      expect([status, JSON.parse(body)]).toEqual([
        200,
        { data: null, errors: [error('INTERNAL_SERVER_ERROR', 'Unexpected error.')] },
      ]);
    });
  });

  describe('of what is refused', () => {
    const REFUSED = [
      ['GRAPHQL_PARSE_FAILED', { query: '{ balance ' }],
      ['GRAPHQL_VALIDATION_FAILED', { query: '{ nothing }' }],
      ['GRAPHQL_VALIDATION_FAILED', { query: 'query { ...@defer(label: "a") { __typename } }' }],
      ['GRAPHQL_VALIDATION_FAILED', { query: '{ several @stream }' }],
      ['GRAPHQL_VALIDATION_FAILED', { query: 'subscription { balance }' }],
      ['BAD_USER_INPUT', { query: 'query ($c: Colour) { hello(colour: $c) }', variables: { c: 'BLUE' } }],
      ['BAD_USER_INPUT', { query: 'query ($n: String!) { hello(name: $n) }', variables: { n: null } }],
    ] as const;

    it.for(REFUSED)('is %s: 400, or 200 for those who ask for application/json', async ([code, body]) => {
      for (const [accept, expected] of [
        ['application/graphql-response+json', 400],
        ['multipart/mixed', 400],
        ['application/json', 200],
      ] as const) {
        const { status, body: text } = await ask(body, { accept });
        expect(status).toBe(expected);
        const { errors, ...rest } = JSON.parse(text);
        expect(rest).toEqual({});
        expect(errors[0].extensions).toEqual({ code, requestId: ID });
      }
    });

    it('is 401 where it is not told who asks', async () => {
      const { status, headers, body } = await ask({ query: '{ viewer }' }, { authorization: 'Bearer nobody' });
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(JSON.parse(body)).toEqual({
        errors: [{ message: 'Who are you?', extensions: { code: 'UNAUTHENTICATED', requestId: ID } }],
      });
    });

    it('is 401 also where somebody else has asked the same before', async () => {
      const body = { query: '{ viewer balance { minutes } }' };
      expect((await ask(body)).status).toBe(200);
      expect((await ask(body, { authorization: 'Bearer nobody' })).status).toBe(401);
      expect((await ask(body, { authorization: 'Bearer x' })).body).toContain('Bearer x');
    });

    it('names no more than 20 faults, and 20 of the variables', async () => {
      const query = `{ ${'wrong '.repeat(500)} }`;
      expect(JSON.parse((await ask({ query })).body).errors.length).toBeLessThanOrEqual(21);
      const ids = Array.from({ length: 500 }, () => ({}));
      const many = await ask({ query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids } });
      expect(JSON.parse(many.body).errors.length).toBeLessThanOrEqual(21);
    });

    const NOT_A_REQUEST = [
      ['{"query":', 'no JSON'],
      ['null', 'null'],
      ['5', 'a number'],
      ['"{ viewer }"', 'a string'],
      ['[{"query":"{ viewer }"}]', 'a batch'],
      ['{}', 'no query'],
      ['{"query":{}}', 'a query that is no string'],
      ['{"query":"{ viewer }","variables":"x"}', 'variables that are no object'],
      ['{"query":"{ viewer }","variables":[]}', 'variables that are a list'],
      ['{"query":"{ viewer }","operationName":5}', 'a name that is no string'],
      ['{"query":"{ viewer }","extensions":5}', 'extensions that are no object'],
    ] as const;

    it.for(NOT_A_REQUEST)('is 400 for %s (%s)', async ([body]) => {
      const { status, body: text } = await ask(body);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toEqual({
        errors: [{ message: expect.any(String), extensions: { code: 'BAD_REQUEST', requestId: ID } }],
      });
    });

    it('repeats nothing of a body that is no JSON', async () => {
      const { body } = await ask(`junk-${'ä'.repeat(100_000)}`);
      expect(body.length).toBeLessThan(200);
      expect(body).not.toContain('junk');
    });

    it('is 413 for a body of more than a megabyte, with or without its length told', async () => {
      const text = JSON.stringify({ query: '{ viewer }', variables: { x: 'x'.repeat(1024 * 1024) } });
      const { status, body } = await ask(text);
      expect([status, JSON.parse(body).errors[0].extensions.code]).toEqual([413, 'BAD_REQUEST']);
      const stream = new Blob([text]).stream();
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: stream,
        duplex: 'half',
      } as const;
      expect((await server.fetch(init)).status).toBe(413);
    });

    it('leaves what is built into objects alone', async () => {
      const text =
        '{"query":"{ viewer }","variables":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"__proto__":{"query":"{"}}';
      expect((await ask(text)).status).toBe(200);
      expect('polluted' in {}).toBe(false);
    });
  });

  describe('without introspection', () => {
    beforeEach(async () => {
      await server[Symbol.asyncDispose]();
      server = await startStandIn({ config: { introspection: false } });
    });

    it.for([
      { query: '{ __schema { queryType { name } } }' },
      { query: '{ __type(name: "Thing") { name } }' },
      { query: '{ balanse { minutes } }' },
      { query: '{ hello(nam: "x") }' },
      { query: '{ hello(colour: GREN) }' },
      { query: '{ ... on Qery { viewer } }' },
      { query: 'query ($c: Colur) { hello(colour: $c) }' },
      { query: 'query ($c: Colour) { hello(colour: $c) }', variables: { c: 'GREN' } },
    ])('tells nothing of the schema: %j', async (body) => {
      const { body: text } = await ask(body);
      expect(text).toContain('"errors"');
      expect(text).not.toMatch(/did you mean|GREEN/i);
    });

    it('still tells the name of a type that was selected', async () => {
      expect((await ask({ query: '{ __typename balance { __typename } }' })).status).toBe(200);
    });
  });
});
