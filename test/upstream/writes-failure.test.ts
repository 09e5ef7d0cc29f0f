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
      '402 for want of minutes',
      json({ error: 'InsufficientBalanceError', message: 'No minutes' }, 402),
      'RejectedError',
    ],
    ['409', json({ error: 'ConflictError', message: 'used before' }, 409), 'RejectedError'],
    ['422 in words unheard of', json({ error: 'Odd' }, 422), 'RejectedError'],
    ["somebody else's project", json({ error: 'Access denied to this project' }, 400), 'ForbiddenError'],
    ['401', json({ error: 'Unauthorized', message: 'm', status: 401 }, 401), 'ServiceKeyRejectedError'],
    ['400 without a token', json({ error: 'Missing or invalid authorization token' }, 400), 'ServiceKeyRejectedError'],
    ['a page at 200', html(200), 'UpstreamMalformedError'],
    ['a page at 404', html(404), 'UpstreamMalformedError'],
    ['nothing at 200', { status: 200 }, 'UpstreamMalformedError'],
    ['204', { status: 204 }, 'UpstreamMalformedError'],
    ['JSON that means nothing', json({ hello: 1 }), 'UpstreamMalformedError'],
    ['a redirect', json({}, 307, { location: 'http://127.0.0.1:1/' }), 'UpstreamMalformedError'],
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

describe('A place for an upload', () => {
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

  it('of a deletion can be a mere false', async () => {
    expect((await failureOf(WRITES['a deletion'], json({ success: false }))).error.name).toBe('RejectedError');
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
  it.each(['project_id', 'cost_minutes', 'balance_minutes'])('without %s cannot be understood', async (field) => {
    const { error } = await failureOf(WRITES['a creation'], json({ ...RECEIPT, [field]: undefined }));
    expect(error.name).toBe('UpstreamMalformedError');
  });

  it('may lack its estimate, and a count that is always 0', async () => {
    const { project_id, cost_minutes, balance_minutes } = RECEIPT;
    await using asking = await startAsking(() => json({ project_id: 777, cost_minutes, balance_minutes, more: 1 }));
    expect(await WRITES['a creation'](asking, postCall(asking))).toEqual({
      projectId: project_id,
      costMinutes: cost_minutes,
      balanceMinutes: balance_minutes,
      estimatedCompletionAt: null,
      translationsCount: 0,
    });
  });
});
