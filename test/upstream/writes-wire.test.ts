import { describe, expect, it } from 'vitest';
import type { Optional } from '../../src/domain/common/optional.ts';
import type { NewVideo } from '../../src/domain/writes.ts';
import { KEY, startAsking } from './asking.ts';
import { json, type SentRequest } from './fake-service.ts';
import {
  ARTIFACT,
  IDEMPOTENCY_KEY,
  NEW_ARTIFACT,
  NEW_PROJECT,
  NEW_VIDEO,
  postCall,
  RECEIPT,
  RETRANSLATION,
  VIDEO,
} from './writing.ts';

const RECEIVED = {
  'POST /api/v1/projects': RECEIPT,
  'POST /api/v1/projects/12345/translations': { ...RECEIPT, translations_count: 2 },
  'POST /api/v1/projects/12345/validate-translation-request': { valid: true },
  'DELETE /api/v1/projects/12345': { success: true },
  'GET /api/v1/artifacts/create': {
    s3Path: 's3://bucket/temp/x/a.mp4',
    presignedUploadUrl: 'https://bucket.example/temp/a+b%2Fc.mp4?X-Signature=q%2F%2B7%3D&x=%20',
    expiresAt: '2026-01-02T10:00:00Z',
  },
  'POST /api/v1/artifacts/create': ARTIFACT,
  'POST /api/v1/projects/proj_1/videos/create': VIDEO,
  'PATCH /api/projects/proj_1/videos/vid_1': VIDEO,
  'DELETE /api/projects/proj_1/videos/vid_1': { deleted: true },
  'DELETE /api/v1/projects/proj_1': { deleted: true },
} as const;

/** Answers each request of INTERFACE.md, and anything else with 404. */
function documented({ method, path }: SentRequest) {
  const answers: Readonly<Record<string, unknown>> = RECEIVED;
  const answer = answers[`${method} ${path.split('?')[0]}`];
  return answer === undefined ? json({ error: 'no such endpoint' }, 404) : json(answer);
}

const COMMON = [
  `authorization: Bearer ${KEY}`,
  'accept: application/json',
  'accept-encoding: gzip',
  'user-agent: dubbing-gateway',
];
const JSON_CONTENT = 'content-type: application/json';
const KEY_HEADER = `idempotency-key: ${IDEMPOTENCY_KEY}`;

/** Checks a request to the byte; `headers` beside those that each request has. */
function expectSent(sent: SentRequest | undefined, line: string, headers: string[], body: string) {
  const [requestLine, ...lines] = (sent?.raw ?? '').trimEnd().split('\r\n');
  expect(requestLine).toBe(`${line} HTTP/1.1`);
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const own = lines.filter((header) => !header.startsWith('host: ') && header !== 'connection: keep-alive');
  expect(own).toEqual([...COMMON, ...headers, ...length]);
  expect(sent?.body.toString()).toBe(body);
}

describe('A dubbing project', () => {
  it('is created by a POST with no more than what was given', async () => {
    await using asking = await startAsking(documented);
    const receipt = await asking.service.writes.dubbingProjects.create(NEW_PROJECT, postCall(asking));
    expectSent(
      asking.fake.requests[0],
      'POST /api/v1/projects',
      [JSON_CONTENT, KEY_HEADER],
      '{"source_lang":"en","target_lang":"fr-FR","source_video_url":"https://videos.example/a.mp4"}',
    );
    expect(receipt).toEqual({
      projectId: '777',
      costMinutes: 1.5,
      estimatedCompletionAt: '2026-01-01T10:00:00Z',
      balanceMinutes: 98.5,
      translationsCount: 0,
    });
  });

  it('is created with every field in the words of the service', async () => {
    await using asking = await startAsking(documented);
    const input = {
      ...NEW_PROJECT,
      name: 'Harbour "é"',
      mixingMode: 'voiceover_only',
      useEmotionalTransfer: false,
      useSoundalikeVoices: true,
      sourceScript: { segments: [{ startMs: 0, endMs: 900, text: 'Hello,\nyou.' }] },
      useFixedTimings: true,
      glossary: 'a\tb\n',
      ttsVolume: 'very_loud',
    } as const;
    await asking.service.writes.dubbingProjects.create(input, postCall(asking));
    expectSent(
      asking.fake.requests[0],
      'POST /api/v1/projects',
      [JSON_CONTENT, KEY_HEADER],
      JSON.stringify({
        name: 'Harbour "é"',
        source_lang: 'en',
        target_lang: 'fr-FR',
        source_video_url: 'https://videos.example/a.mp4',
        mixing_mode: 'voiceover_only',
        use_emotional_transfer: false,
        use_soundalike_voices: true,
        source_script: [{ start_ms: 0, end_ms: 900, text: 'Hello,\nyou.' }],
        use_fixed_timings: true,
        glossary_content: 'a\tb\n',
        tts_volume: 'very_loud',
      }),
    );
  });

  it('is created with a script as text, and without what is null', async () => {
    await using asking = await startAsking(documented);
    const input = {
      ...NEW_PROJECT,
      name: null,
      mixingMode: null,
      ttsVolume: undefined,
      sourceScript: { content: '1' },
    };
    await asking.service.writes.dubbingProjects.create(input, postCall(asking));
    expect(JSON.parse(String(asking.fake.requests[0]?.body))).toEqual({
      source_lang: 'en',
      target_lang: 'fr-FR',
      source_video_url: 'https://videos.example/a.mp4',
      source_script_content: '1',
    });
  });

  it.each([
    ['re-translated', 'retranslate', 'translations'],
    ['checked for a re-translation', 'validateRetranslation', 'validate-translation-request'],
  ] as const)('is %s with the same body', async (_, write, path) => {
    await using asking = await startAsking(documented);
    const input = {
      ...RETRANSLATION,
      mixingMode: 'voiceover_only',
      useFixedTimings: true,
      ttsVolume: 'quieter',
    } as const;
    await asking.service.writes.dubbingProjects[write](input, postCall(asking));
    await asking.service.writes.dubbingProjects[write](RETRANSLATION, postCall(asking));
    const script = {
      target_script: [{ start_ms: 0, end_ms: 900, text: 'Bonjour.', speaker_id: 1 }],
      target_speakers: [{ speaker_id: 1, voice_key: 'soundalike', style: 'feminine' }],
    };
    const line = `POST /api/v1/projects/12345/${path}`;
    const options = { mixing_mode: 'voiceover_only', use_fixed_timings: true, tts_volume: 'quieter' };
    const headers = [JSON_CONTENT, KEY_HEADER];
    expectSent(asking.fake.requests[0], line, headers, JSON.stringify({ ...script, ...options }));
    expectSent(asking.fake.requests[1], line, headers, JSON.stringify(script));
  });

  it('is deleted without a body, a content type or a key', async () => {
    await using asking = await startAsking(documented);
    await asking.service.writes.dubbingProjects.delete('12345', asking.call());
    expectSent(asking.fake.requests[0], 'DELETE /api/v1/projects/12345', [], '');
  });
});

describe('A studio project', () => {
  it('is deleted at the address of the studio, under the path of a dubbing project', async () => {
    await using dubbing = await startAsking(documented);
    await using asking = await startAsking(documented, { dubbingUrl: dubbing.fake.url });
    await asking.service.writes.studioProjects.delete('proj_1', asking.call());
    expectSent(asking.fake.requests[0], 'DELETE /api/v1/projects/proj_1', [], '');
    expect(dubbing.fake.requests).toHaveLength(0);
  });
});

describe('An artifact', () => {
  it('is asked a place for by a GET with its file name encoded once, and the address comes back to the letter', async () => {
    await using asking = await startAsking(documented);
    const upload = await asking.service.writes.artifacts.requestUpload('a b+c&d=e#ü/%2F.mp4', asking.call());
    expectSent(
      asking.fake.requests[0],
      'GET /api/v1/artifacts/create?fileName=a%20b%2Bc%26d%3De%23%C3%BC%2F%252F.mp4',
      [],
      '',
    );
    expect(upload).toEqual({
      s3Path: 's3://bucket/temp/x/a.mp4',
      uploadUrl: 'https://bucket.example/temp/a+b%2Fc.mp4?X-Signature=q%2F%2B7%3D&x=%20',
      expiresAt: '2026-01-02T10:00:00Z',
    });
    expect(asking.log.join('')).not.toMatch(/bucket|fileName/);
  });

  it.each([
    [{ kind: 'url', url: 'https://a.example/b' } as const, { url: 'https://a.example/b' }],
    [{ kind: 's3Path', s3Path: 's3://b/c' } as const, { s3Path: 's3://b/c' }],
    [
      {
        kind: 'fragments',
        fragments: [
          { location: { kind: 'url', url: 'https://a.example/b' }, startTimeSeconds: 0 },
          { location: { kind: 's3Path', s3Path: 's3://b/c' }, startTimeSeconds: 1.25 },
        ],
      } as const,
      {
        fragments: [
          { url: 'https://a.example/b', startTime: 0 },
          { s3Path: 's3://b/c', startTime: 1.25 },
        ],
      },
    ],
  ])('is created from exactly one source: %j', async (source, fields) => {
    await using asking = await startAsking(documented);
    const artifact = await asking.service.writes.artifacts.create({ ...NEW_ARTIFACT, source }, postCall(asking));
    expectSent(
      asking.fake.requests[0],
      'POST /api/v1/artifacts/create',
      [JSON_CONTENT, KEY_HEADER],
      JSON.stringify({ name: 'Harbour', type: 'video', ...fields }),
    );
    expect(artifact).toMatchObject({ kind: 'Artifact', artifactId: 'art_9', rawStatus: 'created' });
  });
});

describe('A video', () => {
  const WHOLE = {
    ...NEW_VIDEO,
    pivotLanguage: 'en',
    sourceScript: {
      artifactId: 'art_2',
      columns: {
        text: 'T',
        startTime: 'S',
        endTime: 'E',
        speakerName: 'N',
        outputFileName: 'O',
        inputFileName: 'I',
        speechPrompt: 'P',
      },
      frameRate: 25,
    },
    targetScripts: [{ language: 'fr-FR', artifactId: 'art_3', frameRate: 23.976 }],
    referenceArchiveArtifactId: 'art_4',
    pipelineOptions: {
      shouldAutomateTranscription: true,
      shouldAutomateTranslation: false,
      shouldAutomateVoiceSelection: true,
      voiceSelectionMode: 'label',
      voiceSelectionVoicesLabel: 'calm',
    },
    subtitlingParams: [
      {
        language: 'de-DE',
        maxLinesPerSubtitle: 2,
        maxCharsPerLine: 42,
        maxCharsPerSecond: 17.5,
        minDurationMs: 800,
        maxDurationMs: 7000,
      },
    ],
    processingOptions: {
      exportTtsAaf: true,
      targetLoudness: -23,
      exportWavCodec: 'pcm_s24le',
      exportWavRate: 48000,
      voiceoverMuffleDb: -12.5,
    },
    remark: 'r',
    stringVariables: [{ key: 'k', value: 'v' }],
  } satisfies NewVideo;

  it('is created by a POST with no more than what was given', async () => {
    await using asking = await startAsking(documented);
    const video = await asking.service.writes.videos.create(NEW_VIDEO, postCall(asking));
    expectSent(
      asking.fake.requests[0],
      'POST /api/v1/projects/proj_1/videos/create',
      [JSON_CONTENT, KEY_HEADER],
      JSON.stringify({
        name: 'Harbour',
        workflowType: 'dubbing',
        sourceArtifactId: 'art_1',
        sourceLanguage: 'en',
        targetLanguages: ['fr-FR', 'de-DE'],
      }),
    );
    expect(video).toMatchObject({ kind: 'Video', projectId: 'proj_1', videoId: 'vid_1' });
    expect(video.details).toMatchObject({ rawStatus: 'new', rawWorkflowType: 'dubbing', durationSeconds: 12.5 });
  });

  it('is created with every field, scripts and subtitling keyed by language, import settings inline', async () => {
    await using asking = await startAsking(documented);
    await asking.service.writes.videos.create(WHOLE, postCall(asking));
    const { projectId: _, targetScripts, subtitlingParams, ...same } = WHOLE;
    const [{ language: scriptLanguage, ...script }] = targetScripts as [(typeof targetScripts)[0]];
    const [{ language: subtitleLanguage, ...subtitling }] = subtitlingParams as [(typeof subtitlingParams)[0]];
    expect(JSON.parse(String(asking.fake.requests[0]?.body))).toStrictEqual({
      ...same,
      targetScripts: { [scriptLanguage]: script },
      subtitlingParams: { [subtitleLanguage]: subtitling },
    });
  });

  it('is created without what is null, at every depth', async () => {
    await using asking = await startAsking(documented);
    const nothing: Optional<never> = null;
    await asking.service.writes.videos.create(
      {
        ...NEW_VIDEO,
        pivotLanguage: nothing,
        sourceScript: { artifactId: 'art_2', columns: { text: 'T', endTime: nothing }, frameRate: nothing },
        targetScripts: [{ language: 'fr-FR', artifactId: 'art_3', columns: nothing }],
        pipelineOptions: { shouldAutomateTranslation: false, voiceSelectionMode: nothing },
        subtitlingParams: [{ language: 'de-DE', maxCharsPerLine: 40, minDurationMs: nothing }],
        processingOptions: nothing,
        stringVariables: undefined,
      },
      postCall(asking),
    );
    expect(JSON.parse(String(asking.fake.requests[0]?.body))).toEqual({
      name: 'Harbour',
      workflowType: 'dubbing',
      sourceArtifactId: 'art_1',
      sourceLanguage: 'en',
      targetLanguages: ['fr-FR', 'de-DE'],
      sourceScript: { artifactId: 'art_2', columns: { text: 'T' } },
      targetScripts: { 'fr-FR': { artifactId: 'art_3' } },
      pipelineOptions: { shouldAutomateTranslation: false },
      subtitlingParams: { 'de-DE': { maxCharsPerLine: 40 } },
    });
  });

  it('of spoken lines has no source video', async () => {
    await using asking = await startAsking(documented);
    await asking.service.writes.videos.create({ ...NEW_VIDEO, workflowType: 'tts' }, postCall(asking));
    expect(JSON.parse(String(asking.fake.requests[0]?.body))).not.toHaveProperty('sourceArtifactId');
  });

  it('keeps a language with the name of an own thing of JavaScript', async () => {
    await using asking = await startAsking(documented);
    const scripts = ['__proto__', 'constructor'].map((language) => ({ language, artifactId: `of ${language}` }));
    await asking.service.writes.videos.create({ ...NEW_VIDEO, targetScripts: scripts }, postCall(asking));
    expect(String(asking.fake.requests[0]?.body)).toContain(
      '"targetScripts":{"__proto__":{"artifactId":"of __proto__"},"constructor":{"artifactId":"of constructor"}}',
    );
  });

  it('is updated at a path without /v1, where its workflow is called processingType', async () => {
    await using asking = await startAsking(documented);
    const key = { projectId: 'proj_1', videoId: 'vid_1' };
    const changes = {
      name: 'N',
      targetLanguages: ['it-IT'],
      workflowType: 'voiceover',
      status: 's',
      remark: '',
    } as const;
    await asking.service.writes.videos.update(key, changes, asking.call());
    await asking.service.writes.videos.update(key, { remark: 'r', name: null }, asking.call());
    const line = 'PATCH /api/projects/proj_1/videos/vid_1';
    const body = { name: 'N', dstLangs: ['it-IT'], processingType: 'voiceover', status: 's', remark: '' };
    expectSent(asking.fake.requests[0], line, [JSON_CONTENT], JSON.stringify(body));
    expectSent(asking.fake.requests[1], line, [JSON_CONTENT], '{"remark":"r"}');
  });

  it('is said to be just updated after an update, unless the answer is as long as a reading', async () => {
    const { stringVariables: _, videoDuration: __, ...documentedAnswer } = VIDEO;
    await using asking = await startAsking((_request, nth) => json(nth === 0 ? documentedAnswer : VIDEO));
    const key = { projectId: 'proj_1', videoId: 'vid_1' };
    const update = () => asking.service.writes.videos.update(key, { name: 'N' }, asking.call());
    expect(await update()).toMatchObject({ ...key, details: { name: 'Harbour' }, isJustUpdated: true });
    const whole = await update();
    expect(whole).toMatchObject({ ...key, details: { name: 'Harbour', durationSeconds: 12.5 } });
    expect(whole).not.toHaveProperty('isJustUpdated');
  });

  it('is deleted at a path without /v1', async () => {
    await using asking = await startAsking(documented);
    await asking.service.writes.videos.delete({ projectId: 'proj_1', videoId: 'vid_1' }, asking.call());
    expectSent(asking.fake.requests[0], 'DELETE /api/projects/proj_1/videos/vid_1', [], '');
  });
});

describe('An id', () => {
  it('is percent-encoded in the path of a write', async () => {
    await using asking = await startAsking(() => json({ deleted: true }));
    await asking.service.writes.videos.delete({ projectId: 'a/b', videoId: 'ü?#' }, asking.call());
    expect(asking.fake.requests[0]?.path).toBe('/api/projects/a%2Fb/videos/%C3%BC%3F%23');
  });

  it.each(['', '.', '..', 'a\nb', '\ud800'])(
    'that cannot be sent (%j) is that of nothing, without a request',
    async (id) => {
      await using asking = await startAsking(documented);
      const { writes } = asking.service;
      const call = postCall(asking);
      for (const write of [
        () => writes.dubbingProjects.delete(id, call),
        () => writes.dubbingProjects.retranslate({ ...RETRANSLATION, projectId: id }, call),
        () => writes.videos.create({ ...NEW_VIDEO, projectId: id }, call),
        () => writes.videos.update({ projectId: 'p', videoId: id }, { name: 'N' }, call),
        () => writes.studioProjects.delete(id, call),
      ]) {
        await expect(write()).rejects.toMatchObject({ name: 'NotFoundError' });
      }
      expect(asking.fake.requests).toHaveLength(0);
    },
  );
});

describe('A key of the service', () => {
  it('that cannot be sent is refused without a request', async () => {
    await using asking = await startAsking(documented);
    const { writes } = asking.forAccount({ key: 'a\r\nX-Evil: 1', keyIsCallers: true });
    await expect(writes.dubbingProjects.create(NEW_PROJECT, postCall(asking))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(asking.fake.requests).toHaveLength(0);
  });
});
