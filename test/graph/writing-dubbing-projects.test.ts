import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { bodyOf, lineOf, refusal, remove, write, writesSentTo } from '../kit/writing.ts';

const MINIMAL = {
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=12.5',
};

describe('createDubbingProject', () => {
  it('sends every field that is given, under the name that the service has for it', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createDubbingProject', {
      ...MINIMAL,
      name: 'Harbour tour',
      mixingMode: 'VOICEOVER_WITHOUT_ORIGINAL_VOICE',
      useEmotionalTransfer: true,
      useSoundalikeVoices: false,
      sourceScript: { segments: [{ startMs: 0, endMs: 1500, text: ' Hello\n“there” ' }] },
      useFixedTimings: true,
      glossary: 'ship\tnavire\n',
      ttsVolume: 'VERY_LOUD',
      idempotencyKey: 'order-1 of Monday',
    });
    expect(result.__typename).toBe('CreateDubbingProjectPayload');
    const [request, ...others] = writesSentTo(gateway.sandbox);
    expect(others).toEqual([]);
    expect(lineOf(request!)).toBe('POST /api/v1/projects');
    expect(request!.api).toBe('dubbing');
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer key-of-account-one',
      'content-type': 'application/json',
      'idempotency-key': 'order-1 of Monday',
    });
    expect(bodyOf(request!)).toEqual({
      name: 'Harbour tour',
      source_lang: 'en',
      target_lang: 'fr-FR',
      source_video_url: 'https://media.example.com/a.mp4?minutes=12.5',
      mixing_mode: 'voiceover_without_original_voice',
      use_emotional_transfer: true,
      use_soundalike_voices: false,
      source_script: [{ start_ms: 0, end_ms: 1500, text: ' Hello\n“there” ' }],
      use_fixed_timings: true,
      glossary_content: 'ship\tnavire\n',
      tts_volume: 'very_loud',
    });
  });

  it('sends nothing for what is left out or null, and a source script as text where it is one', async () => {
    await using gateway = await startGateway();
    const nothing = { name: null, mixingMode: null, useFixedTimings: null, sourceScript: null, idempotencyKey: null };
    await write(gateway, 'createDubbingProject', MINIMAL);
    await write(gateway, 'createDubbingProject', { ...MINIMAL, ...nothing });
    await write(gateway, 'createDubbingProject', { ...MINIMAL, sourceScript: { content: 'Hello.\r\nThere.' } });
    const bodies = writesSentTo(gateway.sandbox).map(bodyOf);
    const minimal = { source_lang: 'en', target_lang: 'fr-FR', source_video_url: MINIMAL.sourceVideoUrl };
    expect(bodies).toEqual([minimal, minimal, { ...minimal, source_script_content: 'Hello.\r\nThere.' }]);
  });

  it('answers with the new project as the answer and the input tell it, without asking for more', async () => {
    await using gateway = await startGateway();
    const before = gateway.sandbox.account().balanceMinutes;
    const payload = `project { id projectId name status rawStatus state sourceLanguage { code } targetLanguage { code }
        costMinutes mixingMode estimatedCompletionAt completedAt output { videoUrl } errorMessage }
      costMinutes balance { minutes } estimatedCompletionAt translationsCount`;
    const input = { ...MINIMAL, name: 'Tour', mixingMode: 'VOICEOVER_ONLY' };
    const { result, answer } = await write(gateway, 'createDubbingProject', input, { payload });
    expect(answer.errors).toEqual([]);
    const { projectId } = result.project;
    expect(result).toEqual({
      __typename: 'CreateDubbingProjectPayload',
      project: {
        id: `DubbingProject:${projectId}`,
        projectId: expect.stringMatching(/^\d+$/),
        name: 'Tour',
        status: 'IN_PROGRESS',
        rawStatus: 'in_progress',
        state: 'RUNNING',
        sourceLanguage: { code: 'en' },
        targetLanguage: { code: 'fr-FR' },
        costMinutes: 12.5,
        mixingMode: 'VOICEOVER_ONLY',
        estimatedCompletionAt: result.estimatedCompletionAt,
        completedAt: null,
        output: null,
        errorMessage: null,
      },
      costMinutes: 12.5,
      balance: { minutes: before - 12.5 },
      estimatedCompletionAt: expect.stringMatching(/^\d{4}-.*Z$/),
      translationsCount: 0,
    });
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/options', 'POST /api/v1/projects']);
  });

  it('asks when the project was created, if that is selected; where that fails, the payload stands', async () => {
    await using gateway = await startGateway();
    const payload = 'project { projectId createdAt }';
    const told = await write(gateway, 'createDubbingProject', MINIMAL, { payload });
    expect(told.result.project.createdAt).toMatch(/^\d{4}-/);
    expect(gateway.upstreamRequests().slice(2)).toEqual(['GET /api/v1/projects']);

    gateway.sandbox.misfortune({ on: { method: 'GET' }, times: 3, answer: { status: 503 } });
    const failed = await write(gateway, 'createDubbingProject', MINIMAL, { payload });
    expect(failed.result.project).toEqual({ projectId: expect.any(String), createdAt: null });
    expect(failed.answer.errors).toMatchObject([
      { path: ['createDubbingProject', 'project', 'createdAt'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ]);
  });

  it('names everything that is wrong at once, each at its path, and sends nothing', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createDubbingProject', {
      sourceLanguage: 'en-US',
      targetLanguage: 'tlh-QO',
      sourceVideoUrl: 'ftp://media.example.com/a.mp4',
      useEmotionalTransfer: true,
      sourceScript: {
        segments: [
          { startMs: 0, endMs: 1, text: 'a' },
          { startMs: 5, endMs: 5, text: ' ' },
        ],
      },
      idempotencyKey: 'a\nb',
    });
    expect(result).toMatchObject({ __typename: 'ValidationError', code: 'VALIDATION_FAILED' });
    expect(result.issues.map(({ path }: { path: string[] }) => path.join('.')).toSorted()).toEqual([
      'idempotencyKey',
      'sourceLanguage',
      'sourceScript.segments.1.endMs',
      'sourceScript.segments.1.text',
      'sourceVideoUrl',
      'targetLanguage',
      'useEmotionalTransfer',
    ]);
    for (const { message } of result.issues) expect(message).toMatch(/^\S.*\.$/);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('takes exactly one form of a source script', async () => {
    await using gateway = await startGateway();
    for (const sourceScript of [{}, { content: 'a', segments: [] }, { content: null }]) {
      const { answer } = await write(gateway, 'createDubbingProject', { ...MINIMAL, sourceScript });
      expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it.each([
    ['ValidationError', 'VALIDATION_FAILED', { error: 'ValidationError', message: 'The video is too long' }, 400],
    ['NotEnabledError', 'NOT_ENABLED', { error: 'ForbiddenError', message: 'Not enabled for this account' }, 403],
    ['RejectedError', 'REJECTED', { error: 'ConflictError', message: 'There is one already' }, 409],
    // The union has no NotFoundError.
    ['RejectedError', 'REJECTED', { error: 'NotFoundError', message: 'Project not found' }, 404],
  ])('answers %s (%s) in the words of the service', async (typeName, code, body, status) => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: refusal(status, body) });
    const { result, answer } = await write(gateway, 'createDubbingProject', MINIMAL);
    expect(answer.errors).toEqual([]);
    const issues = typeName === 'ValidationError' ? { issues: [{ path: [], message: body.message }] } : {};
    expect(result).toEqual({ __typename: typeName, code, message: body.message, ...issues });
  });

  it('answers OutcomeUnknownError with the key to call again with, and logs the cause', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { method: 'POST' }, times: 3, answer: { status: 504 } });
    const { result } = await write(gateway, 'createDubbingProject', MINIMAL);
    expect(result).toMatchObject({ __typename: 'OutcomeUnknownError', code: 'OUTCOME_UNKNOWN' });
    expect(result.idempotencyKey).toBe(writesSentTo(gateway.sandbox)[0]!.headers['idempotency-key']);
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ msg: 'outcome of write unknown', requestId: expect.any(String) }),
    );
  });
});

describe('deleteDubbingProject', () => {
  const { ready, running } = SEEDED.dubbingProjects;

  it.each([ready, `DubbingProject:${ready}`])('deletes the project %s, and names it for caches', async (id) => {
    await using gateway = await startGateway();
    const { result } = await remove(gateway, 'deleteDubbingProject', id);
    expect(result).toEqual({ __typename: 'DeletePayload', deletedId: `DubbingProject:${ready}` });
    expect(gateway.sandbox.account().dubbingProjects.has(ready)).toBe(false);
    const [request, ...others] = writesSentTo(gateway.sandbox);
    expect(others).toEqual([]);
    expect([request!.api, lineOf(request!), request!.bodySize]).toEqual([
      'dubbing',
      `DELETE /api/v1/projects/${ready}`,
      0,
    ]);
  });

  it('answers ValidationError in the words of the service while the project is in progress', async () => {
    await using gateway = await startGateway();
    const { result } = await remove(gateway, 'deleteDubbingProject', running);
    const message = 'Cannot delete project while processing is in progress';
    expect(result).toEqual({
      __typename: 'ValidationError',
      code: 'VALIDATION_FAILED',
      message,
      issues: [{ path: [], message }],
    });
  });

  it('answers NotFoundError for what is not there, without a request where it cannot be', async () => {
    await using gateway = await startGateway();
    const { result } = await remove(gateway, 'deleteDubbingProject', '4711');
    expect(result).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND', message: 'Project not found' });
    expect(gateway.upstreamRequests()).toEqual(['DELETE /api/v1/projects/4711']);
    for (const id of ['', '..', 'a\u0000b', 'DubbingProject:.', 'x'.repeat(1_025)]) {
      const nothing = await remove(gateway, 'deleteDubbingProject', id);
      expect(nothing.result).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND' });
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('answers RejectedError and OutcomeUnknownError, which for a deletion has no key', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { method: 'DELETE' }, answer: refusal(409, { error: 'Busy', message: 'Later' }) });
    const rejected = await remove(gateway, 'deleteDubbingProject', ready);
    expect(rejected.result).toEqual({ __typename: 'RejectedError', code: 'REJECTED', message: 'Later' });
    gateway.sandbox.misfortune({ on: { method: 'DELETE' }, times: 3, answer: { status: 502 } });
    const unknown = await remove(gateway, 'deleteDubbingProject', ready);
    expect(unknown.result).toMatchObject({ __typename: 'OutcomeUnknownError', idempotencyKey: null });
  });

  it('has succeeded where a retry finds that it is gone', async () => {
    await using gateway = await startGateway({ sandbox: { keys: [KEYS[0]] } });
    gateway.sandbox.misfortune({ on: { method: 'DELETE' }, answer: { kind: 'reset-after-work' } });
    const { result } = await remove(gateway, 'deleteDubbingProject', ready);
    expect(result).toEqual({ __typename: 'DeletePayload', deletedId: `DubbingProject:${ready}` });
    expect(writesSentTo(gateway.sandbox)).toHaveLength(2);
  });

  it.each(['Video:s/v', 'StudioProject:s', 'Query:1'])('refuses %s, an id of another type', async (id) => {
    await using gateway = await startGateway();
    const { answer } = await remove(gateway, 'deleteDubbingProject', id);
    expect(answer.data).toEqual({ deleteDubbingProject: null });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});
