import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { SECRET, startStandIn } from './stand-in.ts';

const KEY = 'service-key-"4711"';

describe('the log', () => {
  it('has one line for each operation, new or known', async () => {
    await using server = await startStandIn();
    for (const id of ['cold', 'warm']) {
      await server.post({ query: 'query Left { left }' }, { 'x-request-id': id });
      expect(server.lines.filter(({ requestId }) => requestId === id)).toEqual([
        {
          level: 'info',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          msg: 'operation',
          requestId: id,
          operation: 'Left',
          type: 'query',
          outcome: 'ok',
          durationMs: expect.any(Number),
          upstreamRequests: 2,
        },
      ]);
    }
  });

  it.for([
    ['ok', [], { query: 'mutation { spend }' }],
    ['partial', ['RATE_LIMITED'], { query: '{ limited viewer }' }],
    ['failed', ['INTERNAL_SERVER_ERROR'], { query: '{ required }' }],
    ['refused', ['GRAPHQL_VALIDATION_FAILED'], { query: '{ nothing }' }],
    ['refused', ['GRAPHQL_PARSE_FAILED'], { query: '{' }],
    ['refused', ['BAD_USER_INPUT'], { query: 'query ($n: String!) { hello(name: $n) }' }],
    ['refused', ['LIMIT_EXCEEDED'], { query: `{ ${'viewer '.repeat(5000)} }` }],
    ['refused', ['BAD_REQUEST'], '{'],
  ] as const)('tells the outcome %s %j', async ([outcome, codes, body]) => {
    await using server = await startStandIn();
    for (const _ of ['cold', 'warm']) {
      await server.post(body);
      const operations = server.lines.splice(0).filter(({ msg }) => msg === 'operation');
      expect(operations).toHaveLength(1);
      expect(operations[0]!['outcome']).toBe(outcome);
      expect(operations[0]!['codes'] ?? []).toEqual(codes);
    }
  });

  it('tells the cause of what was hidden, once, under the same id', async () => {
    await using server = await startStandIn();
    const response = await server.post({ query: '{ a: broken down }' });
    const causes = server.lines.filter(({ msg }) => msg === 'operation failed');
    expect(causes).toEqual([
      expect.objectContaining({
        level: 'error',
        code: 'INTERNAL_SERVER_ERROR',
        path: ['a'],
        err: expect.objectContaining({ message: SECRET, stack: expect.any(String) }),
      }),
      expect.objectContaining({
        level: 'warn',
        code: 'UPSTREAM_UNAVAILABLE',
        path: ['down'],
        err: expect.objectContaining({ cause: expect.objectContaining({ message: SECRET }) }),
      }),
    ]);
    for (const { requestId } of causes) expect(requestId).toBe(response.headers.get('x-request-id'));
  });

  it('tells the cause once however many fields it failed', async () => {
    const error = new Error('the one cause');
    await using server = await startStandIn({
      createContext: (call) => {
        const { requestId } = call;
        return {
          reads: null,
          call: {
            requestId,
            get viewer() {
              throw error;
            },
          },
        };
      },
    });
    const { errors } = await (await server.post({ query: '{ a: viewer b: viewer }' })).json();
    expect(errors).toHaveLength(2);
    expect(server.lines.filter(({ msg }) => msg === 'operation failed')).toHaveLength(1);
  });

  it('holds no literal, no variable and no token', async () => {
    await using server = await startStandIn({ logLevel: 'trace' });
    const headers = { authorization: 'Bearer token-of-mine' };
    await server.post({ query: '{ hello(name: "literal-of-mine") broken }' }, headers);
    await server.post(
      { query: 'query ($n: String) { hello(name: $n) }', variables: { n: 'variable-of-mine' } },
      headers,
    );
    await server.post(
      { query: 'query ($n: Int!) { things(first: $n) { totalCount } }', variables: { n: 'variable-of-mine' } },
      headers,
    );
    await server.post('"body-of-mine', headers);
    expect(server.lines.length).toBeGreaterThan(3);
    expect(JSON.stringify(server.lines)).not.toMatch(/of-mine/);
  });

  it('is silent below its level', async () => {
    await using server = await startStandIn({ logLevel: 'warn' });
    await server.post({ query: '{ viewer }' });
    expect(server.lines).toEqual([]);
  });

  it('never holds the service’s key, wherever a library hung it', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      secrets: [KEY, 'k'],
      destination: { write: (line) => void lines.push(line) },
    });
    const error = Object.assign(new Error(`cannot send Bearer ${KEY}`, { cause: new Error(`at ${KEY}`) }), {
      options: { headers: { authorization: `Bearer ${KEY}` } },
      code: 'UND_ERR',
    });
    log.error(
      { err: error, headers: { authorization: 'Bearer other-secret', cookie: 'a=other-secret' } },
      `with ${KEY}`,
    );
    log.info({ authorization: 'other-secret', key: 'other-secret', token: 'other-secret' });
    const text = lines.join('');
    expect(text).not.toContain('4711');
    expect(text).not.toContain('other-secret');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { code: 'UND_ERR', message: 'cannot send Bearer [secret]', cause: { message: 'at [secret]' } },
    });
  });
});

describe('an operation', () => {
  it('is run without Yoga, whether its document is new or known', async () => {
    await using server = await startStandIn();
    const stacks: string[] = [];
    for (const _ of ['cold', 'warm']) {
      await server.post({ query: '{ broken }' });
      const cause = server.lines.splice(0).find(({ msg }) => msg === 'operation failed');
      stacks.push(JSON.stringify(cause));
    }
    for (const stack of stacks) {
      expect(stack).toContain('WritingExecution');
      expect(stack).not.toMatch(/envelop|yoga/);
    }
  });
});
