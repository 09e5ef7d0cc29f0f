import { describe, expect, it } from 'vitest';
import { doneAt } from '../../src/sandbox/account-store.ts';
import { MANUAL_MS, QUEUE_MS, STEP_MS, WORKFLOWS } from '../../src/sandbox/pipeline.ts';
import { type Bench, HOUR, invalid, MINUTE, newVideo, START, startBench } from './kit.ts';

const create = 'POST /api/v1/projects/proj_demo/videos/create';

async function startStudio(): Promise<Bench> {
  const bench = await startBench();
  bench.account.putArtifact({ id: 'source', duration: 90 });
  bench.account.putArtifact({ id: 'lines', type: 'script', characters: 1200 });
  bench.account.putArtifact({ id: 'sound', type: 'audio' });
  bench.account.putArtifact({ id: 'pending', work: { ...doneAt(START), fate: 'never-ends' } });
  return bench;
}

const newTts = (fields: Record<string, unknown> = {}) =>
  newVideo({
    workflowType: 'tts',
    sourceArtifactId: undefined,
    targetLanguages: ['en-US'],
    sourceScript: { artifactId: 'lines' },
    ...fields,
  });

async function createVideo(bench: Bench, fields: Record<string, unknown> = {}) {
  const { status, body } = await bench.studio(create, { body: newVideo(fields) });
  expect(body).toMatchObject({ status: 'new' });
  expect(status).toBe(200);
  const path = `/projects/proj_demo/videos/${body.id}`;
  return {
    created: body,
    path,
    read: async () => (await bench.studio(`GET /api/v1${path}`)).body,
    langs: async () => (await bench.studio(`GET /api/v1${path}/status`)).body.langs,
  };
}

const at = (ms: number) => new Date(START + Math.round(ms)).toISOString();

describe('POST /api/v1/projects/{projectId}/videos/create', () => {
  it('answers the video, new, with workflowType and pivotLanguage', async () => {
    await using bench = await startStudio();
    const stringVariables = [{ key: 'season', value: '2' }];
    const { status, body } = await bench.studio(create, { body: newVideo({ remark: 'ships', stringVariables }) });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^vid_/),
      videoUrl: expect.stringContaining('http'),
      name: 'Harbour',
      status: 'new',
      workflowType: 'dubbing',
      srcLang: 'en',
      dstLangs: ['fr-FR', 'de-DE'],
      pivotLanguage: null,
      videoDuration: 90,
      remark: 'ships',
      stringVariables,
      createdAt: at(0),
      updatedAt: at(0),
    });
  });

  it('takes every optional field', async () => {
    await using bench = await startStudio();
    const script = {
      artifactId: 'lines',
      columns: { text: 'Line', startTime: 'In', endTime: 'Out', speakerName: 'Who' },
      frameRate: 25,
    };
    const fields = {
      pivotLanguage: 'en',
      sourceScript: script,
      targetScripts: { 'fr-FR': script },
      pipelineOptions: {
        shouldAutomateTranscription: true,
        shouldAutomateTranslation: false,
        shouldAutomateVoiceSelection: true,
        voiceSelectionMode: 'label',
        voiceSelectionVoicesLabel: 'warm',
      },
      subtitlingParams: {
        'de-DE': {
          maxLinesPerSubtitle: 2,
          maxCharsPerLine: 42,
          maxCharsPerSecond: 17,
          minDurationMs: 800,
          maxDurationMs: 7000,
        },
      },
      processingOptions: {
        exportTtsAaf: true,
        targetLoudness: -23,
        exportWavCodec: 'pcm_s24le',
        exportWavRate: 48000,
        voiceoverMuffleDb: -12,
      },
      remark: 'r',
      stringVariables: [],
    };
    expect((await createVideo(bench, fields)).created.pivotLanguage).toBe('en');
  });

  it('credits are charged by the number of characters in the script', async () => {
    await using bench = await startStudio();
    await createVideo(bench);
    expect(bench.account.credits).toBe(1_000_000);
    const targetScripts = { 'fr-FR': { artifactId: 'lines' } };
    await createVideo(bench, { sourceScript: { artifactId: 'lines' }, targetScripts });
    expect(bench.account.credits).toBe(1_000_000 - 2400);
    bench.account.credits = 10;
    const reply = await bench.studio(create, { body: newTts() });
    expect(reply).toMatchObject({ status: 402, body: { error: 'InsufficientCreditsError' } });
  });

  it.each(WORKFLOWS.filter((workflow) => workflow !== 'tts'))(
    'sourceArtifactId is required for %s',
    async (workflowType) => {
      await using bench = await startStudio();
      const reply = await bench.studio(create, { body: newVideo({ workflowType, sourceArtifactId: undefined }) });
      expect(reply).toMatchObject(invalid(expect.stringContaining('sourceArtifactId is required')));
    },
  );

  it('tts: no source video; the script is the source; a reference archive is allowed', async () => {
    await using bench = await startStudio();
    const { status, body } = await bench.studio(create, { body: newTts({ referenceArchiveArtifactId: 'sound' }) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ workflowType: 'tts', dstLangs: ['en-US'] });
    expect(body).not.toHaveProperty('videoDuration');
    expect((await bench.studio(create, { body: newTts({ sourceLanguage: 'en-US' }) })).status).toBe(200);
    expect(await bench.studio(create, { body: newTts({ sourceArtifactId: 'source' }) })).toMatchObject(
      invalid(expect.stringContaining('must be omitted')),
    );
    expect(await bench.studio(create, { body: newTts({ sourceScript: undefined }) })).toMatchObject(
      invalid(expect.stringContaining('sourceScript')),
    );
    expect(await bench.studio(create, { body: newTts({ targetLanguages: ['fr-FR'] }) })).toMatchObject(
      invalid(expect.stringContaining('one language')),
    );
  });

  it.each([
    ['name', undefined],
    ['workflowType', undefined],
    ['workflowType', 'karaoke'],
    ['processingType', 'dubbing'],
    ['sourceLanguage', undefined],
    ['sourceLanguage', 'en-US'],
    ['sourceLanguage', 'xx'],
    ['targetLanguages', undefined],
    ['targetLanguages', []],
    ['targetLanguages', ['fr']],
    ['targetLanguages', ['fr-FR', 'fr-FR']],
    ['pivotLanguage', 'xx'],
    ['pivotLanguage', null],
    ['sourceArtifactId', 'none'],
    ['sourceArtifactId', 'pending'],
    ['sourceArtifactId', 'sound'],
    ['sourceArtifactId', 'lines'],
    ['sourceScript', {}],
    ['sourceScript', { artifactId: 'source' }],
    ['sourceScript', { artifactId: 'lines', columns: { words: 'A' } }],
    ['sourceScript', { artifactId: 'lines', frameRate: '25' }],
    ['targetScripts', { 'it-IT': { artifactId: 'lines' } }],
    ['referenceArchiveArtifactId', 'sound'],
    ['pipelineOptions', { shouldAutomateTranscription: 'yes' }],
    ['pipelineOptions', { shouldAutomateEverything: true }],
    ['subtitlingParams', { 'it-IT': {} }],
    ['subtitlingParams', { 'fr-FR': { maxCharsPerLine: '42' } }],
    ['processingOptions', { exportTtsAaf: 1 }],
    ['stringVariables', [{ key: 'a' }]],
    ['stringVariables', { a: 'b' }],
    ['remark', 5],
  ])('refuses %s: %j', async (field, value) => {
    await using bench = await startStudio();
    expect(await bench.studio(create, { body: newVideo({ [field]: value }) })).toMatchObject(
      invalid(expect.any(String)),
    );
    expect(bench.account.videos.size).toBe(0);
  });

  it.each(['transcription', 'subtitling', 'tts'])('targetScripts are not accepted for %s', async (workflowType) => {
    await using bench = await startStudio();
    const targetScripts = { 'en-US': { artifactId: 'lines' } };
    const body =
      workflowType === 'tts'
        ? newTts({ targetScripts })
        : newVideo({ workflowType, targetLanguages: ['en-US'], targetScripts });
    expect(await bench.studio(create, { body })).toMatchObject(
      invalid(`targetScripts is not accepted for workflow ${workflowType}`),
    );
  });

  it('sourceLanguage multi must be enabled for the organization', async () => {
    await using bench = await startStudio();
    expect((await createVideo(bench, { sourceLanguage: 'multi' })).created.srcLang).toBe('multi');
    bench.account.features.multiLanguageSource = false;
    const reply = await bench.studio(create, { body: newVideo({ sourceLanguage: 'multi' }) });
    expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining('not enabled') } });
  });

  it('an unknown studio project answers {error: Not Found}', async () => {
    await using bench = await startStudio();
    const reply = await bench.studio('POST /api/v1/projects/proj_none/videos/create', { body: newVideo() });
    expect(reply).toMatchObject({ status: 404, body: { error: 'Not Found' } });
  });
});

describe('GET /api/v1/projects/{projectId}/videos/{videoId}', () => {
  it('has processingType instead of workflowType, and no pivotLanguage', async () => {
    await using bench = await startStudio();
    const { read, created } = await createVideo(bench);
    expect(await read()).toEqual({
      id: created.id,
      name: 'Harbour',
      status: 'new',
      processingType: 'dubbing',
      srcLang: 'en',
      dstLangs: ['fr-FR', 'de-DE'],
      videoUrl: created.videoUrl,
      videoDuration: 90,
      stringVariables: null,
      createdAt: at(0),
      updatedAt: at(0),
    });
  });

  it('a missing video answers {error: Not Found}, on status {error: Video not found}', async () => {
    await using bench = await startStudio();
    const path = '/projects/proj_demo/videos/none';
    expect(await bench.studio(`GET /api/v1${path}`)).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    expect(await bench.studio(`DELETE /api${path}`)).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    expect(await bench.studio(`PATCH /api${path}`, { body: { name: 'x' } })).toMatchObject({
      status: 404,
      body: { error: 'Not Found' },
    });
    expect(await bench.studio(`GET /api/v1${path}/status`)).toMatchObject({
      status: 404,
      body: { error: 'Video not found' },
    });
  });
});

describe('GET /api/v1/projects/{projectId}/videos/{videoId}/status', () => {
  const entry = { lang: 'fr-FR', phase: 'transcription', pendingOn: 'system', isError: false, eta: null };
  const slowness = (eta: string) => (Date.parse(eta) - START - QUEUE_MS) / STEP_MS.transcription;

  it('has all target languages from the start; queued is system without an eta', async () => {
    await using bench = await startStudio();
    const { langs } = await createVideo(bench);
    expect(await langs()).toEqual([entry, { ...entry, lang: 'de-DE' }]);
  });

  it('eta is the end of the running step only; a finished entry rests at pendingOn editor', async () => {
    await using bench = await startStudio();
    const { langs, read } = await createVideo(bench, { targetLanguages: ['fr-FR'] });
    bench.clock.advance(QUEUE_MS);
    const [running] = await langs();
    expect(running).toEqual({ ...entry, eta: expect.any(String) });
    expect((await read()).status).toBe('in_progress');
    const factor = slowness(running.eta);
    expect(factor).toBeGreaterThanOrEqual(1);
    expect(factor).toBeLessThanOrEqual(1.2);

    const seen: string[] = [];
    for (let step = 0; step < 240; step++) {
      const [{ phase, pendingOn, eta }] = await langs();
      const now = `${phase} ${pendingOn} ${eta === null ? 'without eta' : 'with eta'}`;
      if (seen.at(-1) !== now) seen.push(now);
      bench.clock.advance(MINUTE / 6);
    }
    const automated = ['transcription', 'translation', 'voiceover', 'mixing', 'rendering'];
    expect(seen).toEqual([
      'transcription system with eta',
      ...automated.slice(1).flatMap((phase) => [`${phase} system without eta`, `${phase} system with eta`]),
      'rendering editor without eta',
    ]);
    expect((await read()).status).toBe('completed');
  });

  it('the told eta comes true on a sped-up clock', async () => {
    await using bench = await startBench({ speed: 60 });
    bench.account.putVideo({ id: 'v', projectId: 'proj_demo' });
    bench.clock.advance(QUEUE_MS / 60);
    const langs = async () => (await bench.studio('GET /api/v1/projects/proj_demo/videos/v/status')).body.langs;
    const [{ eta }] = await langs();
    bench.clock.advance(Date.parse(eta) - bench.clock.now() - 1);
    expect((await langs())[0].phase).toBe('transcription');
    bench.clock.advance(2);
    expect((await langs())[0].phase).toBe('translation');
  });

  it('a transcription has a single entry keyed by the source language', async () => {
    await using bench = await startStudio();
    const { langs } = await createVideo(bench, { workflowType: 'transcription' });
    expect(await langs()).toEqual([{ ...entry, lang: 'en' }]);
    const none = await createVideo(bench, { workflowType: 'transcription', targetLanguages: [] });
    bench.clock.advance(HOUR);
    expect(await none.langs()).toEqual([{ ...entry, lang: 'en', pendingOn: 'editor' }]);
  });

  it('tts: voiceover, then rendering, then at rest with the editor', async () => {
    await using bench = await startStudio();
    const { body } = await bench.studio(create, { body: newTts() });
    const langs = async () =>
      (await bench.studio(`GET /api/v1/projects/proj_demo/videos/${body.id}/status`)).body.langs;
    const seen = new Set<string>();
    for (let step = 0; step < 60; step++) {
      for (const { phase, pendingOn } of await langs()) seen.add(`${phase} ${pendingOn}`);
      bench.clock.advance(MINUTE / 2);
    }
    expect([...seen]).toEqual(['voiceover system', 'rendering system', 'rendering editor']);
  });

  it('a step that is not automated is an editor’s: no eta', async () => {
    await using bench = await startStudio();
    const { langs } = await createVideo(bench, { pipelineOptions: { shouldAutomateTranscription: false } });
    bench.clock.advance(MANUAL_MS / 2);
    expect((await langs())[0]).toEqual({ ...entry, pendingOn: 'editor' });
    bench.clock.advance(MANUAL_MS);
    expect((await langs())[0]).toMatchObject({ phase: 'translation', pendingOn: 'system' });
  });

  it('a given script spares its step', async () => {
    await using bench = await startStudio();
    const script = { artifactId: 'lines' };
    const { langs } = await createVideo(bench, { sourceScript: script, targetScripts: { 'de-DE': script } });
    expect((await langs()).map((l: { phase: string }) => l.phase)).toEqual(['translation', 'voiceover']);
  });

  it('a failed step has isError and pendingOn null', async () => {
    await using bench = await startStudio();
    const { langs, read } = await createVideo(bench, { name: 'fail-translation' });
    bench.clock.advance(HOUR);
    expect((await langs())[0]).toEqual({ ...entry, phase: 'translation', pendingOn: null, isError: true });
    expect((await read()).status).toBe('in_progress');
  });

  it('isError clears by itself when a retry starts', async () => {
    await using bench = await startStudio();
    const { langs } = await createVideo(bench, { name: 'flaky', workflowType: 'transcription' });
    const seen: boolean[] = [];
    for (let step = 0; step < 120; step++) {
      const [{ isError }] = await langs();
      if (seen.at(-1) !== isError) seen.push(isError);
      bench.clock.advance(MINUTE / 6);
    }
    expect(seen).toEqual([false, true, false]);
    expect((await langs())[0].pendingOn).toBe('editor');
  });

  it('a render that failed for some lines sets isError', async () => {
    await using bench = await startStudio();
    const { body } = await bench.studio(create, { body: newTts({ name: 'fail-some-lines' }) });
    bench.clock.advance(HOUR);
    const [first] = (await bench.studio(`GET /api/v1/projects/proj_demo/videos/${body.id}/status`)).body.langs;
    expect(first).toMatchObject({ phase: 'rendering', isError: true, pendingOn: null });
  });
});

describe('PATCH /api/projects/{projectId}/videos/{videoId}', () => {
  it('updates one or several fields and answers the video without videoDuration and stringVariables', async () => {
    await using bench = await startStudio();
    const { path, created } = await createVideo(bench);
    bench.clock.advance(MINUTE);
    const body = {
      name: 'New',
      remark: 'r',
      status: 'completed',
      processingType: 'voiceover',
      dstLangs: ['fr-FR', 'it-IT'],
    };
    const reply = await bench.studio(`PATCH /api${path}`, { body });
    expect(reply.body).toEqual({
      id: created.id,
      name: 'New',
      status: 'completed',
      processingType: 'voiceover',
      srcLang: 'en',
      dstLangs: ['fr-FR', 'it-IT'],
      videoUrl: created.videoUrl,
      remark: 'r',
      createdAt: at(0),
      updatedAt: at(MINUTE),
    });
    expect((await bench.studio(`PATCH /api${path}`, { body: { remark: 'only' } })).body).toMatchObject({
      name: 'New',
      remark: 'only',
    });
  });

  it('a new target language begins its pipeline then', async () => {
    await using bench = await startStudio();
    const { path, langs } = await createVideo(bench, { targetLanguages: ['fr-FR'] });
    bench.clock.advance(HOUR);
    await bench.studio(`PATCH /api${path}`, { body: { dstLangs: ['fr-FR', 'it-IT'] } });
    expect((await langs()).map((l: { phase: string }) => l.phase)).toEqual(['rendering', 'transcription']);
  });

  it('with no valid field answers {error: No valid fields to update}', async () => {
    await using bench = await startStudio();
    const { path } = await createVideo(bench);
    for (const body of [{}, { srcLang: 'fr' }]) {
      expect(await bench.studio(`PATCH /api${path}`, { body })).toMatchObject({
        status: 400,
        body: { error: 'No valid fields to update' },
      });
    }
  });

  it.each([
    [{ name: 5 }],
    [{ name: '' }],
    [{ dstLangs: 'fr-FR' }],
    [{ dstLangs: [] }],
    [{ dstLangs: ['fr'] }],
    [{ dstLangs: ['fr-FR', 'fr-FR'] }],
    [{ status: 'archived' }],
    [{ processingType: 'karaoke' }],
    [{ remark: 5 }],
  ])('refuses %j', async (body) => {
    await using bench = await startStudio();
    const { path } = await createVideo(bench);
    expect(await bench.studio(`PATCH /api${path}`, { body })).toMatchObject(invalid(expect.any(String)));
  });
});

describe('DELETE', () => {
  it('of a video marks it deleted and unavailable', async () => {
    await using bench = await startStudio();
    const { path } = await createVideo(bench);
    expect(await bench.studio(`DELETE /api${path}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await bench.studio(`GET /api/v1${path}`)).body).toEqual({ error: 'Not Found' });
    expect((await bench.studio(`GET /api/v1${path}/status`)).body).toEqual({ error: 'Video not found' });
    expect((await bench.studio(`DELETE /api${path}`)).body).toEqual({ error: 'Not Found' });
  });

  it('of a studio project marks it and all its videos deleted', async () => {
    await using bench = await startStudio();
    const { path } = await createVideo(bench);
    expect(await bench.studio('DELETE /api/v1/projects/proj_demo')).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await bench.studio(`GET /api/v1${path}`)).body).toEqual({ error: 'Not Found' });
    expect((await bench.studio(`GET /api/v1${path}/status`)).body).toEqual({ error: 'Video not found' });
    expect((await bench.studio(create, { body: newVideo() })).status).toBe(404);
    expect(await bench.studio('DELETE /api/v1/projects/proj_demo')).toMatchObject({
      status: 404,
      body: { error: 'Not Found' },
    });
  });
});
