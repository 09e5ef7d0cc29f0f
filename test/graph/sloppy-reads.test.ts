import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { artifact, listed, readyProject, segments, statusEntry, video, voices } from '../kit/service-bodies.ts';
import { startWatching, watch } from '../kit/watching.ts';

const start = () => startGateway({ env: { READ_MAX_AGE_MS: '0' } });

describe('A video of which one language cannot be read', () => {
  const langs = [statusEntry('fr-FR', { isError: 'false' }), statusEntry('de-DE', { pendingOn: 'editor', eta: null })];

  it('is not settled, and runs if that language does', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', { langs });
    const { data, extensions } = await gateway.ask(
      '{ video(id: "s1/v1") { state progress { isSettled hasError eta languages { language { code } } } } }',
    );
    expect(data.video).toEqual({
      state: 'RUNNING',
      progress: {
        isSettled: false,
        hasError: false,
        eta: '2026-01-02T05:04:05.000Z',
        languages: [{ language: { code: 'de-DE' } }],
      },
    });
    expect(extensions.warnings).toMatchObject([{ path: ['video', 'progress', 'languages', 0] }]);
  });

  it('goes on for who waits until it is settled', async () => {
    await using gateway = await startWatching();
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', { langs });
    await using stream = watch.video(gateway, 's1/v1', 'progress { isSettled languages { state } }', {
      variables: { id: 's1/v1', untilSettled: true },
    });
    expect(await stream.update()).toMatchObject({ isFinal: false, progress: { isSettled: false } });
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', {
      langs: langs.map((entry) => ({ ...entry, isError: false, pendingOn: 'editor' })),
    });
    const last = await stream.updateWhere(({ isFinal }) => isFinal);
    expect(last).toMatchObject({ progress: { isSettled: true, languages: [{}, {}] } });
  });
});

describe('A language', () => {
  it('is proven by the options while the voices cannot be read, and by the voices while the options cannot', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/voices', '<html>');
    const noVoices = await gateway.ask('{ language(code: "fr-FR") { code voices { key } } }');
    expect(noVoices.data.language).toEqual({ code: 'fr-FR', voices: null });
    expect(noVoices.errors).toMatchObject([{ path: ['language', 'voices'] }]);

    await using other = await start();
    other.serviceAnswers('/api/v1/options', '<html>');
    other.serviceAnswers('/api/v1/voices', { voices });
    const noOptions = await other.ask('{ language(code: "fr-FR") { code name } }');
    expect(noOptions.data.language).toEqual({ code: 'fr-FR', name: 'French (France)' });
    expect(noOptions.errors).toEqual([]);
    const unknown = await other.ask('{ language(code: "xx-XX") { code } }');
    expect(unknown.data.language).toBeNull();
    expect(unknown.errors).toMatchObject([{ path: ['language'] }]);
  });
});

describe('Numbers and dates in another spelling', () => {
  it('cost no line of a script, no cue and no speaker', async () => {
    await using gateway = await start();
    const [line] = segments(1);
    gateway.serviceAnswers(
      '/api/v1/projects/p1',
      readyProject({
        output_source_script: [],
        output_target_script: [
          { ...line, end_ms: 2300.4, speaker_id: '0' },
          { ...line, speaker_id: 'Anna' },
        ],
        output_target_speakers: [{ speaker_id: '0', voice_key: 'soundalike', style: 'feminine' }],
      }),
    );
    const { data, extensions } = await gateway.ask(
      `{ dubbingProject(id: "p1") { output { targetScript { endMs speakerId speaker { voiceKey } } subtitles } } }`,
    );
    const { targetScript, subtitles } = data.dubbingProject.output;
    expect(targetScript).toEqual([
      { endMs: 2300, speakerId: 0, speaker: { voiceKey: 'soundalike' } },
      { endMs: 2300, speakerId: null, speaker: null },
    ]);
    expect(subtitles.match(/-->/g)).toHaveLength(2);
    expect(extensions.warnings).toMatchObject([{ path: ['dubbingProject', 'output', 'targetScript', 1, 'speakerId'] }]);
  });

  it('are answered as RFC 3339 with every digit, and compared so', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [
        listed('b', { created_date: '2020-06-01 10:02:00.123999+0000' }),
        listed('a', { created_date: '2020-06-01T10:02:00.123001Z' }),
      ],
    });
    const { data } = await gateway.ask(
      `{ dubbingProjects(filter: { createdAfter: "2020-06-01T10:02:00.123001Z" }) { nodes { createdAt } } }`,
    );
    expect(data.dubbingProjects.nodes).toEqual([{ createdAt: '2020-06-01T10:02:00.123999+00:00' }]);
    const all = await gateway.ask(
      '{ dubbingProjects(orderBy: { field: CREATED_AT }) { nodes { projectId } edges { cursor } } }',
    );
    expect(all.data.dubbingProjects.nodes).toEqual([{ projectId: 'a' }, { projectId: 'b' }]);
    const after = all.data.dubbingProjects.edges[0].cursor;
    const next = await gateway.ask(
      `{ dubbingProjects(orderBy: { field: CREATED_AT }, after: "${after}") { nodes { projectId } } }`,
    );
    expect(next.data.dubbingProjects.nodes).toEqual([{ projectId: 'b' }]);
  });
});

describe('A name that is no text', () => {
  it('costs itself, with a warning', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { createdBy: { id: 'u1', name: 5 } }));
    const { data, extensions } = await gateway.ask('{ artifact(id: "a1") { createdBy { id name } company { name } } }');
    expect(data.artifact).toEqual({ createdBy: { id: 'u1', name: null }, company: { name: null } });
    expect(extensions.warnings).toMatchObject([{ path: ['artifact', 'createdBy', 'name'] }]);
  });
});

describe('A text of another kind', () => {
  it.each([5, true, {}, ['text']])('is null, with a warning where it is selected: %j', async (value) => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { name: value })] });
    const speakers = [{ speaker_id: 1, voice_key: 'soundalike', style: value }];
    const output = { mixing_mode: value, output_target_speakers: speakers };
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ name: value, ...output }));
    gateway.serviceAnswers('/api/v1/projects/p2', readyProject({ name: 'Two', status: 'error', error_message: value }));
    const stored = { name: value, type: value, uploadMethod: value, errorMessage: value, s3Path: value };
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { ...stored, s3Bucket: value }));
    const details = { name: value, status: value, processingType: value, srcLang: value, pivotLanguage: value };
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1', { ...details, remark: value }));
    gateway.serviceAnswers('/api/v1/voices', { voices: { 'fr-FR': [{ name: 'A', voice_key: 'k', style: value }] } });
    const { data, errors, extensions } = await gateway.ask(`{
      list: dubbingProjects { nodes { name } }
      ready: dubbingProject(id: "p1") { name mixingMode output { targetSpeakers { style } } }
      failed: dubbingProject(id: "p2") { name errorMessage }
      artifact(id: "a1") { name type rawType uploadMethod errorMessage s3Path s3Bucket }
      video(id: "s1/v1") { name status rawStatus workflowType rawWorkflowType remark
        sourceLanguage { code } pivotLanguage { code } }
      language(code: "fr-FR") { voices { name style } }
    }`);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      list: { nodes: [{ name: null }] },
      ready: { name: null, mixingMode: null, output: { targetSpeakers: [{ style: null }] } },
      failed: { name: 'Two', errorMessage: null },
      artifact: { name: null, type: null, rawType: null, s3Path: null, s3Bucket: null },
      video: { name: null, rawStatus: null, rawWorkflowType: null, remark: null, sourceLanguage: null },
      language: { voices: [{ name: 'A', style: null }] },
    });
    expect(extensions.warnings.map(({ path }: { path: unknown[] }) => path.join('.')).toSorted()).toEqual([
      ...['errorMessage', 'name', 'rawType', 's3Bucket', 's3Path', 'type', 'uploadMethod'].map(
        (at) => `artifact.${at}`,
      ),
      'failed.errorMessage',
      'language.voices.0.style',
      'list.nodes.0.name',
      ...['mixingMode', 'name', 'output.targetSpeakers.0.style'].map((at) => `ready.${at}`),
      ...['name', 'pivotLanguage', 'rawStatus', 'rawWorkflowType', 'remark'].map((at) => `video.${at}`),
      ...['sourceLanguage', 'status', 'workflowType'].map((at) => `video.${at}`),
    ]);
  });

  it('is read from the other name of the workflow', async () => {
    await using gateway = await start();
    gateway.serviceAnswers(
      '/api/v1/projects/s1/videos/v1',
      video('v1', { processingType: 5, workflowType: 'dubbing' }),
    );
    const { data, extensions } = await gateway.ask('{ video(id: "s1/v1") { workflowType } }');
    expect(data.video).toEqual({ workflowType: 'DUBBING' });
    expect(extensions).toBeUndefined();
  });
});

describe('A date or an address that is no text', () => {
  it.each([5, 1_795_860_000, true, {}, ['2026-01-01']])('is null, with a warning: %j', async (value) => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { created_date: value })] });
    const output = { completion_date: value, output_video_url: value };
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ created_date: value, ...output }));
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { createdAt: value }));
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1', { updatedAt: value, videoUrl: value }));
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', { langs: [statusEntry('fr-FR', { eta: value })] });
    const { data, errors, extensions } = await gateway.ask(`{ dubbingProjects { nodes { createdAt } }
      dubbingProject(id: "p1") { completedAt output { videoUrl audioUrl } } artifact(id: "a1") { createdAt updatedAt }
      video(id: "s1/v1") { updatedAt url progress { languages { eta } } } }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      dubbingProjects: { nodes: [{ createdAt: null }] },
      dubbingProject: { completedAt: null, output: { videoUrl: null, audioUrl: expect.any(String) } },
      artifact: { createdAt: null, updatedAt: expect.any(String) },
      video: { updatedAt: null, url: null, progress: { languages: [{ eta: null }] } },
    });
    expect(extensions.warnings.map(({ path }: { path: unknown[] }) => path.at(-1)).toSorted()).toEqual([
      ...['completedAt', 'createdAt', 'createdAt', 'eta', 'updatedAt', 'url', 'videoUrl'],
    ]);
  });
});

describe('nodes', () => {
  it('fails without what stands beside it', async () => {
    await using gateway = await start();
    const ids = JSON.stringify(Array.from({ length: 201 }, () => 'Artifact:a'));
    const { data } = await gateway.ask(`{ nodes(ids: ${ids}) { id } balance { minutes } }`);
    expect(data).toMatchObject({ nodes: null, balance: { minutes: expect.any(Number) } });
  });
});
