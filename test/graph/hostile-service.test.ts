import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { artifact, listed, readyProject, segments, statusEntry, video, voices } from '../kit/service-bodies.ts';

const FRESH = { READ_MAX_AGE_MS: '0' };
const start = () => startGateway({ env: FRESH });

describe('a word that the documentation does not know', () => {
  it('makes the status of a project null beside its raw text, and its state UNKNOWN', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { status: 'paused' })] });
    const { data, errors } = await gateway.ask('{ dubbingProjects { nodes { status rawStatus state } } }');
    expect(errors).toEqual([]);
    expect(data.dubbingProjects.nodes).toEqual([{ status: null, rawStatus: 'paused', state: 'UNKNOWN' }]);
  });

  it('makes phase, pendingOn and workflow null beside their raw text', async () => {
    await using gateway = await start();
    gateway.serviceAnswers(
      '/api/v1/projects/s1/videos/v1',
      video('v1', { processingType: 'karaoke', status: 'archived' }),
    );
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', {
      langs: [statusEntry('fr-FR', { phase: 'polishing', pendingOn: 'moon', eta: null })],
    });
    const { data, errors } =
      await gateway.ask(`{ video(id: "s1/v1") { status rawStatus state workflowType rawWorkflowType
      progress { isSettled hasError languages { phase rawPhase pendingOn rawPendingOn state } } } }`);
    expect(errors).toEqual([]);
    expect(data.video).toEqual({
      status: null,
      rawStatus: 'archived',
      state: 'UNKNOWN',
      workflowType: null,
      rawWorkflowType: 'karaoke',
      progress: {
        isSettled: true,
        hasError: false,
        languages: [{ phase: null, rawPhase: 'polishing', pendingOn: null, rawPendingOn: 'moon', state: 'UNKNOWN' }],
      },
    });
  });

  it('is passed on as a style', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/voices', {
      voices: { 'fr-FR': [{ name: 'A', voice_key: 'k', style: 'whispering' }] },
    });
    const { data } = await gateway.ask('{ voice(key: "k") { style } }');
    expect(data.voice).toEqual({ style: 'whispering' });
  });
});

describe('a malformed record', () => {
  it('without a name arrives with a null name', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [listed('p1', { name: undefined, cost_minutes: null, created_date: null })],
    });
    const { data, errors } = await gateway.ask('{ dubbingProjects { nodes { name costMinutes createdAt } } }');
    expect(errors).toEqual([]);
    expect(data.dubbingProjects.nodes).toEqual([{ name: null, costMinutes: null, createdAt: null }]);
  });

  it.each([
    ['no status', { ...listed('p50'), status: undefined }],
    ['null', null],
    ['a number', 5],
    ['an array', []],
    ['no id', { ...listed('p50'), project_id: undefined }],
    ['no language', { ...listed('p50'), target_lang: null }],
  ])('in a list of 100 (%s) is one null node with one error at its path; 99 arrive', async (_what, broken) => {
    await using gateway = await start();
    const projects: unknown[] = Array.from({ length: 100 }, (_, i) => listed(`p${i}`));
    projects[50] = broken;
    gateway.serviceAnswers('/api/v1/projects', { projects });
    const { data, errors } = await gateway.ask(
      '{ dubbingProjects(first: 500) { totalCount nodes { projectId } edges { cursor node { name } } } }',
    );
    expect(data.dubbingProjects.totalCount).toBe(100);
    expect(data.dubbingProjects.nodes.filter(Boolean)).toHaveLength(99);
    expect(data.dubbingProjects.edges.filter((edge: { node: unknown }) => edge.node)).toHaveLength(99);
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['dubbingProjects', 'edges', 99, 'node'],
        extensions: expect.objectContaining({ code: 'UPSTREAM_MALFORMED' }),
      }),
    ]);
  });

  it('in a list of non-null items is left out and told in extensions.warnings', async () => {
    await using gateway = await start();
    const broken = [
      ...segments(2),
      { start_ms: 3e9, end_ms: 3e9 + 1, text: 'beyond 32 bits', speaker_id: 1 },
      ...segments(1),
    ];
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ output_target_script: broken }));
    const { data, errors, extensions } = await gateway.ask(
      '{ dubbingProject(id: "p1") { output { targetScript { text } } } }',
    );
    expect(errors).toEqual([]);
    expect(data.dubbingProject.output.targetScript.map((line: { text: string }) => line.text)).toEqual([
      'Line 0',
      'Line 1',
      'Line 0',
    ]);
    expect(extensions.warnings).toEqual([
      { path: ['dubbingProject', 'output', 'targetScript', 2], message: expect.stringContaining('start_ms') },
    ]);
  });

  it('of a date that is none is null, with a warning at its path', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { created_date: 'yesterday' })] });
    const { data, extensions } = await gateway.ask('{ dubbingProjects { nodes { createdAt } } }');
    expect(data.dubbingProjects.nodes).toEqual([{ createdAt: null }]);
    expect(extensions.warnings).toEqual([
      { path: ['dubbingProjects', 'nodes', 0, 'createdAt'], message: expect.any(String) },
    ]);
  });

  it('of a ready project without speakers keeps the rest of its output', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ output_target_speakers: undefined }));
    const { data } = await gateway.ask(
      '{ dubbingProject(id: "p1") { output { videoUrl targetScript { speakerId speaker { voiceKey } } targetSpeakers { voiceKey } } } }',
    );
    expect(data.dubbingProject.output).toMatchObject({ targetSpeakers: [], videoUrl: expect.any(String) });
    expect(data.dubbingProject.output.targetScript[0]).toEqual({ speakerId: 0, speaker: null });
  });
});

describe('numbers', () => {
  it('of 5 GB arrive exactly', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { size: 5_368_709_120 }));
    expect((await gateway.ask('{ artifact(id: "a1") { sizeBytes } }')).text).toContain('"sizeBytes":5368709120');
  });

  it.each(['9007199254740993', '-1', '"large"', '"-1"', '1e999'])(
    'that are no size (%s) cost one field, which is told in extensions.warnings',
    async (size) => {
      await using gateway = await start();
      gateway.serviceAnswers('/api/v1/artifacts/a1', JSON.stringify(artifact('a1')).replace('123456789', size));
      const { data, extensions } = await gateway.ask('{ artifact(id: "a1") { name sizeBytes durationSeconds } }');
      expect(data.artifact).toEqual({ name: 'Artifact a1', sizeBytes: null, durationSeconds: 321.5 });
      expect(extensions.warnings).toEqual([{ path: ['artifact', 'sizeBytes'], message: expect.any(String) }]);
    },
  );

  it('that are not there yet are null, and nothing is wrong with that', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { size: null, duration: null }));
    const { data, extensions } = await gateway.ask('{ artifact(id: "a1") { sizeBytes durationSeconds } }');
    expect(data.artifact).toEqual({ sizeBytes: null, durationSeconds: null });
    expect(extensions).toBeUndefined();
  });

  it('that are no cost come last in any order', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [
        listed('a', { cost_minutes: 'many' }),
        listed('b', { cost_minutes: 2 }),
        listed('c', { cost_minutes: 1 }),
      ],
    });
    for (const [direction, order] of [
      ['ASC', ['c', 'b', 'a']],
      ['DESC', ['b', 'c', 'a']],
    ] as const) {
      const { data } = await gateway.ask(
        `{ dubbingProjects(orderBy: { field: COST_MINUTES, direction: ${direction} }) { nodes { projectId costMinutes } } }`,
      );
      expect(data.dubbingProjects.nodes.map(({ projectId }: { projectId: string }) => projectId)).toEqual(order);
      expect(data.dubbingProjects.nodes.at(-1).costMinutes).toBeNull();
    }
  });
});

describe('the voices map', () => {
  it('keeps __proto__ and constructor as plain language codes', async () => {
    await using gateway = await start();
    const entry = (key: string) => `[{"name":"${key}","voice_key":"${key}","style":"feminine"}]`;
    gateway.serviceAnswers(
      '/api/v1/voices',
      `{"voices":{"__proto__":${entry('p')},"constructor":${entry('c')},"12":${entry('n')},"":${entry('e')},"xx":null,"yy":{},"en-US":${entry('u')}}}`,
    );
    const { data, errors } = await gateway.ask(
      '{ voices { totalCount nodes { key language { code name } } } language(code: "__proto__") { code name nativeName voices { key } supportsEmotionalTransfer } }',
    );
    // A value in place of a list of voices is one malformed record of the connection.
    expect(errors.map(({ path }) => path)).toEqual([
      ['voices', 'nodes', 5],
      ['voices', 'nodes', 6],
    ]);
    const codes = data.voices.nodes.filter(Boolean).map((voice: { language: { code: string } }) => voice.language.code);
    expect(codes.sort()).toEqual(['', '12', '__proto__', 'constructor', 'en-US']);
    expect(data.language).toEqual({
      code: '__proto__',
      name: '__proto__',
      nativeName: '__proto__',
      voices: [{ key: 'p' }],
      supportsEmotionalTransfer: false,
    });
  });

  it('keeps one key in two languages apart, and takes no key apart to learn its language', async () => {
    await using gateway = await start();
    const both = { name: 'Rachel', voice_key: 'voice:Rachel', style: 'feminine' };
    gateway.serviceAnswers('/api/v1/voices', { voices: { 'en-US': [both], 'fr-FR': [both, ...voices['fr-FR']] } });
    gateway.serviceAnswers(
      '/api/v1/projects/p1',
      readyProject({
        output_target_speakers: [
          { speaker_id: 1, voice_key: 'voice:Rachel', style: 'x' },
          { speaker_id: 2, voice_key: 'soundalike', style: 'x' },
        ],
      }),
    );
    const { data } =
      await gateway.ask(`{ voices { nodes { id } } fr: voice(key: "voice:Rachel", language: "fr-FR") { id }
      de: voice(key: "voice:Rachel", language: "de-DE") { id } any: voice(key: "voice:Rachel") { language { code } }
      dubbingProject(id: "p1") { output { targetSpeakers { voiceKind voice { language { code } } } } } }`);
    expect(new Set(data.voices.nodes.map(({ id }: { id: string }) => id)).size).toBe(data.voices.nodes.length);
    expect(data).toMatchObject({
      fr: { id: 'Voice:fr-FR/voice%3ARachel' },
      de: null,
      any: { language: { code: 'en-US' } },
      dubbingProject: {
        output: {
          targetSpeakers: [
            { voiceKind: 'CATALOGUE', voice: { language: { code: 'fr-FR' } } },
            { voiceKind: 'SOUNDALIKE', voice: null },
          ],
        },
      },
    });
  });
});

describe('an answer that is none', () => {
  const INTERNAL = /127\.0\.0\.1|ECONN|<html|secret of the service|stack|node_modules|Unexpected token/i;

  it.each([
    ['401 with an empty body', { status: 401, body: '' }, 'SERVICE_KEY_REJECTED'],
    [
      '200 with {error}',
      { status: 200, body: '{"error":"secret of the service"}' },
      expect.stringMatching(/^(BAD_USER_INPUT|UPSTREAM_UNAVAILABLE|UPSTREAM_MALFORMED|FORBIDDEN)$/),
    ],
    ['HTML with 200', { status: 200, body: '<html>secret of the service</html>' }, 'UPSTREAM_MALFORMED'],
    ['HTML with 502', { status: 502, body: '<html>secret of the service</html>' }, 'UPSTREAM_UNAVAILABLE'],
    ['JSON with 500', { status: 500, body: '{"error":"secret of the service"}' }, 'UPSTREAM_UNAVAILABLE'],
    ['truncated JSON', { status: 200, body: '{"balance_minutes": 1' }, 'UPSTREAM_MALFORMED'],
    ['an empty 200', { status: 200, body: '' }, 'UPSTREAM_MALFORMED'],
    ['a JSON array', { status: 200, body: '[]' }, 'UPSTREAM_MALFORMED'],
    ['another type', { status: 200, body: '{"balance_minutes": "many"}' }, 'UPSTREAM_MALFORMED'],
    ['a broken connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    ['an answer cut off', { kind: 'truncate' }, expect.stringMatching(/^UPSTREAM_(UNAVAILABLE|MALFORMED)$/)],
    ['silence', { kind: 'silence' }, 'UPSTREAM_TIMEOUT'],
  ] as const)('(%s) is a coded error that takes no sibling with it and shows nothing', async (what, answer, code) => {
    // Only silence needs a short limit, within which its sibling is answered.
    const limit = what === 'silence' ? { UPSTREAM_TIMEOUT_MS: '1000' } : {};
    await using gateway = await startGateway({ env: { ...FRESH, ...limit } });
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: Number.POSITIVE_INFINITY, answer });
    const { data, errors, text, status } = await gateway.ask(
      '{ balance { minutes } options { sourceLanguages { code } } }',
    );
    expect(status).toBe(200);
    expect(data.balance).toBeNull();
    expect(data.options.sourceLanguages.length).toBeGreaterThan(0);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ path: ['balance'], extensions: { code, requestId: expect.any(String) } });
    if (!text.includes('"BAD_USER_INPUT"') && !text.includes('"FORBIDDEN"')) expect(text).not.toMatch(INTERNAL);
    expect(JSON.stringify(gateway.logLines)).not.toContain('secret of the service');
    const alive = await gateway.ask('{ __typename }');
    expect(alive.data).toEqual({ __typename: 'Query' });
  });

  it('passes on the words of a refusal, and names a denial FORBIDDEN', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects/p9', { error: 'Access denied to this project' }, 400);
    const { data, errors } = await gateway.ask('{ dubbingProject(id: "p9") { mixingMode } }');
    expect(data).toEqual({ dubbingProject: null });
    expect(errors[0]).toMatchObject({ message: 'Access denied to this project', extensions: { code: 'FORBIDDEN' } });
  });

  it('stands in the log with the request id that the caller was told', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/balance', '<html>');
    const { errors, headers } = await gateway.ask('{ balance { minutes } }', {
      headers: { 'x-request-id': 'find-me-42' },
    });
    expect(headers.get('x-request-id')).toBe('find-me-42');
    expect(errors[0]!.extensions['requestId']).toBe('find-me-42');
    const lines = gateway.logLines.filter((line) => line['requestId'] === 'find-me-42');
    expect(JSON.stringify(lines)).toContain('/api/v1/balance');
  });
});

describe('a rejected read', () => {
  it('is not remembered: the next query asks again', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '60000' } });
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: 1, answer: { status: 500, body: '' } });
    expect((await gateway.ask('{ balance { minutes } }')).data.balance).toBeNull();
    expect((await gateway.ask('{ balance { minutes } }')).data.balance.minutes).toEqual(expect.any(Number));
  });

  it('of the catalogue leaves the old one serving', async () => {
    await using gateway = await startGateway({ env: { CATALOGUE_MAX_AGE_MS: '0' } });
    const first = await gateway.ask('{ options { targetLanguages { code } } }');
    gateway.sandbox.misfortune({
      on: { path: '/api/v1/options' },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 500, body: '' },
    });
    for (let i = 0; i < 3; i += 1)
      expect((await gateway.ask('{ options { targetLanguages { code } } }')).text).toBe(first.text);
  });
});

describe('a caller who leaves', () => {
  it('takes its requests to the service along', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '0', UPSTREAM_TIMEOUT_MS: '60000' } });
    gateway.sandbox.misfortune({
      on: { path: /^\/api\/v1\/artifacts\// },
      times: Number.POSITIVE_INFINITY,
      answer: { kind: 'silence' },
    });
    const leaving = new AbortController();
    const ids = Array.from({ length: 50 }, (_, i) => `a${i}`);
    const asked = gateway.ask(`{ ${ids.map((id) => `${id}: artifact(id: "${id}") { name }`).join(' ')} }`, {
      signal: leaving.signal,
    });
    await expect.poll(() => gateway.sandbox.requests.length, { interval: 10 }).toBe(50);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect
      .poll(() => gateway.logLines.find((line) => line['outcome'] === 'aborted'), { interval: 10 })
      .toBeDefined();
    expect(gateway.upstreamRequests()).toHaveLength(50);
  });
});
