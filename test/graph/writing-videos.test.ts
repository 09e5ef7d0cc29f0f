import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { bodyOf, lineOf, refusal, remove, write, writesSentTo } from '../kit/writing.ts';

const { demo, series } = SEEDED.studioProjects;
const { artifacts, videos } = SEEDED;
const MINIMAL = {
  projectId: demo,
  name: 'Tour',
  workflowType: 'DUBBING',
  sourceArtifactId: artifacts.video,
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR'],
};
const MINIMAL_SENT = {
  name: 'Tour',
  workflowType: 'dubbing',
  sourceArtifactId: artifacts.video,
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR'],
};
const pathsOf = (issues: readonly { readonly path: readonly string[] }[]): string[] =>
  issues.map(({ path }) => path.join('.')).toSorted();

describe('createVideo', () => {
  it('sends every field that is given, lists keyed by language where the service keys them so', async () => {
    await using gateway = await startGateway();
    const columns = {
      text: 'Text',
      startTime: 'In',
      endTime: 'Out',
      speakerName: 'Who',
      outputFileName: 'File',
      inputFileName: 'Ref',
      speechPrompt: 'How',
    };
    const pipelineOptions = {
      shouldAutomateTranscription: true,
      shouldAutomateTranslation: false,
      shouldAutomateVoiceSelection: true,
      voiceSelectionMode: 'label',
      voiceSelectionVoicesLabel: 'calm',
    };
    const limits = {
      maxLinesPerSubtitle: 2,
      maxCharsPerLine: 42,
      maxCharsPerSecond: 17.5,
      minDurationMs: 800,
      maxDurationMs: 7000,
    };
    const processingOptions = {
      exportTtsAaf: true,
      targetLoudness: -23.5,
      exportWavCodec: 'pcm_s24le',
      exportWavRate: 48000,
      voiceoverMuffleDb: 12.5,
    };
    const stringVariables = [{ key: 'season', value: '2' }];
    const { result, answer } = await write(gateway, 'createVideo', {
      ...MINIMAL,
      projectId: `StudioProject:${demo}`,
      sourceArtifactId: `Artifact:${artifacts.video}`,
      targetLanguages: ['fr-FR', 'de-DE'],
      pivotLanguage: 'es',
      sourceScript: { artifactId: artifacts.script, columns, frameRate: 23.976 },
      targetScripts: [{ language: 'de-DE', artifactId: `Artifact:${artifacts.script}`, columns: { text: 'T' } }],
      pipelineOptions,
      subtitlingParams: [{ language: 'fr-FR', ...limits }],
      processingOptions,
      remark: 'Mind the names',
      stringVariables,
      idempotencyKey: 'once',
    });
    expect(answer.errors).toEqual([]);
    expect(result.video).toMatchObject({ name: 'Tour', status: 'NEW' });
    const [request, ...others] = writesSentTo(gateway.sandbox);
    expect(others).toEqual([]);
    expect([request!.api, lineOf(request!)]).toEqual(['studio', `POST /api/v1/projects/${demo}/videos/create`]);
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'once' });
    expect(bodyOf(request!)).toEqual({
      ...MINIMAL_SENT,
      targetLanguages: ['fr-FR', 'de-DE'],
      pivotLanguage: 'es',
      sourceScript: { artifactId: artifacts.script, columns, frameRate: 23.976 },
      targetScripts: { 'de-DE': { artifactId: artifacts.script, columns: { text: 'T' } } },
      pipelineOptions,
      subtitlingParams: { 'fr-FR': limits },
      processingOptions,
      remark: 'Mind the names',
      stringVariables,
    });
  });

  it('sends nothing for what is left out or null, within its parts too', async () => {
    await using gateway = await startGateway();
    await write(gateway, 'createVideo', MINIMAL);
    await write(gateway, 'createVideo', {
      ...MINIMAL,
      pivotLanguage: null,
      sourceScript: { artifactId: artifacts.script, columns: { text: null }, frameRate: null },
      targetScripts: null,
      referenceArchiveArtifactId: null,
      pipelineOptions: { voiceSelectionMode: null },
      subtitlingParams: [{ language: 'fr-FR', maxCharsPerLine: null }],
      processingOptions: null,
      remark: null,
      stringVariables: null,
    });
    const [minimal, withNulls] = writesSentTo(gateway.sandbox).map(bodyOf);
    expect(minimal).toEqual(MINIMAL_SENT);
    expect(withNulls).toEqual({
      ...MINIMAL_SENT,
      sourceScript: { artifactId: artifacts.script, columns: {} },
      pipelineOptions: {},
      subtitlingParams: { 'fr-FR': {} },
    });
  });

  it('sends a TTS video with its script and reference files, and without a source', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createVideo', {
      projectId: demo,
      name: 'Lines',
      workflowType: 'TTS',
      sourceLanguage: 'en',
      targetLanguages: ['en-US'],
      sourceScript: { artifactId: artifacts.script },
      referenceArchiveArtifactId: artifacts.audio,
    });
    expect(result.__typename).toBe('CreateVideoPayload');
    expect(bodyOf(writesSentTo(gateway.sandbox)[0]!)).toEqual({
      name: 'Lines',
      workflowType: 'tts',
      sourceLanguage: 'en',
      targetLanguages: ['en-US'],
      sourceScript: { artifactId: artifacts.script },
      referenceArchiveArtifactId: artifacts.audio,
    });
  });

  it.each(['DUBBING', 'VOICEOVER', 'AUDIO_DESCRIPTION', 'TRANSCRIPTION', 'TRANSLATION', 'SUBTITLING'])(
    'sends the workflow %s',
    async (workflowType) => {
      await using gateway = await startGateway();
      const { result } = await write(gateway, 'createVideo', { ...MINIMAL, workflowType });
      expect(result.__typename).toBe('CreateVideoPayload');
      expect(bodyOf(writesSentTo(gateway.sandbox)[0]!).workflowType).toBe(workflowType.toLowerCase());
    },
  );

  it('answers with all that the creation tells, the pivot language included; only its progress costs a request', async () => {
    await using gateway = await startGateway();
    const payload = `video { id videoId project { projectId } name url status workflowType sourceLanguage { code }
      targetLanguages { code } pivotLanguage { code } durationSeconds remark stringVariables { key value } createdAt }`;
    const input = { ...MINIMAL, pivotLanguage: 'es', remark: 'r', stringVariables: [{ key: 'k', value: 'v' }] };
    const { result, answer } = await write(gateway, 'createVideo', input, { payload });
    expect(answer.errors).toEqual([]);
    const { videoId } = result.video;
    expect(result.video).toEqual({
      id: `Video:${demo}/${videoId}`,
      videoId: expect.stringMatching(/^vid_/),
      project: { projectId: demo },
      name: 'Tour',
      url: expect.stringMatching(/^http/),
      status: 'NEW',
      workflowType: 'DUBBING',
      sourceLanguage: { code: 'en' },
      targetLanguages: [{ code: 'fr-FR' }],
      pivotLanguage: { code: 'es' },
      durationSeconds: expect.any(Number),
      remark: 'r',
      stringVariables: [{ key: 'k', value: 'v' }],
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(gateway.upstreamRequests()).toEqual([
      `GET /api/v1/artifacts/${artifacts.video}`,
      `POST /api/v1/projects/${demo}/videos/create`,
    ]);
    const progress = 'video { videoId state progress { languages { phase } } }';
    const watched = await write(gateway, 'createVideo', MINIMAL, { payload: progress });
    expect(watched.result.video).toMatchObject({ state: 'RUNNING', progress: { languages: [{}] } });
    expect(gateway.upstreamRequests().filter((line) => line.endsWith('/status'))).toHaveLength(1);
  });

  it('keeps its payload where its progress cannot be told', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { path: /\/status$/ }, times: 3, answer: { status: 503 } });
    const payload = 'video { name progress { isSettled } }';
    const { result, answer } = await write(gateway, 'createVideo', MINIMAL, { payload });
    expect(result.video).toEqual({ name: 'Tour', progress: null });
    expect(answer.errors).toMatchObject([
      { path: ['createVideo', 'video', 'progress'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ]);
  });

  it('names everything that is wrong at once, each at its path, and sends nothing', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createVideo', {
      projectId: '..',
      name: '',
      workflowType: 'TTS',
      sourceArtifactId: artifacts.video,
      sourceLanguage: 'English',
      targetLanguages: ['en'],
      targetScripts: [{ language: 'fr-FR', artifactId: 'create', frameRate: 0 }],
      subtitlingParams: [{ language: 'it-IT' }],
      idempotencyKey: 'ü',
    });
    expect(result.__typename).toBe('ValidationError');
    expect(pathsOf(result.issues)).toEqual(
      expect.arrayContaining([
        'idempotencyKey',
        'name',
        'projectId',
        'sourceArtifactId',
        'sourceLanguage',
        'sourceScript',
        'subtitlingParams.0.language',
        'targetScripts.0.artifactId',
        'targetScripts.0.frameRate',
        'targetScripts.0.language',
      ]),
    );
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('reads the artifacts that it names: each must be there, of the right type, and uploaded', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createVideo', {
      ...MINIMAL,
      sourceArtifactId: artifacts.created,
      sourceScript: { artifactId: artifacts.audio },
      targetScripts: [{ language: 'fr-FR', artifactId: 'art_nowhere' }],
    });
    expect(pathsOf(result.issues)).toEqual([
      'sourceArtifactId',
      'sourceScript.artifactId',
      'targetScripts.0.artifactId',
    ]);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it('asks once more for an artifact that was remembered as not uploaded yet', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '60000' } });
    const account = gateway.sandbox.account();
    const put = (overrides: Record<string, unknown>) => account.putArtifact({ id: 'art_new', overrides });
    put({ status: 'upload_started' });
    const status = await gateway.ask('{ artifact(id: "art_new") { status } }');
    expect(status.data.artifact.status).toBe('UPLOAD_STARTED');
    put({});
    const { result } = await write(gateway, 'createVideo', { ...MINIMAL, sourceArtifactId: 'art_new' });
    expect(result.__typename).toBe('CreateVideoPayload');
    expect(gateway.upstreamRequests().filter((line) => line.includes('art_new'))).toHaveLength(2);
  });

  it.each([
    ['projectId', 'Video:s/v'],
    ['sourceArtifactId', 'DubbingProject:1'],
    ['referenceArchiveArtifactId', 'Artifact:%zz'],
  ])('refuses an id of another type at %s', async (field, id) => {
    await using gateway = await startGateway();
    const { answer } = await write(gateway, 'createVideo', { ...MINIMAL, [field]: id });
    expect(answer.errors).toMatchObject([
      { message: expect.stringContaining(`input.${field}`), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('answers each failure of the service as the member of its union', async () => {
    await using gateway = await startGateway();
    const create = async (over: object) => (await write(gateway, 'createVideo', { ...MINIMAL, ...over })).result;
    const on = { method: 'POST' };
    expect(await create({ name: 'refused' })).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: [], message: 'Refused by the word refused' }],
    });
    expect(await create({ projectId: 'proj_nowhere' })).toMatchObject({
      __typename: 'NotFoundError',
      code: 'NOT_FOUND',
    });
    gateway.sandbox.account().features.multiLanguageSource = false;
    expect(await create({ sourceLanguage: 'multi' })).toEqual({
      __typename: 'NotEnabledError',
      code: 'NOT_ENABLED',
      message: 'Multi-language source is not enabled for this organization',
    });
    gateway.sandbox.misfortune({ on, answer: refusal(409, { error: 'ConflictError', message: 'Used before' }) });
    expect(await create({})).toMatchObject({ __typename: 'RejectedError', message: 'Used before' });
    gateway.sandbox.misfortune({ on, times: 3, answer: { status: 500 } });
    expect(await create({ idempotencyKey: 'mine' })).toMatchObject({
      __typename: 'OutcomeUnknownError',
      idempotencyKey: 'mine',
    });
  });
});

describe('updateVideo', () => {
  const id = `${demo}/${videos.dubbingNew}`;
  const path = `/api/projects/${demo}/videos/${videos.dubbingNew}`;

  it('sends every field that is given to a path without /v1, and nothing for the others', async () => {
    await using gateway = await startGateway();
    const all = {
      name: 'Second cut',
      targetLanguages: ['it-IT', 'de-DE'],
      workflowType: 'VOICEOVER',
      status: 'in_progress',
      remark: '',
    };
    await write(gateway, 'updateVideo', { id: `Video:${id}`, ...all });
    await write(gateway, 'updateVideo', { id, remark: 'r', name: null, targetLanguages: null, status: null });
    const [full, single] = writesSentTo(gateway.sandbox);
    expect([full!.api, lineOf(full!), full!.headers['content-type']]).toEqual([
      'studio',
      `PATCH ${path}`,
      'application/json',
    ]);
    expect(bodyOf(full!)).toEqual({
      name: 'Second cut',
      dstLangs: ['it-IT', 'de-DE'],
      processingType: 'voiceover',
      status: 'in_progress',
      remark: '',
    });
    expect(bodyOf(single!)).toEqual({ remark: 'r' });
  });

  it('answers with the video as it is now, without asking for what the answer tells', async () => {
    await using gateway = await startGateway();
    const payload = `video { id name url status workflowType sourceLanguage { code } targetLanguages { code } remark
      createdAt updatedAt }`;
    const { result, answer } = await write(gateway, 'updateVideo', { id, name: 'Second cut' }, { payload });
    expect(answer.errors).toEqual([]);
    expect(result.video).toMatchObject({
      id: `Video:${id}`,
      name: 'Second cut',
      workflowType: 'DUBBING',
      targetLanguages: [{ code: 'fr-FR' }, { code: 'pt-BR' }],
    });
    expect(gateway.upstreamRequests()).toEqual([`PATCH ${path}`]);
  });

  it('asks for the duration and the string variables, which the answer lacks; where that fails, the payload stands', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.account().videos.get(id)!.stringVariables = [{ key: 'k', value: 'v' }];
    const payload = 'video { name durationSeconds stringVariables { key value } }';
    const told = await write(gateway, 'updateVideo', { id, name: 'A' }, { payload });
    expect(told.result.video).toEqual({
      name: 'A',
      durationSeconds: 312.4,
      stringVariables: [{ key: 'k', value: 'v' }],
    });
    expect(gateway.upstreamRequests()).toEqual([
      `PATCH ${path}`,
      `GET /api/v1/projects/${demo}/videos/${videos.dubbingNew}`,
    ]);

    gateway.sandbox.misfortune({ on: { method: 'GET' }, times: 3, answer: { status: 503 } });
    const { result, answer } = await write(gateway, 'updateVideo', { id, name: 'B' }, { payload });
    expect(result.video).toEqual({ name: 'B', durationSeconds: null, stringVariables: [] });
    expect(answer.errors).toMatchObject([{ path: ['updateVideo', 'video', 'durationSeconds'] }]);
    expect(answer.extensions.warnings).toMatchObject([{ path: ['updateVideo', 'video', 'stringVariables'] }]);
  });

  it('names everything that is wrong at once, each at its path, and sends nothing', async () => {
    await using gateway = await startGateway();
    const nothing = await write(gateway, 'updateVideo', { id: 'a\nb/..', name: null });
    expect(pathsOf(nothing.result.issues)).toEqual(['', 'id']);
    const wrong = await write(gateway, 'updateVideo', { id, targetLanguages: ['fr-FR', 'French', 'fr-FR'] });
    expect(pathsOf(wrong.result.issues)).toEqual(['targetLanguages.1', 'targetLanguages.2']);
    for (const other of ['v1', 'Video:v1', 'Artifact:a']) {
      const { answer } = await write(gateway, 'updateVideo', { id: other, name: 'A' });
      expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('answers each failure of the service as the member of its union', async () => {
    await using gateway = await startGateway();
    const update = async (over: object) => (await write(gateway, 'updateVideo', { id, ...over })).result;
    expect(await update({ status: 'archived' })).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: [] }],
    });
    expect(await update({ id: `${demo}/vid_nowhere`, name: 'A' })).toMatchObject({ __typename: 'NotFoundError' });
    expect(await update({ name: 'update-not-enabled' })).toMatchObject({ __typename: 'UpdateVideoPayload' });
    // The union has no NotEnabledError.
    expect(await update({ remark: 'r' })).toEqual({
      __typename: 'RejectedError',
      code: 'REJECTED',
      message: 'Contact with sales manager for enable API',
    });
    gateway.sandbox.misfortune({ on: { method: 'PATCH' }, times: 3, answer: { status: 504 } });
    expect(await update({ name: 'A' })).toMatchObject({ __typename: 'OutcomeUnknownError', idempotencyKey: null });
  });
});

describe('deleteVideo', () => {
  const id = `${demo}/${videos.dubbingStuck}`;

  it.each([id, `Video:${id}`])('deletes the video %s at a path without /v1, and names it for caches', async (given) => {
    await using gateway = await startGateway();
    const { result } = await remove(gateway, 'deleteVideo', given);
    expect(result).toEqual({ __typename: 'DeletePayload', deletedId: `Video:${id}` });
    const [request, ...others] = writesSentTo(gateway.sandbox);
    expect(others).toEqual([]);
    expect([request!.api, lineOf(request!)]).toEqual([
      'studio',
      `DELETE /api/projects/${demo}/videos/${videos.dubbingStuck}`,
    ]);
  });

  it('answers each failure as the member of its union', async () => {
    await using gateway = await startGateway({ sandbox: { keys: [KEYS[0]] } });
    const on = { method: 'DELETE' };
    expect((await remove(gateway, 'deleteVideo', `${demo}/vid_nowhere`)).result).toMatchObject({
      __typename: 'NotFoundError',
      code: 'NOT_FOUND',
    });
    expect((await remove(gateway, 'deleteVideo', '../..')).result).toMatchObject({ __typename: 'NotFoundError' });
    // The union has no ValidationError.
    gateway.sandbox.misfortune({ on, answer: refusal(400, { error: 'ValidationError', message: 'Locked' }) });
    expect((await remove(gateway, 'deleteVideo', id)).result).toMatchObject({
      __typename: 'RejectedError',
      message: 'Locked',
    });
    gateway.sandbox.misfortune({ on, times: 3, answer: { status: 504 } });
    expect((await remove(gateway, 'deleteVideo', id)).result).toMatchObject({ __typename: 'OutcomeUnknownError' });
    expect((await remove(gateway, 'deleteVideo', 'v1')).answer.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('deleteStudioProject', () => {
  it.each([series, `StudioProject:${series}`])(
    'deletes the studio project %s at the studio’s address',
    async (given) => {
      await using gateway = await startGateway();
      const { result } = await remove(gateway, 'deleteStudioProject', given);
      expect(result).toEqual({ __typename: 'DeletePayload', deletedId: `StudioProject:${series}` });
      const [request, ...others] = writesSentTo(gateway.sandbox);
      expect(others).toEqual([]);
      expect([request!.api, lineOf(request!)]).toEqual(['studio', `DELETE /api/v1/projects/${series}`]);
    },
  );

  it('answers each failure as the member of its union', async () => {
    await using gateway = await startGateway({ sandbox: { keys: [KEYS[0]] } });
    const on = { method: 'DELETE' };
    expect((await remove(gateway, 'deleteStudioProject', 'proj_nowhere')).result).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect((await remove(gateway, 'deleteStudioProject', '.')).result).toMatchObject({ __typename: 'NotFoundError' });
    gateway.sandbox.misfortune({ on, answer: refusal(409, { error: 'ConflictError', message: 'Busy' }) });
    expect((await remove(gateway, 'deleteStudioProject', series)).result).toMatchObject({
      __typename: 'RejectedError',
      message: 'Busy',
    });
    gateway.sandbox.misfortune({ on, times: 3, answer: { status: 504 } });
    expect((await remove(gateway, 'deleteStudioProject', series)).result).toMatchObject({
      __typename: 'OutcomeUnknownError',
      idempotencyKey: null,
    });
    expect((await remove(gateway, 'deleteStudioProject', `DubbingProject:1`)).answer.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});
