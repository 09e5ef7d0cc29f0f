import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../kit/gateway.ts';
import { TRANSPORTS } from '../kit/subscribe.ts';
import { finished, PATIENCE, runningProject, startWatching, timesAsked, watch } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const LIST = '/api/v1/projects';
const idsOf = ({ projects }: Answer): string[] =>
  projects.map(({ projectId }: { projectId: string }) => projectId).toSorted();

describe.each(TRANSPORTS)('The list of dubbing projects over %s', (transport) => {
  it('is told as a whole at first, and then by what is new, changed or gone', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    const projects = ['p1', 'p2', 'p3'].map((id) => runningProject(gateway, id));
    await using stream = watch.dubbingProjects(gateway, 'projectId status', { transport });
    const snapshot = await stream.update();
    expect(snapshot).toMatchObject({ kind: 'SNAPSHOT', sequence: 0, freshness: 'LIVE', isFinal: false });
    expect(idsOf(snapshot)).toEqual(['p1', 'p2', 'p3']);

    runningProject(gateway, 'p4');
    const added = await stream.update();
    expect(added).toMatchObject({ kind: 'ADDED', sequence: 1, projects: [{ projectId: 'p4', status: 'IN_PROGRESS' }] });

    projects[1]!.work = finished();
    const changed = await stream.update();
    expect(changed).toMatchObject({ kind: 'CHANGED', sequence: 2, projects: [{ projectId: 'p2', status: 'READY' }] });

    account.dubbingProjects.delete('p1');
    const gone = await stream.update();
    expect(gone).toMatchObject({ kind: 'GONE', sequence: 3, projects: [{ projectId: 'p1' }] });
    expect(stream.untaken).toEqual([]);
  });

  it('tells by an update for each kind what one look brings of several', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    const [first, second] = ['p1', 'p2', 'p3'].map((id) => runningProject(gateway, id));
    await using stream = watch.dubbingProjects(gateway, 'projectId status', { transport });
    await stream.update();
    first!.work = finished();
    second!.work = finished();
    account.dubbingProjects.delete('p3');
    runningProject(gateway, 'p4');
    runningProject(gateway, 'p5');
    const updates = [await stream.update(), await stream.update(), await stream.update()];
    expect(Object.fromEntries(updates.map((update) => [update.kind, idsOf(update)]))).toEqual({
      ADDED: ['p4', 'p5'],
      CHANGED: ['p1', 'p2'],
      GONE: ['p3'],
    });
    expect(updates.map(({ sequence, skipped }) => [sequence, skipped])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it('is told of the projects only of which it can see a change', async () => {
    await using gateway = await startWatching();
    const [first, second] = ['p1', 'p2', 'p3'].map((id) => runningProject(gateway, id));
    await using stream = watch.dubbingProjects(gateway, 'projectId name', { transport });
    await stream.update();
    const before = timesAsked(gateway, LIST);
    first!.work = finished();
    await expect.poll(() => timesAsked(gateway, LIST), PATIENCE).toBeGreaterThan(before + 2);
    first!.costMinutes = 3;
    second!.name = 'Renamed';
    const { kind, sequence, projects } = await stream.update();
    expect([kind, sequence, projects]).toEqual(['CHANGED', 1, [{ projectId: 'p2', name: 'Renamed' }]]);
  });

  it('is empty, and lives, where there is no project', async () => {
    await using gateway = await startWatching();
    await using stream = watch.dubbingProjects(gateway, 'projectId', { transport });
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', projects: [], isFinal: false });
    runningProject(gateway, 'p1');
    expect(await stream.update()).toMatchObject({ kind: 'ADDED', projects: [{ projectId: 'p1' }] });
  });

  it('never shows the projects of another account', async () => {
    await using gateway = await startWatching({ env: { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' } });
    const [one, two] = gateway.sandbox.keys;
    gateway.sandbox.account(one).putDubbingProject({ id: 'ours', name: 'Ours' });
    gateway.sandbox.account(two).putDubbingProject({ id: 'theirs', name: 'Theirs' });
    await using ours = watch.dubbingProjects(gateway, 'projectId', { transport, key: one! });
    await using theirs = watch.dubbingProjects(gateway, 'projectId', { transport, key: two! });
    expect(idsOf(await ours.update())).toEqual(['ours']);
    expect(idsOf(await theirs.update())).toEqual(['theirs']);
  });
});

describe.each(TRANSPORTS)('The balance over %s', (transport) => {
  it('is told at first and after each change', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    await using stream = watch.balance(gateway, { transport });
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', isFinal: false, balance: { minutes: 500 } });
    account.balanceMinutes = 420.5;
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', sequence: 1, balance: { minutes: 420.5 } });
    account.balanceMinutes = 421;
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', sequence: 2, balance: { minutes: 421 } });
  });
});
