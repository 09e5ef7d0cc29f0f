import { describe, expect, it, vi } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import type { TestGateway } from '../kit/gateway.ts';
import { type Stream, subscribe, TRANSPORTS, type Transport } from '../kit/subscribe.ts';
import {
  finished,
  PATIENCE,
  running,
  runningProject,
  SELDOM,
  startWatching,
  timesAsked,
  updatesIn,
  watch,
} from '../kit/watching.ts';
import { write } from '../kit/writing.ts';

vi.setConfig({ testTimeout: 90_000 });

const transportOf = (index: number): Transport => TRANSPORTS[index % TRANSPORTS.length]!;

describe('What watching costs at the service', () => {
  it.each([1, 100, 1000])('is the same for %i who watch one video, over both transports', async (count) => {
    await using gateway = await startWatching({ env: SELDOM, clock: createSystemClock() });
    gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
    const streams = Array.from({ length: count }, (_, i) =>
      watch.video(gateway, 'proj_demo/v1', 'video { name } progress { eta }', {
        transport: transportOf(i),
      }),
    );
    try {
      const snapshots = await Promise.all(streams.map((stream) => stream.update()));
      expect(new Set(snapshots.map(({ video: { name } }) => name))).toEqual(new Set(['Harbour']));
      expect(gateway.upstreamRequests().toSorted()).toEqual([
        'GET /api/v1/projects/proj_demo/videos/v1',
        'GET /api/v1/projects/proj_demo/videos/v1/status',
      ]);
      await write(gateway, 'updateVideo', { id: 'proj_demo/v1', name: 'Quay' }, { payload: 'video { id }' });
      const changes = await Promise.all(streams.map((stream) => stream.update()));
      expect(new Set(changes.map(({ video: { name } }) => name))).toEqual(new Set(['Quay']));
      const asked = gateway.upstreamRequests().filter((line) => line.startsWith('GET'));
      expect(asked.length).toBeLessThanOrEqual(3);
    } finally {
      for (const stream of streams) stream.close();
    }
  });

  it.each<[string, string, string[]]>([
    [
      'a video',
      `videoUpdated(id: "proj_demo/v1") { changes { language { name } } progress { eta languages { state } }
        job { name state ... on Video { progress { hasError } } }
        video { id name url status rawStatus state workflowType sourceLanguage { name } targetLanguages { code }
          pivotLanguage { code } durationSeconds remark stringVariables { key } createdAt updatedAt project { id }
          progress { isSettled languages { phase } } } }`,
      ['GET /api/v1/projects/proj_demo/videos/v1', 'GET /api/v1/projects/proj_demo/videos/v1/status'],
    ],
    [
      'a dubbing project, but for the voices of the catalogue',
      `dubbingProjectUpdated(id: "p1") { previousStatus job { name state }
        project { status state mixingMode createdAt completedAt estimatedCompletionAt errorMessage costMinutes
          output { videoUrl subtitles targetScript { text speaker { voice { name } } } } } }`,
      ['GET /api/v1/projects', 'GET /api/v1/projects/p1', 'GET /api/v1/voices'],
    ],
    [
      'an artifact',
      'artifactUpdated(id: "a1") { job { name state } artifact { status sizeBytes createdBy { id } updatedAt } }',
      ['GET /api/v1/artifacts/a1'],
    ],
    [
      'the list of projects',
      `dubbingProjectsUpdated { projects { id name status rawStatus state costMinutes createdAt
        sourceLanguage { name } targetLanguage { name supportsEmotionalTransfer } } }`,
      ['GET /api/v1/projects'],
    ],
  ])('is no more than the first look for all fields of %s', async (_title, selection, requests) => {
    await using gateway = await startWatching({ env: SELDOM });
    const account = gateway.sandbox.account();
    account.putDubbingProject({ id: 'p1', name: 'Trailer' });
    account.putArtifact({ id: 'a1', name: 'Trailer', work: running() });
    account.putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
    await using stream = subscribe(gateway, `subscription { ${selection} }`);
    expect(await stream.update()).toBeTruthy();
    expect(gateway.upstreamRequests().toSorted()).toEqual(requests);
  });

  it('is one request of the list at a time for 200 projects, whatever is watched of them', async () => {
    const env = { WATCH_MIN_INTERVAL_MS: '50', WATCH_MAX_INTERVAL_MS: '100' };
    await using gateway = await startWatching({ env, clock: createSystemClock() });
    const ids = Array.from({ length: 200 }, (_, i) => `p${i}`);
    const projects = ids.map((id) => runningProject(gateway, id));
    const jobs = watch.jobs(
      gateway,
      ids.map((id) => `DubbingProject:${id}`),
      'job { id name state }',
      { transport: 'WebSocket' },
    );
    const list = watch.dubbingProjects(gateway, 'id status', { transport: 'SSE' });
    await using _ = jobs;
    await using __ = list;
    for (const __ of ids) await jobs.update();
    await list.update();
    const before = timesAsked(gateway);
    await expect.poll(() => timesAsked(gateway), PATIENCE).toBeGreaterThan(before + 5);
    expect(new Set(gateway.upstreamRequests())).toEqual(new Set(['GET /api/v1/projects']));
    for (const project of projects) project.work = finished();
    const { answers, end } = await jobs.rest();
    expect(updatesIn(answers)).toHaveLength(200);
    expect(end).toEqual({ how: 'complete' });
  });

  it.each(TRANSPORTS)('is nothing any more once the last has left, over %s', async (transport) => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    for (const id of ['left', 'kept']) account.putArtifact({ id, work: running() });
    const streams = [1, 2, 3].map(() => watch.artifact(gateway, 'left', 'status', { transport }));
    await using kept = watch.artifact(gateway, 'kept', 'status', { transport });
    await Promise.all([...streams, kept].map((stream) => stream.update()));
    for (const stream of streams) stream.close();
    // All requests that were under way when they left have ended after some looks at the other one.
    await looks(gateway, 'kept', 3);
    const asked = timesAsked(gateway, '/api/v1/artifacts/left');
    await looks(gateway, 'kept', 20);
    expect(timesAsked(gateway, '/api/v1/artifacts/left')).toBeLessThanOrEqual(asked + 1);
  });

  it.each(TRANSPORTS)('is nothing for who comes back within a moment, over %s', async (transport) => {
    await using gateway = await startWatching({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    gateway.sandbox.account().putArtifact({ id: 'a1', work: running() });
    for (let visit = 0; visit < 5; visit += 1) {
      await using stream: Stream = watch.artifact(gateway, 'a1', 'status', { transport });
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', sequence: 0 });
    }
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/artifacts/a1']);
  });

  it('is nothing for a query of what is watched', async () => {
    await using gateway = await startWatching({ env: SELDOM });
    gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Trailer', work: running() });
    await using stream = watch.artifact(gateway, 'a1', 'status');
    await stream.update();
    gateway.upstreamRequests();
    const { data } = await gateway.ask('{ artifact(id: "a1") { name status } }');
    expect(data).toEqual({ artifact: { name: 'Trailer', status: 'UPLOAD_STARTED' } });
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});

/** Waits until the service was asked so often for an artifact once more. */
async function looks(gateway: TestGateway, id: string, times: number): Promise<void> {
  const path = `/api/v1/artifacts/${id}`;
  const before = timesAsked(gateway, path);
  await expect.poll(() => timesAsked(gateway, path), PATIENCE).toBeGreaterThanOrEqual(before + times);
}
