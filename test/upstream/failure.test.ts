import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { KEY, rejection, startAsking } from './asking.ts';
import { type Answer, type Answering, html, json } from './fake-service.ts';

const ok = json({ balance_minutes: 5 });

/** The outcome of each kind of read for one answer: a code, or null. */
async function outcomes(answer: Answer | Answering, account = {}) {
  await using asking = await startAsking(typeof answer === 'function' ? answer : () => answer, { account });
  const call = asking.call();
  const { balance, options, voices, dubbingProjects, artifacts, videos } = asking.service;
  const key = { projectId: 'p', videoId: 'v' };
  const settled = await Promise.allSettled([
    dubbingProjects.read('p', call),
    artifacts.read('a', call),
    videos.read(key, call),
    videos.readProgress(key, call),
    balance.read(call),
    options.read(call),
    voices.read(call),
    dubbingProjects.list(call),
  ]);
  const results = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code));
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { results, errors, messages: errors.map(({ message }) => message), log: asking.log.join('') };
}

const all = (code: string) => new Array(8).fill(code);

describe('What the service says in refusing a read', () => {
  it.each<[string, Answer]>([
    ['404 in JSON', json({ error: 'Not Found' }, 404)],
    ['404 without a body', { status: 404 }],
    ['404 with another text', json({ error: 'Error', message: 'nope' }, 404)],
    ['410 in JSON', json({ error: 'Gone' }, 410)],
    ['400 "Video not found"', json({ error: 'Video not found' }, 400)],
    ['200 "Not Found"', json({ error: 'Not Found' })],
    ['200 NotFoundError', json({ error: 'NotFoundError', message: 'Project not found' })],
  ])('%s means that there is no such thing; of what is always there, an answer that is none', async (_, answer) => {
    const { results } = await outcomes(answer);
    expect(results).toEqual([null, null, null, null, ...new Array(4).fill('UPSTREAM_MALFORMED')]);
  });

  it.each<[string, Answer]>([
    ['401 in JSON', json({ error: 'Unauthorized', message: 'no', status: 401 }, 401)],
    ['an empty 401', { status: 401 }],
    ['401 in HTML', html(401)],
    ['400 with its text', json({ error: 'Missing or invalid authorization token' }, 400)],
    ['200 with its text', json({ error: 'Missing or invalid authorization token' })],
    ['200 "Unauthorized"', json({ error: 'Unauthorized' })],
  ])("%s is a refused key: the gateway's own, or in passthrough the caller's", async (_, answer) => {
    expect((await outcomes(answer)).results).toEqual(all('SERVICE_KEY_REJECTED'));
    expect((await outcomes(answer, { keyIsCallers: true })).results).toEqual(all('UNAUTHENTICATED'));
  });

  it.each<[string, Answer, string]>([
    ['403 in JSON', json({ error: 'Forbidden', message: 'not yours' }, 403), 'not yours'],
    ['403 "Unauthorized"', json({ error: 'Unauthorized' }, 403), 'Unauthorized'],
    ['an empty 403', { status: 403 }, 'The service denies this to the account.'],
    [
      '400 "Access denied to this project"',
      json({ error: 'Access denied to this project' }, 400),
      'Access denied to this project',
    ],
    ['402', json({ error: 'Payment Required', message: 'Top up.' }, 402), 'Top up.'],
    [
      '200 "Contact with sales manager"',
      json({ error: 'Contact with sales manager for enable API' }),
      'Contact with sales manager for enable API',
    ],
  ])('%s is denied to the account, in the words of the service', async (_, answer, message) => {
    const { results, messages } = await outcomes(answer);
    expect(results).toEqual(all('FORBIDDEN'));
    expect(new Set(messages)).toEqual(new Set([message]));
  });

  it.each<[string, Answer, string]>([
    ['400', json({ error: 'Bad Request', message: 'bad id' }, 400), 'bad id'],
    ['422 with a list of messages', json({ error: 'Unprocessable', message: ['one', 'two'] }, 422), 'one; two'],
    ['a ValidationError with 200', json({ error: 'ValidationError', message: 'bad id' }), 'bad id'],
    [
      'a ValidationError about an API key',
      json({ error: 'ValidationError', message: 'api key name' }, 400),
      'api key name',
    ],
    ['400 without words', json({}, 400), 'The service rejected the request.'],
    ['an error that is an object', json({ error: { message: 'inside' } }, 400), 'inside'],
  ])('%s is bad input, in the words of the service', async (_, answer, message) => {
    const { results, messages } = await outcomes(answer);
    expect(results).toEqual(all('BAD_USER_INPUT'));
    expect(new Set(messages)).toEqual(new Set([message]));
  });

  it('gives of its words one line of 500 characters at most', async () => {
    const { messages } = await outcomes(json({ error: 'Bad', message: `a\r\n\u0000b${'c'.repeat(2_000)}\ud83d` }, 400));
    expect(messages[0]).toHaveLength(500);
    expect(messages[0]).toMatch(/^a bc+$/);
    const cut = await outcomes(json({ error: `${'c'.repeat(499)}💬` }, 400));
    expect(cut.messages[0]?.isWellFormed()).toBe(true);
  });

  it.each([405, 409, 418, 451])(
    'status %i is nothing that who reads could mend: unavailable, without the words',
    async (status) => {
      const { results, messages } = await outcomes(json({ error: 'Odd', message: 'internal words' }, status));
      expect(results).toEqual(all('UPSTREAM_UNAVAILABLE'));
      expect(messages.join()).not.toContain('internal words');
    },
  );

  it('a 200 with an unknown {error} is unavailable, without the words', async () => {
    const { results, messages } = await outcomes(json({ error: 'stack at /srv/app.js' }));
    expect(results).toEqual(all('UPSTREAM_UNAVAILABLE'));
    expect(messages.join()).not.toContain('stack');
  });

  it('an {error} is a refusal, whatever stands beside it', async () => {
    const unauthorized = json({ balance_minutes: 5, error: 'Unauthorized', message: 'x' });
    const { results } = await outcomes(unauthorized);
    expect(results).toEqual(all('SERVICE_KEY_REJECTED'));
  });

  it('an {error} that is null is none', async () => {
    await using asking = await startAsking(() => json({ balance_minutes: 5, error: null }));
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });

  it.each([500, 501, 502, 503, 504, 599])(
    'status %i is unavailable, whatever the body',
    async (status) => {
      for (const answer of [html(status), json({ error: 'Not Found', message: 'secret' }, status), { status }]) {
        const { results, messages, log } = await outcomes(answer);
        expect(results).toEqual(all('UPSTREAM_UNAVAILABLE'));
        expect(messages.join() + log).not.toContain('secret');
      }
    },
    30_000,
  );
});

describe('An answer that is none', () => {
  const utf16 = Buffer.from(`\ufeff${JSON.stringify({ balance_minutes: 5 })}`, 'utf16le');
  it.each<[string, Answer]>([
    ['a login page', html(200)],
    ['an HTML 404', html(404)],
    ['an HTML 400', html(400)],
    ['an HTML 403', html(403)],
    ['an empty 200', { status: 200 }],
    ['white space', { body: ' \n' }],
    ['a 204', { status: 204 }],
    ['cut JSON', { body: '{"balance_minutes": 5, "projects": [' }],
    ['UTF-16', { body: utf16 }],
    ['a list', json([1, 2])],
    ['null', json(null)],
    ['a text', json('balance')],
    ['an object without the data', json({ data: {} })],
    [
      'an object of nulls',
      json({
        balance_minutes: null,
        projects: null,
        voices: null,
        langs: null,
        id: null,
        status: null,
        source_langs: null,
        target_langs: null,
      }),
    ],
    ['NaN', { body: '{"balance_minutes": NaN, "projects": NaN}' }],
    ['a number too large for any', { body: '{"balance_minutes": 1e400}' }],
    ['text that says it is gzip', { headers: { 'content-encoding': 'gzip' }, body: '{"balance_minutes": 5}' }],
    ['cut gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"balance_minutes": 5}').subarray(0, 20) }],
  ])('%s is malformed; the log names the endpoint, and none of the payload', async (_, answer) => {
    const { results, messages, log } = await outcomes(answer);
    expect(results).toEqual(all('UPSTREAM_MALFORMED'));
    expect(messages.join()).not.toMatch(/html|secret|balance_minutes/);
    const warnings = log.split('\n').filter((line) => line.includes('"level":40'));
    expect(warnings.some((line) => JSON.parse(line).endpoint === 'GET /api/v1/projects/{project_id}')).toBe(true);
    expect(log).not.toMatch(/<html|secret of the proxy/);
  });

  it('that begins with a byte order mark is read', async () => {
    await using asking = await startAsking(() => ({ body: `\ufeff${JSON.stringify({ balance_minutes: 5 })}` }));
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });

  it('that is no HTTP is malformed, and not asked for again', async () => {
    await using asking = await startAsking((_request, _nth, socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    expect(asking.fake.requests).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['shorter than its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"balance_'],
    ['without its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"bal\r\n'],
  ])('that is %s is asked for again, then malformed', async (_, bytes) => {
    await using asking = await startAsking((_request, _nth, socket) => void socket.end(bytes));
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    expect(asking.fake.requests).toHaveLength(3);
    asking.fake.answering = () => ok;
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });

  it('of a gigabyte is malformed at once when it says so, and soon when it does not', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 0x20);
    await using asking = await startAsking(
      async (_request, nth, socket) => {
        if (nth === 0) return { headers: { 'content-length': 1024 ** 3 } };
        socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
        for (let sent = 0; sent < 1024 && !socket.destroyed; sent += 1) {
          await new Promise((resolve) => socket.write(mebibyte, resolve));
        }
        return undefined;
      },
      { timeoutMs: 10_000 },
    );
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    expect(asking.fake.requests).toHaveLength(2);
  });

  it('of status 103 before the real one is passed over', async () => {
    await using asking = await startAsking((_request, _nth, socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
      return ok;
    });
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });
});

describe('No error', () => {
  it('tells the key, the host or the port, whatever went wrong', async () => {
    const unreachable = await unusedPort();
    await using refused = await startAsking(() => ok, {
      dubbingUrl: `http://127.0.0.1:${unreachable}`,
      studioUrl: `http://127.0.0.1:${unreachable}`,
    });
    const messages = [(await rejection(refused.service.balance.read(refused.call()))).message];
    const answers: Answering[] = [
      () => json({ error: 'Unauthorized' }, 401),
      () => html(200),
      () => html(500),
      () => json({}, 429, { 'retry-after': 30 }),
      () => undefined,
      (_request, _nth, socket) => void socket.destroy(),
    ];
    for (const answering of answers) {
      await using asking = await startAsking(answering, { timeoutMs: 100 });
      messages.push((await rejection(asking.service.balance.read(asking.call()))).message);
      expect(asking.log.join()).not.toContain(KEY);
    }
    expect(messages).toHaveLength(7);
    for (const message of messages)
      expect(message).not.toMatch(/127\.0\.0\.1|localhost|:\d{2,5}|sk-the|Bearer|\/api\//);
  });
});

async function unusedPort(): Promise<number> {
  const asking = await startAsking(() => undefined);
  const { port } = asking.fake;
  await asking[Symbol.asyncDispose]();
  await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  return port;
}

describe('Words that tell what a refusal is about', () => {
  const NOT_ENABLED = 'NotEnabledError';
  it.each<[string, Answer, string]>([
    [
      'storage credentials, for a key that is fine',
      json({ error: 'Storage credentials are not configured for this API key' }, 403),
      NOT_ENABLED,
    ],
    [
      'a subscription, by a ValidationError',
      json({ error: 'ValidationError', message: 'use_soundalike_voices requires an active subscription' }, 400),
      NOT_ENABLED,
    ],
    ['sales, at 401', json({ error: 'Contact with sales manager for enable API' }, 401), NOT_ENABLED],
    ['sales, at 404', json({ error: 'Contact with sales manager for enable API' }, 404), NOT_ENABLED],
    ['sales, in the message alone', json({ error: 'Bad Request', message: 'Please contact sales' }, 400), NOT_ENABLED],
    [
      'a sales report, which is a text',
      json({ error: 'ValidationError', message: 'sales report' }, 400),
      'ValidationError',
    ],
    ['a key', json({ error: 'Invalid API key' }, 400), 'ServiceKeyRejectedError'],
    ['a refusal without {error}', json({ success: false, message: 'No credits' }), 'RejectedError'],
    ['a problem document', json({ title: 'Bad', detail: 'No credits' }, 400), 'RejectedError'],
  ])('%s', async (_, answer, name) => {
    await using asking = await startAsking(() => answer);
    const artifact = { name: 'n', type: 'video', source: { kind: 's3Path', s3Path: 's3://b/p' } } as const;
    const call = { ...asking.call(), idempotencyKey: 'k' };
    const error = await rejection(asking.service.writes.artifacts.create(artifact, call));
    expect(error.name).toBe(name);
    if (name === 'RejectedError') expect(error.message).toBe('No credits');
  });
});
