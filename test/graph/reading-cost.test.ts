import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { listed, readyProject, statusEntry, video, voices } from '../kit/service-bodies.ts';

const WITH_VOICES = `{ dubbingProject(id: "p1") { name output {
  targetScript { startMs text speaker { speakerId voice { name language { code name } } } }
  targetSpeakers { speakerId voice { name language { code name nativeName } } } } } }`;

/** No short memory: what is counted is what the operation itself costs. */
const ASK_EACH_TIME = { READ_MAX_AGE_MS: '0', QUOTA_PER_MINUTE: '0' };

describe('what a query costs at the service', () => {
  it('asks once for a ready project of 300 segments and 6 speakers with their voices, twice while the catalogue is cold', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    gateway.serviceAnswers('/api/v1/voices', { voices });
    const cold = await gateway.ask(WITH_VOICES);
    expect(cold.errors).toEqual([]);
    expect(cold.data.dubbingProject.output.targetScript).toHaveLength(300);
    expect(cold.data.dubbingProject.output.targetSpeakers[5].voice).toEqual({
      name: 'Voice 5',
      language: { code: 'fr-FR', name: 'French (France)', nativeName: 'français (France)' },
    });
    expect(gateway.upstreamRequests().sort()).toEqual(['GET /api/v1/projects/p1', 'GET /api/v1/voices']);
    const warm = await gateway.ask(WITH_VOICES);
    expect(warm.text).toBe(cold.text);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects/p1']);
    const told = gateway.logLines.filter(({ msg }) => msg === 'operation').map((line) => line['upstreamRequests']);
    expect(told).toEqual([2, 1]);
  });

  it('asks once for 50 projects of which only list fields are wanted', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    const ids = Array.from({ length: 50 }, (_, i) => `p${i}`);
    gateway.serviceAnswers('/api/v1/projects', { projects: ids.map((id) => listed(id)) });
    const { data } = await gateway.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Job { name } ... on DubbingProject { status createdAt } } }',
      { variables: { ids: ids.map((id) => `DubbingProject:${id}`) } },
    );
    expect(data.nodes[49]).toMatchObject({ id: 'DubbingProject:p49', name: 'Episode p49', status: 'READY' });
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects']);
  });

  it('asks twice for each of 20 videos with progress and state, and once for each that is completed', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    const ids = Array.from({ length: 20 }, (_, i) => `v${i}`);
    for (const id of ids) {
      gateway.serviceAnswers(`/api/v1/projects/s1/videos/${id}`, video(id));
      gateway.serviceAnswers(`/api/v1/projects/s1/videos/${id}/status`, { langs: [statusEntry('fr-FR')] });
    }
    const fields = (selection: string) =>
      `{ ${ids.map((id) => `${id}: video(id: "s1/${id}") { ${selection} }`).join(' ')} }`;
    const both = await gateway.ask(fields('name state progress { eta languages { phase state } }'));
    expect(both.data.v19).toMatchObject({ state: 'RUNNING', progress: { languages: [{ phase: 'TRANSLATION' }] } });
    expect(gateway.upstreamRequests()).toHaveLength(40);

    const progressOnly = await gateway.ask(fields('id progress { isSettled }'));
    expect(progressOnly.data.v3).toEqual({ id: 'Video:s1/v3', progress: { isSettled: false } });
    expect(gateway.upstreamRequests()).toHaveLength(20);
    for (const id of ids)
      gateway.serviceAnswers(`/api/v1/projects/s1/videos/${id}`, video(id, { status: 'completed' }));
    const completed = await gateway.ask(fields('state'));
    expect(completed.errors).toEqual([]);
    expect(completed.data.v7).toEqual({ state: 'DONE' });
    expect(gateway.upstreamRequests()).toHaveLength(20);
  });

  it('asks for the same query of 100 clients at once as often as for one', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: 1, answer: { kind: 'delay', ms: 300 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => gateway.ask('{ balance { minutes } }')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/balance']);
  });

  it('answers from memory what was read a moment ago, unless the caller says no-cache', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '60000' } });
    for (let i = 0; i < 3; i += 1) await gateway.ask('{ balance { minutes } }');
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/balance']);
    await gateway.ask('{ balance { minutes } options { sourceLanguages { code } } }', {
      headers: { 'cache-control': 'no-cache' },
    });
    expect(gateway.upstreamRequests().sort()).toEqual(['GET /api/v1/balance', 'GET /api/v1/options']);
    // `no-cache` skips the short memory only, not the catalogue.
    await gateway.ask('{ options { sourceLanguages { code } } }', { headers: { 'cache-control': 'no-cache' } });
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('asks for the details of a listed project only where its status can have the field', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects', {
      projects: [listed('p1'), listed('p2', { status: 'in_progress' }), listed('p3', { status: 'error' })],
    });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    const { data, errors } = await gateway.ask(
      '{ dubbingProjects(orderBy: { field: NAME }) { nodes { projectId output { videoUrl } completedAt } } }',
    );
    expect(errors).toEqual([]);
    expect(data.dubbingProjects.nodes.map((node: { output: unknown }) => node.output)).toEqual([
      { videoUrl: 'https://cdn.example.com/p1/video.mp4?sig=a%2Bb+c' },
      null,
      null,
    ]);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects', 'GET /api/v1/projects/p1']);
  });

  it('asks for a project that the list lacks before it counts as absent', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects', { projects: [] });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    const { data } = await gateway.ask(
      '{ new: dubbingProject(id: "p1") { name } none: dubbingProject(id: "nope") { name } }',
    );
    expect(data).toEqual({ new: { name: 'Episode 1' }, none: null });
    expect(gateway.upstreamRequests().sort()).toEqual([
      'GET /api/v1/projects',
      'GET /api/v1/projects/nope',
      'GET /api/v1/projects/p1',
    ]);
  });

  it('gives RATE_LIMITED for the projects beyond what the quota bears, at once, and their siblings all the same', async () => {
    await using gateway = await startGateway({ env: { ...ASK_EACH_TIME, QUOTA_PER_MINUTE: '11' } });
    const ids = Array.from({ length: 30 }, (_, i) => `p${i}`);
    gateway.serviceAnswers('/api/v1/projects', { projects: ids.map((id) => listed(id)) });
    for (const id of ids) gateway.serviceAnswers(`/api/v1/projects/${id}`, readyProject());
    const { data, errors } = await gateway.ask(
      '{ dubbingProjects { nodes { name mixingMode } } requestBudget { remainingThisMinute } }',
    );
    const modes = data.dubbingProjects.nodes.map((node: { mixingMode: string | null }) => node.mixingMode);
    expect(modes.filter((mode: string | null) => mode === 'VOICEOVER_ONLY')).toHaveLength(10);
    expect(errors).toHaveLength(20);
    for (const { extensions, path } of errors) {
      expect(extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
      expect(path).toEqual(['dubbingProjects', 'nodes', expect.any(Number), 'mixingMode']);
    }
    expect(gateway.upstreamRequests()).toHaveLength(11);
    expect(
      (await gateway.ask('{ requestBudget { remainingThisMinute } }')).data.requestBudget.remainingThisMinute,
    ).toBe(0);
  });
});
