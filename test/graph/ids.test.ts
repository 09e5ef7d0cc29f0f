import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { artifact, listed, video, voices } from '../kit/service-bodies.ts';

const start = () => startGateway({ env: { READ_MAX_AGE_MS: '0' } });

describe('an id', () => {
  it('is taken by node in its global form, for each type that has one', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1')] });
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1'));
    gateway.serviceAnswers('/api/v1/voices', { voices });
    for (const id of [
      'DubbingProject:p1',
      'Video:s1/v1',
      'Artifact:a1',
      'StudioProject:s1',
      'Voice:en-US/voice%3ARachel',
    ]) {
      const { data, errors } = await gateway.ask('query ($id: ID!) { node(id: $id) { __typename id } }', {
        variables: { id },
      });
      expect(errors).toEqual([]);
      expect(data.node).toEqual({ __typename: id.split(':')[0], id });
    }
  });

  it.each(['p1', 'Query:1', 'Balance:1', 'Video:s1', 'DubbingProject:%zz', '', ':'])(
    '(%j) that is no global one is BAD_USER_INPUT for node',
    async (id) => {
      await using gateway = await start();
      const { errors, data } = await gateway.ask('query ($id: ID!) { node(id: $id) { id } }', { variables: { id } });
      expect(data).toEqual({ node: null });
      expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
      expect(gateway.upstreamRequests()).toEqual([]);
    },
  );

  it('is answered by nodes in the order asked for, repeats included, with an error for what is no id alone', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1'), listed('p2')] });
    const { data, errors } = await gateway.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: {
        ids: ['DubbingProject:p2', 'nonsense', 'DubbingProject:p1', 'DubbingProject:nope', 'DubbingProject:p2'],
      },
    });
    expect(data.nodes).toEqual([
      { id: 'DubbingProject:p2' },
      null,
      { id: 'DubbingProject:p1' },
      null,
      { id: 'DubbingProject:p2' },
    ]);
    expect(errors).toEqual([expect.objectContaining({ path: ['nodes', 1] })]);
  });

  it.each([0, 201])('of %i at once is BAD_USER_INPUT for nodes', async (count) => {
    await using gateway = await start();
    const { errors } = await gateway.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids: Array.from({ length: count }, (_, i) => `DubbingProject:${i}`) },
    });
    expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is taken bare or global by the other fields, and a video’s is split at its first slash', async () => {
    await using gateway = await start();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1')] });
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v%2F1', video('v/1'));
    const { data, errors } = await gateway.ask(`{
      a: dubbingProject(id: "p1") { id } b: dubbingProject(id: "DubbingProject:p1") { projectId }
      c: video(id: "s1/v1") { id project { projectId } } d: video(id: "Video:s1/v1") { videoId } e: video(id: "s1/v/1") { id videoId }
      f: studioProject(id: "s1") { video(videoId: "v1") { id } } }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      a: { id: 'DubbingProject:p1' },
      b: { projectId: 'p1' },
      c: { id: 'Video:s1/v1', project: { projectId: 's1' } },
      d: { videoId: 'v1' },
      e: { id: 'Video:s1/v%2F1', videoId: 'v/1' },
      f: { video: { id: 'Video:s1/v1' } },
    });
  });

  it.each([
    ['dubbingProject(id: $id)', 'Artifact:a1'],
    ['artifact(id: $id)', 'DubbingProject:p1'],
    ['video(id: $id)', 'v1'],
    ['video(id: $id)', 'Video:v1'],
    ['studioProject(id: $id)', 'Video:s1/v1'],
  ])('of another type or shape (%s with %s) is BAD_USER_INPUT', async (field, id) => {
    await using gateway = await start();
    const { errors } = await gateway.ask(`query ($id: ID!) { ${field} { id } }`, { variables: { id } });
    expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it.each(['', '.', '..', 'a\u0000b', 'a\nb', '\ud800', 'Artifact:..', 'create', 'Artifact:create', 'x'.repeat(1_025)])(
    '(%j) that cannot be sent safely is that of nothing, and costs no request',
    async (id) => {
      await using gateway = await start();
      const { data, errors } = await gateway.ask('query ($id: ID!) { artifact(id: $id) { id } }', {
        variables: { id },
      });
      expect({ data, errors }).toEqual({ data: { artifact: null }, errors: [] });
      expect(gateway.upstreamRequests()).toEqual([]);
    },
  );

  it.each(['a/b', 'a?b=c', 'a#b', '%2e%2e', '../balance', 'é\u{1F600}', 'a b', '__proto__'])(
    '(%j) never changes the path',
    async (id) => {
      await using gateway = await start();
      await gateway.ask('query ($id: ID!) { artifact(id: $id) { id } }', { variables: { id } });
      expect(gateway.upstreamRequests()).toEqual([`GET /api/v1/artifacts/${encodeURIComponent(id)}`]);
    },
  );
});
