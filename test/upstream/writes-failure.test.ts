import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PostCall } from '../../src/upstream/writes.ts';
import { type Asking, rejection, startAsking } from './asking.ts';
import { type Answer, html, json } from './fake-service.ts';
import {
  IDEMPOTENCY_KEY,
  NEW_ARTIFACT,
  NEW_PROJECT,
  NEW_VIDEO,
  openSpool,
  postCall,
  RECEIPT,
  RETRANSLATION,
  VIDEO,
  wavLike,
} from './writing.ts';

const VIDEO_KEY = { projectId: 'p', videoId: 'v' };
const SALES = { error: 'Contact with sales manager for enable API' };

/** Every write, each told apart by its name alone. */
const WRITES = {
  'a creation': ({ service }: Asking, call: PostCall) => service.writes.dubbingProjects.create(NEW_PROJECT, call),
  'a re-translation': ({ service }, call) => service.writes.dubbingProjects.retranslate(RETRANSLATION, call),
  'a deletion': ({ service }, call) => service.writes.dubbingProjects.delete('1', call),
  'an upload': ({ service }, call) => service.writes.artifacts.requestUpload('a.mp4', call),
  'an artifact': ({ service }, call) => service.writes.artifacts.create(NEW_ARTIFACT, call),
  'a video': ({ service }, call) => service.writes.videos.create(NEW_VIDEO, call),
  'an update': ({ service }, call) => service.writes.videos.update(VIDEO_KEY, { name: 'N' }, call),
  "a video's deletion": ({ service }, call) => service.writes.videos.delete(VIDEO_KEY, call),
  "a studio project's deletion": ({ service }, call) => service.writes.studioProjects.delete('p', call),
  'a synthesis': async ({ service }, call) => {
    await using spool = await openSpool();
    const reference = await spool.put('a.wav', wavLike(100));
    const input = { text: 'Hello', language: 'en-US', referenceAudio: [reference] };
    return await service.writes.synthesis.synthesize(input, spool.to, call);
  },
} satisfies Record<string, (asking: Asking, call: PostCall) => Promise<unknown>>;

const writes = Object.entries(WRITES);

async function failureOf(write: (typeof writes)[number][1], answer: Answer) {
  await using asking = await startAsking(() => answer);
  const error = await rejection(write(asking, postCall(asking)));
  return { error, requests: asking.fake.requests.length };
}

describe.each(writes)('%s', (_, write) => {
  it.each([
    ['400 ValidationError', json({ error: 'ValidationError', message: 'text is missing' }, 400), 'ValidationError'],
    ['200 ValidationError', json({ error: 'ValidationError', message: 'text is missing' }), 'ValidationError'],
    ['400 with no valid fields', json({ error: 'No valid fields to update' }, 400), 'ValidationError'],
    ['404', json({ error: 'Not Found' }, 404), 'NotFoundError'],
    ['200 Not Found', json({ error: 'Not Found' }), 'NotFoundError'],
    ['400 NotFoundError', json({ error: 'NotFoundError', message: 'Project not found' }, 400), 'NotFoundError'],
    ['the words of sales at 200', json(SALES, 200), 'NotEnabledError'],
    ['the words of sales at 400', json(SALES, 400), 'NotEnabledError'],
    ['the words of sales at 402', json(SALES, 402), 'NotEnabledError'],
    ['the words of sales at 403', json(SALES, 403), 'NotEnabledError'],
    [
      '403 with the words beside the class',
      json({ error: 'ForbiddenError', message: 'Re-translation is not enabled for this account' }, 403),
      'NotEnabledError',
    ],
    [
      '403 for want of storage credentials',
      json({ error: 'ForbiddenError', message: 'Storage credentials for the bucket b are not configured' }, 403),
      'NotEnabledError',
    ],
    [
      '403 for want of a plan',
      json({ error: 'Forbidden', message: 'This feature is not available on your plan' }, 403),
      'NotEnabledError',
    ],
    ['404 for what is off', json({ error: 'Not enabled', message: 'It is off.' }, 404), 'NotEnabledError'],
    [
      '402 for want of minutes',
      json({ error: 'InsufficientBalanceError', message: 'No minutes' }, 402),
      'RejectedError',
    ],
    ['409', json({ error: 'ConflictError', message: 'used before' }, 409), 'RejectedError'],
    ['422 in words unheard of', json({ error: 'Odd' }, 422), 'RejectedError'],
    ["somebody else's project", json({ error: 'Access denied to this project' }, 400), 'ForbiddenError'],
    ['401', json({ error: 'Unauthorized', message: 'm', status: 401 }, 401), 'ServiceKeyRejectedError'],
    ['400 without a token', json({ error: 'Missing or invalid authorization token' }, 400), 'ServiceKeyRejectedError'],
    ['a page at 404', html(404), 'UpstreamMalformedError'],
  ] satisfies [string, Answer, string][])('refused by %s ends after one try', async (_case, answer, name) => {
    const { error, requests } = await failureOf(write, answer);
    expect([error.name, requests]).toEqual([name, 1]);
  });

  it("refused in the caller's own name is the caller's to mend", async () => {
    await using asking = await startAsking(() => json({}, 401), { account: { keyIsCallers: true } });
    expect((await rejection(write(asking, postCall(asking)))).name).toBe('UnauthenticatedError');
  });

  it('is not done after three times 503, and says so', async () => {
    const { error, requests } = await failureOf(write, json({ error: 'busy' }, 503));
    expect([error.name, requests]).toEqual(['UpstreamUnavailableError', 3]);
  });

  it('is not done after 429, and says when to come again', async () => {
    const { error, requests } = await failureOf(write, json({}, 429, { 'retry-after': 30 }));
    expect([error.name, error.retryAfterSeconds, requests]).toEqual(['RateLimitedError', 30, 1]);
  });

  it('is not done where nobody listens', async () => {
    await using asking = await startAsking(() => undefined, {
      dubbingUrl: 'http://127.0.0.1:1',
      studioUrl: 'http://127.0.0.1:1',
    });
    expect((await rejection(write(asking, postCall(asking)))).name).toBe('UpstreamUnavailableError');
    expect(asking.sent.count).toBe(3);
  });
});

/** Successes that cannot be read: what was asked may have been done, and charged. */
const UNREADABLE_SUCCESSES: readonly [string, Answer][] = [
  ['a page at 200', html(200)],
  ['cut JSON', { status: 201, headers: { 'content-type': 'application/json' }, body: '{"project_id": "7' }],
  ['a list with something else in it', json(['777'])],
  ['JSON that is a text', json('done')],
  ['JSON that means nothing', json({ hello: 1 })],
  ['words without an error', json({ message: 'Your request was accepted.' }, 202)],
  ['a redirect', json({}, 307, { location: 'http://127.0.0.1:1/' })],
  ['302 without a body', { status: 302, headers: { location: '/sign-in' } }],
  ['a bomb', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(40 * 2 ** 20)) }],
];
const NOTHING: readonly [string, Answer][] = [
  ['nothing at 200', { status: 200 }],
  ['blanks', { status: 200, body: ' \r\n' }],
  ['202', { status: 202 }],
  ['204', { status: 204 }],
  ['null', json(null)],
  ['an empty list', json([])],
];
const CREATIONS = ['a creation', 're-translation', 'an artifact', 'a video', 'a synthesis'];
const isCreation = (name: string) => CREATIONS.some((creation) => name.endsWith(creation));

describe.each(writes.filter(([name]) => isCreation(name)))('A success of %s', (_, write) => {
  it.each([...UNREADABLE_SUCCESSES, ...NOTHING, ['{}', json({})] as const])(
    'that is %s leaves an outcome that nobody knows, with the key to ask again with',
    async (_case, answer) => {
      const { error, requests } = await failureOf(write, answer);
      expect(error).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: IDEMPOTENCY_KEY });
      expect(requests).toBe(1);
    },
  );
});

describe.each(writes.filter(([name]) => /deletion|update/.test(name)))('A success of %s', (name, write) => {
  it.each([...NOTHING, ['{}', json({})] as const])('that is %s is one', async (_case, answer) => {
    await using asking = await startAsking(() => answer);
    await expect(write(asking, postCall(asking))).resolves.toEqual(
      name === 'an update' ? { kind: 'Video', ...VIDEO_KEY, details: null, isJustUpdated: true } : undefined,
    );
  });

  it.each(UNREADABLE_SUCCESSES.filter(([answer]) => !/^JSON|^words|^a list/.test(answer)))(
    'that is %s leaves an outcome that nobody knows',
    async (_case, answer) => {
      const { error } = await failureOf(write, answer);
      expect(error).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: null });
    },
  );
});

describe.each(writes.filter(([name]) => /deletion/.test(name)))('A success of %s', (_, write) => {
  it.each([
    { success: 'true' },
    { deleted: 'True' },
    { success: 1 },
    { message: 'Project deleted' },
    { id: '1', status: 'deleted' },
  ])('in other words is one: %j', async (body) => {
    await using asking = await startAsking(() => json(body));
    await expect(write(asking, postCall(asking))).resolves.toBeUndefined();
  });

  it('in words that are neither yes nor no leaves an outcome that nobody knows', async () => {
    expect((await failureOf(write, json({ deleted: 'perhaps' }))).error.name).toBe('OutcomeUnknownError');
  });
});

describe('A success of a place for an upload', () => {
  it.each([...UNREADABLE_SUCCESSES, ...NOTHING])('that is %s is malformed: nothing was charged', async (_, answer) => {
    expect((await failureOf(WRITES['an upload'], answer)).error.name).toBe('UpstreamMalformedError');
  });
});

describe.each(writes.filter(([name]) => isCreation(name)))('A conflict of %s with itself', (_, write) => {
  const inProgress = [
    { error: 'Locked', message: 'request with this key is in progress' },
    { error: 'A request with this idempotency key is already being processed' },
    { error: 'ConflictError', message: 'Another request with the same Idempotency-Key is in progress.' },
    { error: { code: 'idempotency_key_in_use', message: 'Try again later' } },
    { code: 'REQUEST_IN_PROGRESS' },
    { title: 'A request is outstanding for this Idempotency-Key', detail: 'Retry with the same key.' },
  ];
  it.each([
    ...[423, 425].map((status) => [`${status} in any words`, json({ error: 'Odd' }, status)] as const),
    ['423 without words', { status: 423 }] as const,
    ...inProgress.flatMap((body) =>
      [400, 409, 422].map((status) => [`${status} ${JSON.stringify(body)}`, json(body, status)] as const),
    ),
    ['200 with such an error', json({ error: 'Request already in progress' })] as const,
    ['a page of such words', { status: 409, body: '<p>Concurrent request with this key</p>' }] as const,
  ])('is no refusal: %s', async (_case, answer) => {
    const { error, requests } = await failureOf(write, answer);
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: IDEMPOTENCY_KEY });
    expect(requests).toBe(1);
  });

  it.each([
    json({ error: 'ConflictError', message: 'The key was used with another body' }, 409),
    json({ error: 'ConflictError', message: 'Project is still in progress' }, 409),
    json({ error: 'Request refused: the video is being processed' }, 409),
  ])('is a refusal in other words: $body', async (answer) => {
    expect((await failureOf(write, answer)).error.name).toBe('RejectedError');
  });

  it('after a lost try is none whatever its words', async () => {
    await using asking = await startAsking((_request, nth, socket) =>
      nth === 0 ? void socket.resetAndDestroy() : json({ error: 'ConflictError', message: 'used before' }, 409),
    );
    expect((await rejection(write(asking, postCall(asking)))).name).toBe('OutcomeUnknownError');
  });
});

describe('A conflict of a write without a key', () => {
  it.each(['an update', 'a deletion'] as const)('of %s is a refusal at its first try', async (name) => {
    const answer = json({ error: 'Locked', message: 'request is in progress' }, 423);
    expect((await failureOf(WRITES[name], answer)).error).toMatchObject({
      name: 'RejectedError',
      message: 'request is in progress',
    });
  });
});

describe('A check of a re-translation that meets itself', () => {
  it('does not call the input invalid', async () => {
    const check = ({ service }: Asking, call: PostCall) =>
      service.writes.dubbingProjects.validateRetranslation(RETRANSLATION, call);
    const { error } = await failureOf(check, json({ error: 'Locked' }, 423));
    expect(error.name).toBe('UpstreamUnavailableError');
  });
});

describe.each(writes.filter(([name]) => name !== 'an upload'))('Nobody knows what became of %s', (name, write) => {
  const isPost = !/deletion|update/.test(name);
  const expected = { name: 'OutcomeUnknownError', idempotencyKey: isPost ? IDEMPOTENCY_KEY : null };

  it.each([
    ['500', 1],
    ['502', 3],
    ['504', 3],
  ])('after %s, in %i tries', async (status, tries) => {
    const { error, requests } = await failureOf(write, html(Number(status)));
    expect(error).toMatchObject(expected);
    expect(requests).toBe(tries);
  });

  it('after connections that break, in three tries with one key', async () => {
    await using asking = await startAsking((_request, _nth, socket) => void socket.resetAndDestroy());
    expect(await rejection(write(asking, postCall(asking)))).toMatchObject(expected);
    const keys = asking.fake.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(Array(3).fill(isPost ? IDEMPOTENCY_KEY : undefined));
  });

  it('after silence, in three tries', async () => {
    await using asking = await startAsking(() => undefined, { timeoutMs: 100, synthesisTimeoutMs: 100 });
    expect(await rejection(write(asking, postCall(asking)))).toMatchObject(expected);
    expect(asking.fake.requests).toHaveLength(3);
  });

  it('when the gateway stops in the middle', async () => {
    const asking = await startAsking(() => undefined);
    const sent = asking.fake.nextRequest();
    const failed = rejection(write(asking, postCall(asking)));
    await sent;
    await asking[Symbol.asyncDispose]();
    expect(await failed).toMatchObject(expected);
    expect(asking.fake.requests).toHaveLength(1);
  });
});

describe('Asking for a place for an upload', () => {
  it('is a reading: after its timeout it is not asked for again, and there is no outcome to be unsure of', async () => {
    await using asking = await startAsking(() => undefined, { timeoutMs: 100 });
    const { artifacts } = asking.service.writes;
    expect((await rejection(artifacts.requestUpload('a.mp4', asking.call()))).name).toBe('UpstreamTimeoutError');
    expect(asking.fake.requests).toHaveLength(1);
  });
});

describe('A refusal', () => {
  it("is told in the service's words, in one line", async () => {
    const message = 'speaker id 3 referenced in script but not found in target_speakers';
    const { error } = await failureOf(WRITES['a re-translation'], json({ error: 'ValidationError', message }, 400));
    expect(error).toMatchObject({ message, issues: [{ path: [], message }] });
  });

  it.each([400, 404])('at %i keeps what the service says of a thing that is not there', async (status) => {
    const answer = json({ error: 'NotFoundError', message: 'Project not found' }, status);
    expect((await failureOf(WRITES['a deletion'], answer)).error.message).toBe('Project not found');
  });

  it('never tells a page, a stack or a 5xx body', async () => {
    const answers = [html(200), html(502), json({ error: 'secret of the proxy', stack: 'secret of the proxy' }, 500)];
    for (const answer of answers) {
      const { error } = await failureOf(WRITES['a creation'], answer);
      expect(JSON.stringify([error.message, error])).not.toContain('secret');
    }
  });

  it.each([false, 'false', 0])('of a deletion can be a mere %j', async (success) => {
    expect((await failureOf(WRITES['a deletion'], json({ success }))).error.name).toBe('RejectedError');
  });
});

describe('A check of a re-translation', () => {
  const check = ({ service }: Asking, call: PostCall) =>
    service.writes.dubbingProjects.validateRetranslation(RETRANSLATION, call);

  it.each([
    ['{error, message} at 200', json({ error: 'ValidationError', message: 'overlap' })],
    ['{error, message} at 400', json({ error: 'ValidationError', message: 'overlap' }, 400)],
    ['an {error} unheard of', json({ error: 'Odd', message: 'overlap' }, 422)],
    ['{valid: false, message}', json({ valid: false, message: 'overlap' })],
    ['{valid: "false", message}', json({ valid: 'false', message: 'overlap' })],
    ['{valid: false, error}', json({ valid: false, error: 'overlap' })],
  ])('says that it is invalid by %s', async (_, answer) => {
    const { error } = await failureOf(check, answer);
    expect(error).toMatchObject({ name: 'ValidationError', issues: [{ path: [], message: 'overlap' }] });
  });

  it('of a project that is not there says so', async () => {
    const answer = json({ error: 'NotFoundError', message: 'Project not found' }, 404);
    expect((await failureOf(check, answer)).error.name).toBe('NotFoundError');
  });

  it('changes nothing, so its outcome is never unknown', async () => {
    const { error, requests } = await failureOf(check, html(504));
    expect([error.name, requests]).toEqual(['UpstreamUnavailableError', 3]);
  });
});

describe('The answer to a creation', () => {
  const created = async (write: (typeof writes)[number][1], answer: unknown) => {
    await using asking = await startAsking(() => json(answer));
    return { value: await write(asking, postCall(asking)), log: asking.log.join('') };
  };

  it('needs no more than the id of what was created', async () => {
    expect((await created(WRITES['a creation'], { project_id: 777 })).value).toEqual({
      projectId: '777',
      costMinutes: null,
      balanceMinutes: null,
      estimatedCompletionAt: null,
      translationsCount: 0,
    });
    expect((await created(WRITES['an artifact'], { id: 'art_9' })).value).toMatchObject({
      artifactId: 'art_9',
      rawStatus: 'created',
      name: null,
    });
    expect((await created(WRITES['a video'], { id: 9 })).value).toMatchObject({
      videoId: '9',
      details: { name: null, targetLanguages: { items: [] }, stringVariables: { items: [] } },
    });
  });

  it.each([undefined, null, {}, [], 'many', true])('may hold %j in place of anything else', async (odd) => {
    const project = Object.fromEntries(Object.keys(RECEIPT).map((field) => [field, odd]));
    const { value, log } = await created(WRITES['a creation'], { ...project, project_id: '777' });
    expect(value).toMatchObject({ projectId: '777', costMinutes: null, balanceMinutes: null });
    if (odd !== undefined && odd !== null) expect(log).toContain('cost_minutes');
    const { value: retranslation } = await created(WRITES['a re-translation'], { ...project, project_id: '12345' });
    expect(retranslation).toMatchObject({ projectId: '12345', translationsCount: null });
    const video = Object.fromEntries(Object.keys(VIDEO).map((field) => [field, odd]));
    expect((await created(WRITES['a video'], { ...video, id: 'v9' })).value).toMatchObject({ videoId: 'v9' });
    const artifact = { ...video, type: odd, size: odd, company: odd, createdBy: odd, id: 'a9' };
    expect((await created(WRITES['an artifact'], artifact)).value).toMatchObject({ artifactId: 'a9' });
  });

  it('may have numbers as texts', async () => {
    const texts = { project_id: '777', cost_minutes: '2.5', balance_minutes: ' 97.5 ', translations_count: '3' };
    expect((await created(WRITES['a creation'], texts)).value).toMatchObject({
      costMinutes: 2.5,
      balanceMinutes: 97.5,
    });
    expect((await created(WRITES['a re-translation'], texts)).value).toMatchObject({ translationsCount: 3 });
  });

  it.each([null, '', {}, [], true, 1.5, undefined])(
    'without an id (%j) is an outcome that nobody knows',
    async (id) => {
      const answers = {
        'a creation': { ...RECEIPT, project_id: id },
        'a video': { ...VIDEO, id },
        'an artifact': { id },
      };
      for (const [name, answer] of Object.entries(answers)) {
        const { error } = await failureOf(WRITES[name as keyof typeof answers], json(answer));
        expect(error).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: IDEMPOTENCY_KEY });
      }
    },
  );

  it.each<[string, object, (plain: Buffer) => Buffer]>([
    ['compressed without a word of it', {}, gzipSync],
    ['said to be compressed, and not', { 'content-encoding': 'gzip' }, (plain) => plain],
    ['said to be compressed in an unknown way, and not', { 'content-encoding': 'aws-chunked' }, (plain) => plain],
    ['said to be compressed in another way', { 'content-encoding': 'br' }, gzipSync],
  ])('is read however it is compressed: %s', async (_, headers, compress) => {
    const body = compress(Buffer.from(JSON.stringify(RECEIPT)));
    await using asking = await startAsking(() => ({ headers: { ...headers }, body }));
    expect(await WRITES['a creation'](asking, postCall(asking))).toMatchObject({ projectId: '777', costMinutes: 1.5 });
  });

  it('is one though it tells of an error beside what was created', async () => {
    const error = 'the webhook could not be called';
    expect((await created(WRITES['a creation'], { ...RECEIPT, error })).value).toMatchObject({ projectId: '777' });
    expect((await created(WRITES['a video'], { ...VIDEO, error })).value).toMatchObject({ videoId: VIDEO.id });
    for (const beside of [{ error }, { success: false, message: error }]) {
      const receipt = { ...RECEIPT, translations_count: 2, ...beside };
      expect((await created(WRITES['a re-translation'], receipt)).value).toMatchObject({ translationsCount: 2 });
    }
  });
});

describe('The answer to an update', () => {
  it.each([{ success: true }, { id: 'v' }, { id: 'v', name: 'N' }])(
    'that is %j tells nothing of the video, which is to be asked for',
    async (answer) => {
      await using asking = await startAsking(() => json(answer));
      const updated = await WRITES['an update'](asking, postCall(asking));
      expect(updated).toEqual({ kind: 'Video', ...VIDEO_KEY, details: null, isJustUpdated: true });
    },
  );
});

describe('A place for an upload', () => {
  const place = async (answer: object) => {
    await using asking = await startAsking(() => json(answer));
    return await asking.service.writes.artifacts.requestUpload('a.mp4', asking.call());
  };
  const PLACE = { s3Path: 's3://b/a.mp4', presignedUploadUrl: 'https://b.example/a.mp4?X-Amz-Signature=a%2Fb' };

  it.each([
    ['2026-11-28T10:00:00Z', '2026-11-28T10:00:00Z'],
    ['2026-11-28 10:00:00+0000', '2026-11-28T10:00:00+00:00'],
    [1_795_860_000, '2026-11-28T10:00:00.000Z'],
    ['1795860000', '2026-11-28T10:00:00.000Z'],
    [1_795_860_000_000, '2026-11-28T10:00:00.000Z'],
  ])('ends at %j', async (expiresAt, end) => {
    expect(await place({ ...PLACE, expiresAt })).toMatchObject({ uploadUrl: PLACE.presignedUploadUrl, expiresAt: end });
  });

  it('ends with its signature where the service does not say when', async () => {
    const presignedUploadUrl = 'https://b.example/a?X-Amz-Date=20261128T100000Z&X-Amz-Expires=3600&X-Amz-Signature=x';
    expect(await place({ ...PLACE, presignedUploadUrl })).toMatchObject({ expiresAt: '2026-11-28T11:00:00.000Z' });
    const older = 'https://b.example/a?Expires=1795860000&Signature=x';
    expect(await place({ ...PLACE, presignedUploadUrl: older })).toMatchObject({
      expiresAt: '2026-11-28T10:00:00.000Z',
    });
  });

  it.each(['soon', {}, null])('ends after a day, as is typical, where nothing tells: %j', async (expiresAt) => {
    const before = Date.now();
    const { expiresAt: end } = await place({ ...PLACE, expiresAt });
    expect(Date.parse(end)).toBeGreaterThanOrEqual(before + 86_400_000);
  });
});
