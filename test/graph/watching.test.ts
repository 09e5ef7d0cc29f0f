import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createFastClock } from '../kit/fast-clock.ts';
import { startGateway } from '../kit/gateway.ts';
import { subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import {
  failed,
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

vi.setConfig({ testTimeout: 90_000 });

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(TRANSPORTS)('A subscription over %s', (transport) => {
  it('begins with the present state', async () => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1');
    await using stream = watch.dubbingProject(gateway, 'p1', 'id name status', { transport });
    expect(await stream.update()).toEqual({
      kind: 'SNAPSHOT',
      sequence: 0,
      skipped: 0,
      checkedAt: INSTANT,
      nextCheckAt: INSTANT,
      freshness: 'LIVE',
      isFinal: false,
      previousStatus: null,
      project: { id: 'DubbingProject:p1', name: 'Episode p1', status: 'IN_PROGRESS' },
    });
  });

  it.each([
    ['ready', finished, 'READY'],
    ['failed', failed, 'ERROR'],
  ])('of a dubbing project that is %s gives one update and completes', async (_title, work, status) => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1', { work: work() });
    await using stream = watch.dubbingProject(gateway, 'p1', 'status', { transport });
    const { answers, end } = await stream.rest();
    expect(updatesIn(answers)).toMatchObject([
      { kind: 'SNAPSHOT', sequence: 0, isFinal: true, nextCheckAt: null, project: { status } },
    ]);
    expect(end).toEqual({ how: 'complete' });
  });

  it.each([
    ['completed', finished, 'UPLOAD_COMPLETED'],
    ['failed', failed, 'UPLOAD_FAILED'],
  ])('of an artifact whose upload has %s gives one update and completes', async (_title, work, status) => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putArtifact({ id: 'a1', work: work() });
    await using stream = watch.artifact(gateway, 'a1', 'status', { transport });
    const { answers, end } = await stream.rest();
    expect(updatesIn(answers)).toMatchObject([
      { kind: 'SNAPSHOT', isFinal: true, nextCheckAt: null, artifact: { status } },
    ]);
    expect(end).toEqual({ how: 'complete' });
  });

  it('tells each change once, in order, with what was before, and completes with the last', async () => {
    await using gateway = await startWatching();
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', work: running(), createdMs: Infinity });
    await using stream = watch.artifact(gateway, 'a1', 'status isUsable sizeBytes', { transport });
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', artifact: { status: 'CREATED' } });
    artifact.createdMs = 0;
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      skipped: 0,
      isFinal: false,
      previousStatus: 'CREATED',
      artifact: { status: 'UPLOAD_STARTED', isUsable: false, sizeBytes: null },
    });
    artifact.work = finished();
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 2,
      isFinal: true,
      nextCheckAt: null,
      previousStatus: 'UPLOAD_STARTED',
      artifact: { status: 'UPLOAD_COMPLETED', isUsable: true, sizeBytes: 1_000_000 },
    });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'complete' } });
  });

  it('tells the result of a dubbing with the update in which it is ready', async () => {
    await using gateway = await startWatching();
    const project = runningProject(gateway, 'p1');
    await using stream = watch.dubbingProject(
      gateway,
      'p1',
      'status estimatedCompletionAt completedAt output { videoUrl targetScript { text } }',
      { transport },
    );
    expect(await stream.update()).toMatchObject({
      project: { status: 'IN_PROGRESS', estimatedCompletionAt: INSTANT, completedAt: null, output: null },
    });
    project.work = finished();
    const last = await stream.updateWhere(({ isFinal }) => isFinal);
    expect(last).toMatchObject({
      kind: 'CHANGED',
      previousStatus: 'IN_PROGRESS',
      project: {
        status: 'READY',
        estimatedCompletionAt: null,
        completedAt: INSTANT,
        output: { videoUrl: expect.stringContaining('/p1/'), targetScript: [{ text: 'Bonjour.' }] },
      },
    });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'complete' } });
  });

  it('misses no change that comes while the service is asked for the first time', async () => {
    const clock = createFastClock();
    await using gateway = await startWatching({ clock, env: SELDOM });
    const ids = Array.from({ length: 20 }, (_, i) => `a${i}`);
    const streams = ids.map((id) => {
      const artifact = gateway.sandbox.account().putArtifact({ id, work: running() });
      // The answer has the previous state; by the time that it arrives, the state has changed.
      const edit = (body: string): string => {
        artifact.work = finished();
        return body;
      };
      gateway.sandbox.misfortune({ on: { path: `/api/v1/artifacts/${id}` }, answer: { kind: 'body', edit } });
      return watch.artifact(gateway, id, 'status', { transport });
    });
    const snapshot = { kind: 'SNAPSHOT', isFinal: false, artifact: { status: 'UPLOAD_STARTED' } };
    for (const stream of streams) expect(await stream.update()).toMatchObject(snapshot);
    clock.advance(Number(SELDOM.WATCH_MAX_INTERVAL_MS));
    for (const stream of streams) {
      const { answers, end } = await stream.rest();
      expect(updatesIn(answers)).toMatchObject([
        { kind: 'CHANGED', isFinal: true, artifact: { status: 'UPLOAD_COMPLETED' } },
      ]);
      expect(end).toEqual({ how: 'complete' });
    }
  });

  it('tells nothing of a change that it does not select', async () => {
    await using gateway = await startWatching();
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', work: running(), createdMs: Infinity });
    await using seeing = watch.artifact(gateway, 'a1', 'status name', { transport });
    await using blind = subscribe(
      gateway,
      'subscription { artifactUpdated(id: "a1") { kind sequence checkedAt artifact { id name } } }',
      { transport },
    );
    await Promise.all([seeing.update(), blind.update()]);
    artifact.createdMs = 0;
    expect(await seeing.update()).toMatchObject({ sequence: 1, artifact: { status: 'UPLOAD_STARTED' } });
    artifact.name = 'Renamed';
    expect(await seeing.update()).toMatchObject({ sequence: 2, artifact: { name: 'Renamed' } });
    expect(await blind.update()).toMatchObject({ kind: 'CHANGED', sequence: 1, artifact: { name: 'Renamed' } });
  });

  it('tells the status before only of a change of the status', async () => {
    await using gateway = await startWatching();
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', work: running(), createdMs: Infinity });
    await using stream = watch.artifact(gateway, 'a1', 'name', { transport });
    await stream.update();
    artifact.createdMs = 0;
    expect(await stream.update()).toMatchObject({ sequence: 1, previousStatus: 'CREATED' });
    // Neither is its end, nor what is not selected, another change.
    artifact.uploadMethod = 'fragments';
    const before = timesAsked(gateway);
    await expect.poll(() => timesAsked(gateway), PATIENCE).toBeGreaterThan(before + 3);
    artifact.name = 'Renamed';
    expect(await stream.update()).toMatchObject({ sequence: 2, previousStatus: null, artifact: { name: 'Renamed' } });
  });

  it('tells nothing as long as nothing changes, however often the service is asked', async () => {
    await using gateway = await startWatching();
    const project = runningProject(gateway, 'p1');
    await using stream = watch.dubbingProject(gateway, 'p1', 'name status', { transport });
    await stream.update();
    const before = timesAsked(gateway);
    await expect.poll(() => timesAsked(gateway), PATIENCE).toBeGreaterThan(before + 5);
    expect(stream.untaken).toEqual([]);
    project.name = 'Renamed';
    expect(await stream.update()).toMatchObject({ sequence: 1, skipped: 0, project: { name: 'Renamed' } });
  });

  it('ends with GONE when what was there is there no more', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    runningProject(gateway, 'p1');
    account.putArtifact({ id: 'a1', work: running() });
    const video = account.putVideo({ projectId: 'proj_demo', id: 'v1' });
    const streams = [
      watch.dubbingProject(gateway, 'p1', 'id status', { transport }),
      watch.artifact(gateway, 'a1', 'id status', { transport }),
      watch.video(gateway, 'proj_demo/v1', 'video { id } progress { isSettled }', { transport }),
    ];
    for (const stream of streams) expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT' });
    account.dubbingProjects.delete('p1');
    account.artifacts.delete('a1');
    video.isDeleted = true;
    const seen = await Promise.all(streams.map((stream) => stream.rest()));
    expect(seen.map(({ answers }) => updatesIn(answers))).toMatchObject([
      [{ kind: 'GONE', sequence: 1, isFinal: true, nextCheckAt: null, project: { status: 'IN_PROGRESS' } }],
      [{ kind: 'GONE', sequence: 1, isFinal: true, nextCheckAt: null, artifact: { status: 'UPLOAD_STARTED' } }],
      [{ kind: 'GONE', sequence: 1, isFinal: true, nextCheckAt: null, video: { id: 'Video:proj_demo/v1' } }],
    ]);
    expect(seen.map(({ end }) => end)).toEqual(Array(3).fill({ how: 'complete' }));
  });

  it('of what never was there is NOT_FOUND, and over', async () => {
    await using gateway = await startWatching();
    const streams = [
      watch.dubbingProject(gateway, 'nope', 'id', { transport }),
      watch.artifact(gateway, 'Artifact:nope', 'id', { transport }),
      watch.video(gateway, 'proj_demo/nope', 'video { id }', { transport }),
      watch.video(gateway, 'nope/nope', 'video { name }', { transport }),
    ];
    for (const stream of streams) {
      const { answers, end } = await stream.rest();
      expect(answers).toHaveLength(1);
      expect(answers[0]?.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', requestId: expect.any(String) } }]);
      expect(Object.values(answers[0]?.data ?? {})).not.toContainEqual(expect.anything());
      expect(end).toEqual({ how: 'complete' });
    }
  });

  it('with an id that makes no sense costs no request', async () => {
    await using gateway = await startWatching();
    const streams: [string, ReturnType<typeof subscribe>][] = [
      ['NOT_FOUND', watch.dubbingProject(gateway, '..', 'id', { transport })],
      ['NOT_FOUND', watch.artifact(gateway, 'create', 'id', { transport })],
      ['NOT_FOUND', watch.video(gateway, 'proj_demo/', 'kind', { transport })],
      ['BAD_USER_INPUT', watch.video(gateway, 'v1', 'kind', { transport })],
      ['BAD_USER_INPUT', watch.dubbingProject(gateway, 'Artifact:a1', 'id', { transport })],
      ['BAD_USER_INPUT', watch.artifact(gateway, 'Artifact:%', 'id', { transport })],
    ];
    for (const [code, stream] of streams) {
      const { answers, end } = await stream.rest();
      expect(answers).toMatchObject([{ errors: [{ extensions: { code } }] }]);
      expect(end).toEqual({ how: 'complete' });
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('begins anew with the present state for whoever comes back', async () => {
    await using gateway = await startWatching();
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', work: running(), createdMs: Infinity });
    const first = watch.artifact(gateway, 'a1', 'status', { transport });
    expect(await first.update()).toMatchObject({ artifact: { status: 'CREATED' } });
    first.close();
    artifact.createdMs = 0;
    await using second = watch.artifact(gateway, 'a1', 'status', { transport });
    const update = await second.updateWhere(({ artifact: { status } }) => status === 'UPLOAD_STARTED');
    // The watch has survived the short absence: what it knew last is told first, then what has changed.
    expect(update.sequence).toBe(update.kind === 'SNAPSHOT' ? 0 : 1);
  });
});

describe('The example', () => {
  const folder = new URL('../../schema/operations/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /-updated\.graphql$/.test(file));

  it.each(files.flatMap((file) => TRANSPORTS.map((transport) => [file, transport] as const)))(
    '%s begins on the sandbox with what is there, over %s',
    async (file, transport) => {
      await using gateway = await startGateway();
      await using stream = subscribe(gateway, readFileSync(new URL(file, folder), 'utf8'), { transport });
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    },
  );
});
