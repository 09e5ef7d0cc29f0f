import { describe, expect, it } from 'vitest';
import { rejection, startAsking } from './asking.ts';
import { json } from './fake-service.ts';

/** Asks once under the answer. */
async function under(
  answer: unknown,
  ask: 'balance' | 'options' | 'voices' | 'list' | 'project' | 'artifact' | 'video' | 'progress',
) {
  await using asking = await startAsking(() => (typeof answer === 'string' ? { body: answer } : json(answer)));
  const { balance, options, voices, dubbingProjects, artifacts, videos } = asking.service;
  const call = asking.call();
  const key = { projectId: 'p1', videoId: 'v1' };
  const asked = {
    balance: () => balance.read(call),
    options: () => options.read(call),
    voices: () => voices.read(call),
    list: () => dubbingProjects.list(call),
    project: () => dubbingProjects.read('p1', call),
    artifact: () => artifacts.read('a1', call),
    video: () => videos.read(key, call),
    progress: () => videos.readProgress(key, call),
  };
  const value = await asked[ask]();
  const warned = asking.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  return { value, places: warned.flatMap(({ places }) => places), log: asking.log.join('') };
}

describe('The balance', () => {
  it.each([0, 12.5, -3])('of %d minutes is read', async (minutes) => {
    expect((await under({ balance_minutes: minutes, unknown: 1 }, 'balance')).value).toEqual({ minutes });
  });

  it.each([' "5" ', '"5.0"', '"+5"', '"5e0"', '5.0'])('of %s minutes is five', async (text) => {
    expect((await under(`{"balance_minutes": ${text}}`, 'balance')).value).toEqual({ minutes: 5 });
  });

  it.each([
    '"five"',
    '""',
    '" "',
    '"0x5"',
    '"1,000"',
    '"5 min"',
    '"Infinity"',
    'null',
    '1e400',
    '"1e400"',
    '[]',
    '[5]',
    'true',
  ])('of %s is malformed', async (text) => {
    expect((await rejection(under(`{"balance_minutes": ${text}}`, 'balance'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

describe('The options', () => {
  it('are the codes in the order of the service; one that is none costs itself alone', async () => {
    const { value, places } = await under(
      { source_langs: ['en', 5, 'de'], target_langs: ['fr-FR', '', null] },
      'options',
    );
    expect(value).toEqual({
      sourceLanguages: {
        items: [{ code: 'en' }, { code: 'de' }],
        malformed: [{ index: 1, message: 'it cannot be read' }],
      },
      targetLanguages: {
        items: [{ code: 'fr-FR' }],
        malformed: [
          { index: 1, message: 'it cannot be read' },
          { index: 2, message: 'it is missing' },
        ],
      },
    });
    expect(places).toEqual(['source_langs.1', 'target_langs.1', 'target_langs.2']);
  });

  it.each([
    { source_langs: ['en'] },
    { source_langs: ['en'], target_langs: null },
    { source_langs: {}, target_langs: [] },
  ])('without one of their lists are malformed: %j', async (answer) => {
    expect((await rejection(under(answer, 'options'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

describe('The voices', () => {
  const denise = { name: 'Denise', voice_key: '53f154:fr-FR-DeniseNeural', style: 'feminine' };
  const read = async (voices: unknown) => {
    const { value, log } = await under(typeof voices === 'string' ? voices : { voices }, 'voices');
    const { languages, malformed } = value as Awaited<
      ReturnType<Awaited<ReturnType<typeof startAsking>>['service']['voices']['read']>
    >;
    return { languages, malformed, log };
  };

  it('are listed by language, each with the language that lists it', async () => {
    const { languages, malformed } = await read({
      'fr-FR': [denise],
      'en-US': [{ name: 'Rachel', voice_key: 'voice:Rachel' }],
    });
    expect([...languages]).toEqual([
      ['fr-FR', [{ kind: 'Voice', key: denise.voice_key, name: 'Denise', style: 'feminine', language: 'fr-FR' }]],
      ['en-US', [{ kind: 'Voice', key: 'voice:Rachel', name: 'Rachel', style: null, language: 'en-US' }]],
    ]);
    expect(malformed.size).toBe(0);
  });

  it('of languages with odd names are listed like any other, and touch no prototype', async () => {
    const list = JSON.stringify([denise]);
    const names = ['__proto__', 'constructor', 'toString', '', '7', 'en-US'];
    const { languages } = await read(
      `{"voices": {${names.map((name) => `${JSON.stringify(name)}: ${list}`).join(',')}}}`,
    );
    expect([...languages.keys()].toSorted()).toEqual(names.toSorted());
    for (const [name, voices] of languages) expect(voices).toMatchObject([{ name: 'Denise', language: name }]);
    expect(Object.prototype).not.toHaveProperty('0');
  });

  it('that are broken cost neither their siblings nor the other languages', async () => {
    const { languages, malformed, log } = await read({
      'fr-FR': [denise, null, { name: 'No key' }, { voice_key: 'k' }, [], { ...denise, style: 5 }],
      'de-DE': null,
      'es-ES': { 0: denise },
      'it-IT': 'x',
      'en-US': [denise],
    });
    expect(languages.get('fr-FR')?.map(({ style }) => style)).toEqual(['feminine', null]);
    expect(languages.get('en-US')).toHaveLength(1);
    expect(languages.get('de-DE')).toEqual([]);
    expect(Object.fromEntries(malformed)).toEqual({
      'fr-FR': [
        { index: 1, message: 'it is missing' },
        { index: 2, message: 'voice_key is missing' },
        { index: 3, message: 'name is missing' },
        { index: 4, message: 'it cannot be read' },
      ],
      'de-DE': [{ index: 0, message: 'voices.de-DE is missing' }],
      'es-ES': [{ index: 0, message: 'voices.es-ES is no list' }],
      'it-IT': [{ index: 0, message: 'voices.it-IT is no list' }],
    });
    expect(log).toContain('voices.fr-FR.2');
  });

  it('may be in 10,000 languages, under one key in several, and twice in one', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`l${n}`, [denise, denise]]));
    const { languages } = await read(many);
    expect(languages.size).toBe(10_000);
    expect(languages.get('l9999')).toHaveLength(2);
  });

  it.each(['null', '[]', '"x"', '5'])('that are %s are malformed', async (voices) => {
    expect((await rejection(under(`{"voices": ${voices}}`, 'voices'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

const listed = {
  project_id: 'proj_1',
  name: 'One',
  status: 'ready',
  source_lang: 'en',
  target_lang: 'fr-FR',
  cost_minutes: 3.5,
  created_date: '2025-01-01T00:00:00Z',
};
const summary = {
  kind: 'DubbingProject',
  projectId: 'proj_1',
  name: 'One',
  rawStatus: 'ready',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  costMinutes: 3.5,
  createdAt: '2025-01-01T00:00:00Z',
  details: null,
};

describe('The list of dubbing projects', () => {
  it('of a hundred, each with another defect, keeps every project that still has what it must have', async () => {
    const defects: unknown[] = [
      { ...listed, name: undefined },
      { ...listed, name: 5 },
      { ...listed, cost_minutes: 'three' },
      { ...listed, created_date: null },
      { ...listed, project_id: 12345 },
      { ...listed, created_date: 'yesterday' },
      { ...listed, status: 'paused', extra: {} },
      { ...listed, project_id: undefined },
      { ...listed, project_id: '' },
      { ...listed, project_id: 2 ** 60 },
      { ...listed, status: null },
      { ...listed, source_lang: 7 },
      { ...listed, target_lang: undefined },
      null,
      [],
      'text',
    ];
    const { value, places, log } = await under({ projects: [...defects, ...new Array(84).fill(listed)] }, 'list');
    expect(value).toMatchObject({ items: { length: 91 } });
    expect(value).toMatchObject({
      items: [
        { ...summary, name: null },
        { ...summary, name: null },
        { ...summary, costMinutes: Number.NaN },
        { ...summary, createdAt: null },
        { ...summary, projectId: '12345' },
        { ...summary, createdAt: 'yesterday' },
        { ...summary, rawStatus: 'paused' },
        ...new Array(84).fill(summary),
      ],
      malformed: [
        { index: 7, message: 'project_id is missing' },
        { index: 8, message: 'project_id cannot be read' },
        { index: 9, message: 'project_id cannot be read' },
        { index: 10, message: 'status is missing' },
        { index: 11, message: 'source_lang cannot be read' },
        { index: 12, message: 'target_lang is missing' },
        { index: 13, message: 'it is missing' },
        { index: 14, message: 'it cannot be read' },
        { index: 15, message: 'it cannot be read' },
      ],
    });
    expect(places).toEqual(expect.arrayContaining(['projects.1.name', 'projects.2.cost_minutes', 'projects.7']));
    expect(log).not.toContain('proj_1');
  });

  it.each(['{}', '{"projects": null}', '{"projects": {}}'])('%s is malformed', async (answer) => {
    expect((await rejection(under(answer, 'list'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

describe('A dubbing project', () => {
  const { project_id: _, ...common } = listed;
  const segment = { start_ms: 0, end_ms: 900, text: 'Hello', speaker_id: 1 };
  const ready = {
    ...common,
    mixing_mode: 'voiceover_only',
    completion_date: '2025-01-02T00:00:00Z',
    output_video_url: 'https://cdn.example/v.mp4?sig=a%2Fb+c',
    output_tts_audio_url: 'https://cdn.example/a.wav',
    output_source_script: [{ ...segment, speaker_id: undefined }],
    output_target_script: [segment],
    output_target_speakers: [{ speaker_id: 1, voice_key: 'voice:Rachel', style: 'feminine' }],
  };

  it('that is ready tells its output, whose addresses are to the letter', async () => {
    const { value, places } = await under(ready, 'project');
    expect(value).toEqual({
      ...summary,
      projectId: 'p1',
      details: {
        mixingMode: 'voiceover_only',
        estimatedCompletionAt: null,
        completedAt: '2025-01-02T00:00:00Z',
        errorMessage: null,
        output: {
          videoUrl: 'https://cdn.example/v.mp4?sig=a%2Fb+c',
          audioUrl: 'https://cdn.example/a.wav',
          sourceScript: { items: [{ startMs: 0, endMs: 900, text: 'Hello', speakerId: null }], malformed: [] },
          targetScript: { items: [{ startMs: 0, endMs: 900, text: 'Hello', speakerId: 1 }], malformed: [] },
          targetSpeakers: { items: [{ speakerId: 1, voiceKey: 'voice:Rachel', style: 'feminine' }], malformed: [] },
          targetLanguage: 'fr-FR',
        },
      },
    });
    expect(places).toEqual([]);
  });

  it('in progress tells its estimate, and one in error why; neither has an output', async () => {
    const running = { ...common, status: 'in_progress', estimated_completion_date: '2025-01-03T00:00:00Z' };
    expect((await under(running, 'project')).value).toMatchObject({
      details: { estimatedCompletionAt: '2025-01-03T00:00:00Z', output: null },
    });
    const failed = { ...common, status: 'error', error_message: 'no sound', mixing_mode: 'unheard_of' };
    expect((await under(failed, 'project')).value).toMatchObject({
      details: { errorMessage: 'no sound', output: null, mixingMode: null },
    });
  });

  it('that is ready without its lists says of each that it is missing', async () => {
    const { value } = await under({ ...common, output_target_script: null, output_source_script: {} }, 'project');
    expect(value).toMatchObject({
      details: {
        output: {
          videoUrl: null,
          sourceScript: { items: [], malformed: [{ index: 0, message: 'output_source_script is no list' }] },
          targetScript: { items: [], malformed: [{ index: 0, message: 'output_target_script is missing' }] },
          targetSpeakers: { items: [], malformed: [{ index: 0, message: 'output_target_speakers is missing' }] },
        },
      },
    });
  });

  it.each([
    ['2.4', 2],
    ['2.5', 3],
    ['"2"', 2],
    ['" 2.0 "', 2],
    ['2147483647.4', 2147483647],
    ['-0.2', 0],
  ])('has numbers in any spelling: %s', async (text, number) => {
    const line = `{"start_ms": 0, "end_ms": ${text}, "text": "Hello", "speaker_id": ${text}}`;
    const speaker = `{"speaker_id": ${text}, "voice_key": "k"}`;
    const { value, places } = await under(
      `${JSON.stringify(common).slice(0, -1)}, "output_source_script": [], "output_target_script": [${line}],
        "output_target_speakers": [${speaker}]}`,
      'project',
    );
    expect(value).toMatchObject({
      details: {
        output: {
          targetScript: { items: [{ endMs: number, speakerId: number }] },
          targetSpeakers: { items: [{ speakerId: number }] },
        },
      },
    });
    expect(places).toEqual([]);
  });

  it.each(['2147483648', '-2147483649', '"A"', '1e400', '5368709120', 'true', '{}'])(
    'has a segment less when one of its times is %s, and a line without a speaker when its speaker is',
    async (bad) => {
      const script = (field: string) =>
        JSON.stringify([segment, { ...segment, [field]: 'BAD' }, segment]).replace('"BAD"', bad);
      const {
        output_source_script: _source,
        output_target_script: _target,
        output_target_speakers: _speakers,
        ...rest
      } = ready;
      const text = `${JSON.stringify(rest).slice(0, -1)},
        "output_source_script": ${script('start_ms')}, "output_target_script": ${script('speaker_id')},
        "output_target_speakers": [{"speaker_id": ${bad}, "voice_key": "k"}, {"speaker_id": 2, "voice_key": "k"}]}`;
      const { value } = await under(text, 'project');
      expect(value).toMatchObject({
        details: {
          output: {
            sourceScript: { items: { length: 2 }, malformed: [{ index: 1, message: 'start_ms cannot be read' }] },
            targetScript: { items: [{ speakerId: 1 }, { speakerId: Number.NaN }, { speakerId: 1 }], malformed: [] },
            targetSpeakers: {
              items: [{ speakerId: 2 }],
              malformed: [{ index: 0, message: 'speaker_id cannot be read' }],
            },
          },
        },
      });
    },
  );

  it.each(['status', 'source_lang', 'target_lang'])('without its %s is malformed', async (field) => {
    expect((await rejection(under({ ...ready, [field]: undefined }, 'project'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

describe('An artifact', () => {
  const artifact = {
    id: 'a1',
    name: 'Film',
    type: 'video',
    status: 'upload_completed',
    uploadMethod: 'fragments',
    size: 5_368_709_120,
    duration: 60.5,
    errorMessage: null,
    s3Path: 'temp/film.mp4',
    s3Bucket: 'bucket',
    company: { id: 'c1', name: 'Acme' },
    createdBy: { id: 'u1' },
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: '2025-01-01T00:00:01Z',
  };

  it('is read field by field, its size of 5 GB to the byte', async () => {
    const { value, places } = await under(artifact, 'artifact');
    expect(value).toEqual({
      kind: 'Artifact',
      artifactId: 'a1',
      name: 'Film',
      rawType: 'video',
      rawStatus: 'upload_completed',
      rawUploadMethod: 'fragments',
      sizeBytes: 5_368_709_120,
      durationSeconds: 60.5,
      errorMessage: null,
      s3Path: 'temp/film.mp4',
      s3Bucket: 'bucket',
      company: { id: 'c1', name: 'Acme' },
      createdBy: { id: 'u1', name: null },
      createdAt: '2025-01-01T00:00:00Z',
      updatedAt: '2025-01-01T00:00:01Z',
    });
    expect(places).toEqual([]);
  });

  it.each([
    ['"123"', 123],
    ['1.5', 2],
    ['"5368709120.0"', 5_368_709_120],
  ])('may have a size in another spelling: %s', async (size, bytes) => {
    const { value, places } = await under(JSON.stringify(artifact).replace('5368709120', size), 'artifact');
    expect(value).toMatchObject({ sizeBytes: bytes });
    expect(places).toEqual([]);
  });

  it.each(['9007199254740993', '-1', '"large"', '1e400', '{}'])(
    'with a size of %s has none that is a number, which the log tells',
    async (size) => {
      const { value, places } = await under(JSON.stringify(artifact).replace('5368709120', size), 'artifact');
      expect(value).toMatchObject({ sizeBytes: Number.NaN, name: 'Film' });
      expect(places).toEqual(['size']);
    },
  );

  it.each(['"a minute"', '-1', '"-1"', '1e400'])(
    'with a duration of %s has none that is a number',
    async (duration) => {
      const { value, places } = await under(JSON.stringify(artifact).replace('60.5', duration), 'artifact');
      expect(value).toMatchObject({ durationSeconds: Number.NaN });
      expect(places).toEqual(['duration']);
    },
  );

  it.each([null, undefined, {}, { name: 'no id' }, [], 'Acme'])('of the company %j has none', async (company) => {
    expect((await under({ ...artifact, company }, 'artifact')).value).toMatchObject({
      company: null,
      createdBy: { id: 'u1' },
    });
  });

  it('needs its id, which may be a number, and its status alone', async () => {
    expect((await under({ id: 7, status: 'thawing' }, 'artifact')).value).toMatchObject({
      artifactId: '7',
      rawStatus: 'thawing',
    });
    expect((await rejection(under({ ...artifact, id: undefined }, 'artifact'))).code).toBe('UPSTREAM_MALFORMED');
    expect((await rejection(under({ ...artifact, status: 5 }, 'artifact'))).code).toBe('UPSTREAM_MALFORMED');
  });
});

describe('A video', () => {
  const video = {
    id: 'v1',
    name: 'Film',
    status: 'in_progress',
    processingType: 'dubbing',
    srcLang: 'en',
    dstLangs: ['fr-FR', 'de-DE'],
    videoUrl: 'https://studio.example/v1',
    videoDuration: 61.5,
    remark: 'Soon',
    stringVariables: [{ key: 'a', value: 'b' }],
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: '2025-01-01T00:00:01Z',
  };

  it('is read field by field', async () => {
    expect((await under(video, 'video')).value).toEqual({
      name: 'Film',
      url: 'https://studio.example/v1',
      rawStatus: 'in_progress',
      rawWorkflowType: 'dubbing',
      sourceLanguage: 'en',
      targetLanguages: { items: ['de-DE', 'fr-FR'], malformed: [] },
      pivotLanguage: null,
      durationSeconds: 61.5,
      remark: 'Soon',
      stringVariables: { items: [{ key: 'a', value: 'b' }], malformed: [] },
      createdAt: '2025-01-01T00:00:00Z',
      updatedAt: '2025-01-01T00:00:01Z',
    });
  });

  it('may call its workflow by its name on creation', async () => {
    const created = { ...video, processingType: undefined, workflowType: 'tts', pivotLanguage: 'en' };
    expect((await under(created, 'video')).value).toMatchObject({ rawWorkflowType: 'tts', pivotLanguage: 'en' });
  });

  it('needs its id alone; null for a list is an empty one', async () => {
    const { value, places } = await under({ id: 1, stringVariables: null }, 'video');
    expect(value).toMatchObject({
      name: null,
      rawStatus: null,
      targetLanguages: { items: [], malformed: [] },
      stringVariables: { items: [], malformed: [] },
    });
    expect(places).toEqual([]);
    expect((await rejection(under({ ...video, id: null }, 'video'))).code).toBe('UPSTREAM_MALFORMED');
  });

  it('loses of its lists what cannot be read', async () => {
    const odd = {
      ...video,
      dstLangs: 'fr-FR',
      stringVariables: [
        { key: 'a', value: 5 },
        { key: 'c', value: 'd' },
      ],
      videoDuration: 'one',
    };
    const { value, places } = await under(odd, 'video');
    expect(value).toMatchObject({
      durationSeconds: Number.NaN,
      targetLanguages: { items: [], malformed: [{ index: 0, message: 'dstLangs is no list' }] },
      stringVariables: {
        items: [{ key: 'c', value: 'd' }],
        malformed: [{ index: 0, message: 'value cannot be read' }],
      },
    });
    expect(places.toSorted()).toEqual(['dstLangs', 'stringVariables.0', 'videoDuration']);
  });
});

describe('The progress of a video', () => {
  const french = { lang: 'fr-FR', phase: 'mixing', pendingOn: 'system', isError: false, eta: '2025-01-01T00:00:00Z' };

  const parts = { language: 'fr-FR', rawPendingOn: 'system', isError: false, eta: '2025-01-01T00:00:00Z' };

  it('has an entry a language; one that is broken costs itself alone', async () => {
    const { value } = await under(
      {
        langs: [
          french,
          { lang: 'de-DE', phase: 'polishing', pendingOn: null, isError: true, eta: null },
          { lang: 'es-ES', phase: 'mixing', isError: false, eta: 5 },
          { ...french, isError: undefined },
          { ...french, phase: null },
          { ...french, pendingOn: 5 },
          { ...french, lang: undefined },
          null,
        ],
      },
      'progress',
    );
    expect(value).toEqual({
      items: [
        { language: 'de-DE', rawPhase: 'polishing', rawPendingOn: null, isError: true, eta: null },
        // Not null: whoever reads the field is warned.
        { language: 'es-ES', rawPhase: 'mixing', rawPendingOn: null, isError: false, eta: 'unreadable' },
        { language: 'fr-FR', rawPhase: 'mixing', rawPendingOn: 'system', isError: false, eta: '2025-01-01T00:00:00Z' },
      ],
      malformed: [
        { index: 3, message: 'isError is missing', ...parts, isError: null },
        { index: 4, message: 'phase is missing', ...parts },
        { index: 5, message: 'pendingOn cannot be read', ...parts, rawPendingOn: null },
        { index: 6, message: 'lang is missing', ...parts, language: null },
        { index: 7, message: 'it is missing', language: null, rawPendingOn: null, isError: null, eta: null },
      ],
    });
  });

  it.each(['{"langs": null}', '{"langs": {}}', '{}'])('%s is malformed', async (answer) => {
    expect((await rejection(under(answer, 'progress'))).code).toBe('UPSTREAM_MALFORMED');
  });
});
