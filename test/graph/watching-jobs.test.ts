import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../kit/gateway.ts';
import { statusEntry } from '../kit/service-bodies.ts';
import { TRANSPORTS } from '../kit/subscribe.ts';
import {
  finished,
  PATIENCE,
  running,
  runningProject,
  startWatching,
  timesAsked,
  updatesIn,
  watch,
} from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const JOB = 'job { __typename id state }';
const byId = (updates: readonly Answer[]) => Object.fromEntries(updates.map((update) => [update.job.id, update]));

describe.each(TRANSPORTS)('Several jobs in one stream over %s', (transport) => {
  it('begin each with its present state, tell each change, and complete with the last one', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    const project = runningProject(gateway, 'p1');
    const artifact = account.putArtifact({ id: 'a1', work: running() });
    const video = account.putVideo({ projectId: 'proj_demo', id: 'v1' });
    video.statusOverrides = { langs: [statusEntry('fr-FR')] };
    await using stream = watch.jobs(
      gateway,
      ['DubbingProject:p1', 'Artifact:a1', 'Video:proj_demo/v1'],
      `${JOB} ... on VideoUpdate { progress { isSettled } } ... on ArtifactUpdate { previousStatus }`,
      { transport, untilSettled: true },
    );
    const snapshots = [await stream.update(), await stream.update(), await stream.update()];
    expect(byId(snapshots)).toMatchObject({
      'DubbingProject:p1': { kind: 'SNAPSHOT', isFinal: false, job: { state: 'RUNNING' } },
      'Artifact:a1': { kind: 'SNAPSHOT', isFinal: false, previousStatus: null },
      'Video:proj_demo/v1': { kind: 'SNAPSHOT', isFinal: false, progress: { isSettled: false } },
    });
    expect(snapshots.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);

    artifact.work = finished();
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 3,
      isFinal: true,
      previousStatus: 'UPLOAD_STARTED',
      job: { __typename: 'Artifact', state: 'DONE' },
    });
    video.statusOverrides = { langs: [statusEntry('fr-FR', { pendingOn: 'editor', eta: null })] };
    expect(await stream.updateWhere(({ isFinal }) => isFinal)).toMatchObject({
      job: { __typename: 'Video', state: 'WAITING' },
      progress: { isSettled: true },
    });
    project.work = finished();
    expect(await stream.updateWhere(({ isFinal }) => isFinal)).toMatchObject({
      job: { __typename: 'DubbingProject', state: 'DONE' },
    });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'complete' } });
  });

  it('give one null with an error for each id of nothing, of no job, or that cannot be read; the others go on', async () => {
    await using gateway = await startWatching();
    const project = runningProject(gateway, 'p1');
    const ids = [
      'DubbingProject:nope',
      'Artifact:nope',
      'Video:proj_demo/nope',
      'Artifact:..',
      'Voice:fr-FR/x',
      'StudioProject:proj_demo',
      'p1',
      'Video:proj_demo',
      'DubbingProject:p1',
    ];
    await using stream = watch.jobs(gateway, ids, JOB, { transport });
    const answers = [];
    for (const _ of ids) answers.push(await stream.next());
    const failures = answers.filter(({ errors }) => errors.length > 0);
    expect(failures.map(({ data }) => data)).toEqual(Array(8).fill({ jobsUpdated: null }));
    const codes = failures.flatMap(({ errors }) => errors.map(({ extensions: { code } }) => code));
    expect(codes.toSorted()).toEqual([...Array(4).fill('BAD_USER_INPUT'), ...Array(4).fill('NOT_FOUND')]);
    const named = failures.flatMap(({ errors }) => errors.map(({ extensions }) => extensions['id']));
    expect(named.toSorted()).toEqual(ids.slice(0, 8).toSorted());
    const told = failures.flatMap(({ errors }) => errors.map(({ message }) => message));
    for (const index of [3, 4, 5, 6, 7]) expect(told).toContainEqual(expect.stringContaining(`\`ids.${index}\``));
    expect(failures.flatMap(({ errors }) => errors.map(({ path }) => path))).toEqual(Array(8).fill(['jobsUpdated']));

    const [snapshot] = updatesIn(answers.filter(({ errors }) => errors.length === 0));
    expect(snapshot).toMatchObject({ kind: 'SNAPSHOT', job: { id: 'DubbingProject:p1', state: 'RUNNING' } });
    project.work = finished();
    const { answers: rest, end } = await stream.rest();
    expect(updatesIn(rest)).toMatchObject([{ kind: 'CHANGED', isFinal: true, job: { state: 'DONE' } }]);
    expect(end).toEqual({ how: 'complete' });
  });

  it('are each compared with what was told of the same one', async () => {
    await using gateway = await startWatching();
    const [first, second] = ['v1', 'v2'].map((id) =>
      gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id }),
    );
    const stand = (over: object) => ({ langs: [statusEntry('fr-FR', { eta: null, ...over })] });
    for (const video of [first!, second!]) video.statusOverrides = stand({});
    const ids = ['Video:proj_demo/v1', 'Video:proj_demo/v2'];
    await using stream = watch.jobs(gateway, ids, '... on VideoUpdate { progress { hasError } }', { transport });
    await Promise.all([stream.update(), stream.update()]);
    first!.statusOverrides = stand({ isError: true, pendingOn: null });
    expect(await stream.update()).toMatchObject({ sequence: 2, progress: { hasError: true } });
    // It looks as the other one does now, and did not.
    second!.statusOverrides = stand({ isError: true, pendingOn: null });
    expect(await stream.update()).toMatchObject({ sequence: 3, progress: { hasError: true } });
    first!.statusOverrides = stand({});
    expect(await stream.update()).toMatchObject({ sequence: 4, progress: { hasError: false } });
    // It looks as it did, and as the other one does not.
    const before = timesAsked(gateway);
    second!.statusOverrides = stand({ isError: true, pendingOn: null, phase: 'mixing' });
    await expect.poll(() => timesAsked(gateway), PATIENCE).toBeGreaterThan(before + 6);
    second!.statusOverrides = stand({});
    expect(await stream.update()).toMatchObject({ sequence: 5, progress: { hasError: false } });
  });

  it('complete at once where there is none that is not done', async () => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1', { work: finished() });
    await using stream = watch.jobs(gateway, ['DubbingProject:p1', 'Artifact:nope'], JOB, { transport });
    const { answers, end } = await stream.rest();
    expect(answers).toHaveLength(2);
    expect(end).toEqual({ how: 'complete' });
  });

  it('are each watched once, however often and in whatever spelling an id is given', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putArtifact({ id: 'a1', work: finished() });
    const ids = ['Artifact:a1', 'nothing', 'Artifact:a1', 'nothing', 'Artifact:%61%31'];
    await using stream = watch.jobs(gateway, ids, JOB, { transport });
    const { answers } = await stream.rest();
    expect(answers).toMatchObject([
      { errors: [{ extensions: { id: 'nothing' } }] },
      { data: { jobsUpdated: { kind: 'SNAPSHOT', isFinal: true, job: { id: 'Artifact:a1' } } } },
    ]);
    expect(timesAsked(gateway)).toBe(1);
  });

  it('are each asked for what is selected of their kind alone', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    runningProject(gateway, 'p1');
    account.putVideo({ projectId: 'proj_demo', id: 'v1' }).statusOverrides = { langs: [statusEntry('fr-FR')] };
    const ids = ['DubbingProject:p1', 'Video:proj_demo/v1'];
    const selection = (ofProject: string, ofVideo: string) => `kind
      ... on DubbingProjectUpdate { project { ${ofProject} } } ... on VideoUpdate { job { id } video { ${ofVideo} } }`;
    const [project, video] = ['/api/v1/projects/p1', '/api/v1/projects/proj_demo/videos/v1'];
    await using first = watch.jobs(gateway, ids, selection('mixingMode', 'progress { eta }'), { transport });
    await Promise.all([first.update(), first.update()]);
    expect([timesAsked(gateway, project), timesAsked(gateway, video)]).toEqual([1, 0]);
    await using second = watch.jobs(gateway, ids, selection('id status', 'name'), { transport });
    await Promise.all([second.update(), second.update()]);
    expect(timesAsked(gateway, video)).toBe(1);
  });

  it.each([0, 201])('are 1 to 200: %i are refused without a request', async (count) => {
    await using gateway = await startWatching();
    const ids = Array.from({ length: count }, (_, i) => `DubbingProject:p${i}`);
    await using stream = watch.jobs(gateway, ids, JOB, { transport });
    const { answers } = await stream.rest();
    expect(answers).toMatchObject([{ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }]);
    expect(timesAsked(gateway)).toBe(0);
  });
});
