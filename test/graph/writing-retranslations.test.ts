import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { type Answer, startGateway, type TestGateway } from '../kit/gateway.ts';
import { bodyOf, lineOf, refusal, write, writesSentTo } from '../kit/writing.ts';

const { ready, running } = SEEDED.dubbingProjects;
const DENISE = '53f154:fr-FR-DeniseNeural';
const MINIMAL = {
  id: ready,
  targetScript: [
    { startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 },
    { startMs: 900, endMs: 2000, text: 'Salut !', speakerId: 2 },
  ],
  targetSpeakers: [
    { speakerId: 1, voiceKey: DENISE, style: 'feminine' },
    { speakerId: 2, voiceKey: 'soundalike', style: 'masculine' },
  ],
};
/** Five faults of as many kinds. */
const FAULTY = {
  id: `DubbingProject:${ready}`,
  targetScript: [
    { startMs: 0, endMs: 1000, text: '', speakerId: 1 },
    { startMs: 500, endMs: 1500, text: 'a', speakerId: 9 },
  ],
  targetSpeakers: [
    { speakerId: 1, voiceKey: 'nobody', style: 'feminine' },
    { speakerId: 1, voiceKey: 'soundalike', style: 'feminine' },
  ],
};
const FAULTY_PATHS = [
  'targetScript.0.text',
  'targetScript.1',
  'targetScript.1.speakerId',
  'targetSpeakers.0.voiceKey',
  'targetSpeakers.1.speakerId',
];

const pathsOf = (issues: readonly { readonly path: readonly string[] }[]): string[] =>
  issues.map(({ path }) => path.join('.')).toSorted();

async function check(gateway: TestGateway, input: unknown): Promise<{ check: Answer; errors: Answer }> {
  const { data, errors } = await gateway.ask(
    'query ($input: RetranslateDubbingProjectInput!) { retranslationCheck(input: $input) { valid issues { path message } } }',
    { variables: { input } },
  );
  return { check: data?.retranslationCheck, errors };
}

const OPTIONAL = { mixingMode: 'VOICEOVER_ONLY', useFixedTimings: true, ttsVolume: 'QUIETER' };
const OPTIONAL_SENT = { mixing_mode: 'voiceover_only', use_fixed_timings: true, tts_volume: 'quieter' };
const MINIMAL_SENT = {
  target_script: [
    { start_ms: 0, end_ms: 900, text: 'Bonjour.', speaker_id: 1 },
    { start_ms: 900, end_ms: 2000, text: 'Salut !', speaker_id: 2 },
  ],
  target_speakers: [
    { speaker_id: 1, voice_key: DENISE, style: 'feminine' },
    { speaker_id: 2, voice_key: 'soundalike', style: 'masculine' },
  ],
};

describe('retranslateDubbingProject', () => {
  it('sends every field that is given, and nothing for the others', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.account().dubbingProjects.get(ready)!.work.workMs = 0;
    const all = { ...MINIMAL, ...OPTIONAL, id: `DubbingProject:${ready}`, idempotencyKey: 'once' };
    expect((await write(gateway, 'retranslateDubbingProject', all)).result.project.id).toBe(`DubbingProject:${ready}`);
    await write(gateway, 'retranslateDubbingProject', { ...MINIMAL, ttsVolume: null, idempotencyKey: null });
    const [full, minimal] = writesSentTo(gateway.sandbox);
    expect(lineOf(full!)).toBe(`POST /api/v1/projects/${ready}/translations`);
    expect(full!.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'once' });
    expect(bodyOf(full!)).toEqual({ ...MINIMAL_SENT, ...OPTIONAL_SENT });
    expect(bodyOf(minimal!)).toEqual(MINIMAL_SENT);
  });

  it('answers with the project as it is now: in progress, what the list tells of it, and without its old output', async () => {
    await using gateway = await startGateway();
    const payload = `project { name state mixingMode createdAt output { videoUrl } estimatedCompletionAt }
      costMinutes balance { minutes } estimatedCompletionAt translationsCount`;
    const { name } = gateway.sandbox.account().dubbingProjects.get(ready)!;
    const { result, answer } = await write(gateway, 'retranslateDubbingProject', MINIMAL, { payload });
    expect(answer.errors).toEqual([]);
    expect(result).toEqual({
      __typename: 'RetranslateDubbingProjectPayload',
      project: {
        name,
        state: 'RUNNING',
        mixingMode: 'VOICEOVER_WITH_ORIGINAL_TRACK',
        createdAt: expect.stringMatching(/^\d{4}-/),
        output: null,
        estimatedCompletionAt: result.estimatedCompletionAt,
      },
      costMinutes: 0,
      balance: { minutes: gateway.sandbox.account().balanceMinutes },
      estimatedCompletionAt: expect.stringMatching(/^\d{4}-/),
      translationsCount: 1,
    });
    expect(gateway.upstreamRequests()).toEqual([
      'GET /api/v1/projects',
      'GET /api/v1/voices',
      `POST /api/v1/projects/${ready}/translations`,
    ]);
  });

  it('names everything that is wrong at once, each at its path, and sends nothing', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'retranslateDubbingProject', FAULTY);
    expect(result.__typename).toBe('ValidationError');
    expect(pathsOf(result.issues)).toEqual(FAULTY_PATHS);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('answers NotFoundError for a project that is not there, and an issue for an id that can be none', async () => {
    await using gateway = await startGateway();
    const missing = await write(gateway, 'retranslateDubbingProject', { ...MINIMAL, id: '4711' });
    expect(missing.result).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND' });
    const impossible = await write(gateway, 'retranslateDubbingProject', { ...MINIMAL, id: 'a\nb' });
    expect(impossible.result).toMatchObject({ __typename: 'ValidationError', issues: [{ path: ['id'] }] });
    const other = await write(gateway, 'retranslateDubbingProject', { ...MINIMAL, id: 'Artifact:1' });
    expect(other.answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('answers NotEnabledError, ValidationError, RejectedError and OutcomeUnknownError as the service has it', async () => {
    await using gateway = await startGateway();
    const retranslate = async (id: string = ready) =>
      (await write(gateway, 'retranslateDubbingProject', { ...MINIMAL, id, targetSpeakers: SOUNDALIKES })).result;
    expect(await retranslate(running)).toMatchObject({
      __typename: 'ValidationError',
      message: 'Cannot re-translate a project whose status is in_progress',
    });
    gateway.sandbox.account().features.retranslation = false;
    expect(await retranslate()).toMatchObject({
      __typename: 'NotEnabledError',
      code: 'NOT_ENABLED',
      message: 'Re-translation is not enabled for this account',
    });
    const on = { method: 'POST' };
    gateway.sandbox.misfortune({ on, answer: refusal(409, { error: 'ConflictError', message: 'Used before' }) });
    expect(await retranslate()).toMatchObject({ __typename: 'RejectedError', message: 'Used before' });
    gateway.sandbox.misfortune({ on, times: 3, answer: { status: 504 } });
    expect(await retranslate()).toMatchObject({
      __typename: 'OutcomeUnknownError',
      idempotencyKey: writesSentTo(gateway.sandbox).at(-1)!.headers['idempotency-key'],
    });
  });
});

const SOUNDALIKES = [1, 2].map((speakerId) => ({ speakerId, voiceKey: 'soundalike', style: 'feminine' }));

describe('retranslationCheck', () => {
  it('asks the service with the same body, and changes nothing', async () => {
    await using gateway = await startGateway();
    const before = structuredClone(gateway.sandbox.account().dubbingProjects.get(ready));
    const { check: answer, errors } = await check(gateway, { ...MINIMAL, ...OPTIONAL, idempotencyKey: 'once' });
    expect({ answer, errors }).toEqual({ answer: { valid: true, issues: [] }, errors: [] });
    const [request] = writesSentTo(gateway.sandbox);
    expect(lineOf(request!)).toBe(`POST /api/v1/projects/${ready}/validate-translation-request`);
    expect(bodyOf(request!)).toEqual({ ...MINIMAL_SENT, ...OPTIONAL_SENT });
    // The key is that of the re-translation, which may still come.
    expect(request!.headers['idempotency-key']).not.toBe('once');
    expect(gateway.sandbox.account().dubbingProjects.get(ready)).toEqual(before);
  });

  it('tells everything that the gateway finds, without asking the service', async () => {
    await using gateway = await startGateway();
    const { check: answer, errors } = await check(gateway, { ...FAULTY, idempotencyKey: '' });
    expect(errors).toEqual([]);
    expect(answer.valid).toBe(false);
    expect(pathsOf(answer.issues)).toEqual(['idempotencyKey', ...FAULTY_PATHS]);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('tells the first of very many faults, as a re-translation does, which says how many there are', async () => {
    await using gateway = await startGateway();
    const segment = { startMs: 9, endMs: 0, text: '', speakerId: 1 };
    const input = { ...MINIMAL, targetScript: Array(500).fill(segment) };
    expect((await check(gateway, input)).check.issues).toHaveLength(200);
    const { result } = await write(gateway, 'retranslateDubbingProject', input);
    expect(result.issues).toHaveLength(200);
    expect(result.message).toMatch(/^The input has \d{4} faults\.$/);
  });

  it('else tells what the service found, without a path', async () => {
    await using gateway = await startGateway();
    const { check: answer } = await check(gateway, { ...MINIMAL, id: running, targetSpeakers: SOUNDALIKES });
    expect(answer).toEqual({
      valid: false,
      issues: [{ path: [], message: 'Cannot re-translate a project whose status is in_progress' }],
    });
  });

  it.each(['4711', '..'])('of a project that is not there (%s) is invalid at its id', async (id) => {
    await using gateway = await startGateway();
    const { check: answer } = await check(gateway, { ...MINIMAL, id });
    expect(answer).toEqual({ valid: false, issues: [{ path: ['id'], message: expect.any(String) }] });
  });

  it('is null with an error where the service does not answer, or denies it', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { method: 'POST' }, times: 3, answer: { status: 504 } });
    expect(await check(gateway, MINIMAL)).toMatchObject({
      check: null,
      errors: [{ path: ['retranslationCheck'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }],
    });
    const disabled = { error: 'Contact with sales manager for enable API' };
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: refusal(403, disabled) });
    expect(await check(gateway, MINIMAL)).toMatchObject({
      check: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
