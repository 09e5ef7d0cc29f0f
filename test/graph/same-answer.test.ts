import { describe, expect, it } from 'vitest';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { listed, readyProject, statusEntry, video, voices } from '../kit/service-bodies.ts';

const ASK_EACH_TIME = { READ_MAX_AGE_MS: '0', QUOTA_PER_MINUTE: '0' };
const DETAILS =
  '{ dubbingProjects(orderBy: { field: NAME }) { nodes { name mixingMode output { targetSpeakers { voice { name } } } } } }';

describe('a query that is asked again', () => {
  it('asks the service again, and is answered with the same bytes while the service says the same', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1'), listed('p2', { created_date: 'never' })] });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    gateway.serviceAnswers('/api/v1/projects/p2', readyProject());
    gateway.serviceAnswers('/api/v1/voices', { voices });
    const query = DETAILS.replace('name mixingMode', 'name createdAt mixingMode');
    const first = await gateway.ask(query);
    expect(first.extensions.warnings).toHaveLength(1);
    gateway.upstreamRequests();
    for (let i = 0; i < 3; i += 1) {
      const again = await gateway.ask(query);
      expect(again.text).toBe(first.text);
      expect(gateway.upstreamRequests().sort()).toEqual([
        'GET /api/v1/projects',
        'GET /api/v1/projects/p1',
        'GET /api/v1/projects/p2',
      ]);
    }
  });

  it('is answered anew when anything that it reads has changed, at whatever depth', async () => {
    await using gateway = await startGateway({ env: { ...ASK_EACH_TIME, CATALOGUE_MAX_AGE_MS: '0' } });
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1')] });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    gateway.serviceAnswers('/api/v1/voices', { voices });
    const node = async () => (await gateway.ask(DETAILS)).data.dubbingProjects.nodes[0];
    for (let i = 0; i < 3; i += 1)
      expect(await node()).toMatchObject({ name: 'Episode p1', mixingMode: 'VOICEOVER_ONLY' });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ mixing_mode: 'voiceover_with_original_track' }));
    expect(await node()).toMatchObject({ name: 'Episode p1', mixingMode: 'VOICEOVER_WITH_ORIGINAL_TRACK' });
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { name: 'Renamed' })] });
    expect(await node()).toMatchObject({ name: 'Renamed' });
    const renamed = voices['fr-FR'].map((voice) => ({ ...voice, name: 'Of late' }));
    gateway.serviceAnswers('/api/v1/voices', { voices: { 'fr-FR': renamed } });
    // The catalogue is refreshed behind an answer that still has the old one.
    await node();
    await expect.poll(async () => (await node()).output.targetSpeakers[0].voice.name, { interval: 5 }).toBe('Of late');
  });

  it('asks for nothing that only followed from what has changed', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1'), listed('p2')] });
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject());
    gateway.serviceAnswers('/api/v1/projects/p2', readyProject());
    for (let i = 0; i < 3; i += 1) await gateway.ask('{ dubbingProjects { nodes { mixingMode } } }');
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p2')] });
    gateway.upstreamRequests();
    const { data } = await gateway.ask('{ dubbingProjects { nodes { mixingMode } } }');
    expect(data.dubbingProjects.nodes).toEqual([{ mixingMode: 'VOICEOVER_ONLY' }]);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects', 'GET /api/v1/projects/p2']);
  });

  it('tells of what is gone, of what came, and of what failed and is mended', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    const query = '{ video(id: "s1/v1") { name state progress { languages { phase } } } }';
    const [own, status] = ['/api/v1/projects/s1/videos/v1', '/api/v1/projects/s1/videos/v1/status'];
    gateway.serviceAnswers(own, { error: 'Not Found' }, 404);
    gateway.serviceAnswers(status, { error: 'Video not found' }, 404);
    for (let i = 0; i < 3; i += 1) expect((await gateway.ask(query)).data).toEqual({ video: null });
    gateway.serviceAnswers(own, video('v1'));
    gateway.serviceAnswers(status, { langs: [statusEntry('fr-FR')] });
    for (let i = 0; i < 3; i += 1) expect((await gateway.ask(query)).data.video.state).toBe('RUNNING');
    gateway.serviceAnswers(status, '<html>', 500);
    for (let i = 0; i < 3; i += 1) {
      const { data, errors } = await gateway.ask(query);
      expect(data.video).toEqual({ name: 'Video v1', state: null, progress: null });
      expect(errors).toHaveLength(2);
    }
    gateway.serviceAnswers(status, { langs: [statusEntry('fr-FR', { pendingOn: 'editor' })] });
    expect((await gateway.ask(query)).data.video.state).toBe('WAITING');
  });

  it('is told apart by its variables, its operation name and the account', async () => {
    await using gateway = await startGateway({ env: { ...ASK_EACH_TIME, AUTH_MODE: 'passthrough' } });
    const query = 'query ($id: ID!) { dubbingProject(id: $id) { projectId name } }';
    const name = async (id: string, key: string) =>
      (await gateway.ask(query, { variables: { id }, key })).data.dubbingProject;
    for (let round = 0; round < 3; round += 1) {
      const seen = [];
      for (const key of KEYS) for (const id of ['1001', '1002']) seen.push(JSON.stringify(await name(id, key)));
      expect(new Set(seen).size).toBe(4);
    }
  });

  it('is not taken for another whose variable JSON would write alike', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    const query = 'query ($first: Int) { dubbingProjects(first: $first) { totalCount } }';
    for (let i = 0; i < 3; i += 1) await gateway.ask(query, { variables: { first: null } });
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":${JSON.stringify(query)},"variables":{"first":1e400}}`,
    });
    expect(await response.text()).toContain('BAD_USER_INPUT');
  });

  it('is answered each time alike where its variables are nested deeper than JSON is written', async () => {
    await using gateway = await startGateway({ env: ASK_EACH_TIME });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const ask = async (query: string, name: string) => {
      const headers = { 'content-type': 'application/json' };
      const body = `{"query":${JSON.stringify(query)},"variables":{"${name}":${deep}}}`;
      return (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })).text();
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await ask('query ($id: ID!) { dubbingProject(id: $id) { name } }', 'id')).toContain('LIMIT_EXCEEDED');
      expect(await ask('{ balance { minutes } }', 'nobody-asks-for-it')).toContain('LIMIT_EXCEEDED');
    }
  });

  it('is never answered with an old budget', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '0' } });
    const query = '{ balance { minutes } requestBudget { remainingThisMinute } }';
    const left = async () => (await gateway.ask(query)).data.requestBudget.remainingThisMinute;
    const first = await left();
    expect(await left()).toBe(first - 1);
    expect(await left()).toBe(first - 2);
  });
});
