import { describe, expect, it, vi } from 'vitest';
import type { Answer, TestGateway } from '../kit/gateway.ts';
import { TRANSPORTS } from '../kit/subscribe.ts';
import { SELDOM, startWatching, updatesIn, watch } from '../kit/watching.ts';
import { remove, write } from '../kit/writing.ts';

vi.setConfig({ testTimeout: 90_000 });

const startSeldom = (): Promise<TestGateway> => startWatching({ env: SELDOM });

/** A write that has been done: its result is a payload. */
async function done(writing: Promise<{ readonly result: Answer }>): Promise<Answer> {
  const { result } = await writing;
  expect(result).not.toHaveProperty('message');
  return result;
}

/** Nothing is asked by itself here: each update comes because of the write. */
describe.each(TRANSPORTS)('A write through the gateway is told at once over %s:', (transport) => {
  it('a project that is created, to who watches the list and the balance', async () => {
    await using gateway = await startSeldom();
    await using list = watch.dubbingProjects(gateway, 'id name status', { transport });
    await using balance = watch.balance(gateway, { transport });
    const [, { balance: before }] = await Promise.all([list.update(), balance.update()]);
    const created = await done(
      write(gateway, 'createDubbingProject', {
        name: 'Trailer',
        sourceLanguage: 'en',
        targetLanguage: 'fr-FR',
        sourceVideoUrl: 'https://cdn.example.com/trailer.mp4',
      }),
    );
    expect(await list.update()).toMatchObject({
      kind: 'ADDED',
      projects: [{ id: created.project.id, name: 'Trailer', status: 'IN_PROGRESS' }],
    });
    expect(await balance.update()).toMatchObject({
      kind: 'CHANGED',
      balance: { minutes: before.minutes - created.costMinutes },
    });
  });

  it('a project that is deleted', async () => {
    await using gateway = await startSeldom();
    gateway.sandbox.account().putDubbingProject({ id: 'p1', name: 'Trailer' });
    await using list = watch.dubbingProjects(gateway, 'id', { transport });
    await list.update();
    await done(remove(gateway, 'deleteDubbingProject', 'p1'));
    expect(await list.update()).toMatchObject({ kind: 'GONE', projects: [{ id: 'DubbingProject:p1' }] });
  });

  it('a project that is re-translated', async () => {
    await using gateway = await startSeldom();
    gateway.sandbox.account().putDubbingProject({ id: 'p1', name: 'Trailer' });
    await using list = watch.dubbingProjects(gateway, 'id status', { transport });
    expect(await list.update()).toMatchObject({ projects: [{ status: 'READY' }] });
    await done(
      write(gateway, 'retranslateDubbingProject', {
        id: 'p1',
        targetScript: [{ startMs: 0, endMs: 1500, text: 'Salut.', speakerId: 1 }],
        targetSpeakers: [{ speakerId: 1, voiceKey: '53f154:fr-FR-DeniseNeural', style: 'feminine' }],
      }),
    );
    expect(await list.update()).toMatchObject({ kind: 'CHANGED', projects: [{ status: 'IN_PROGRESS' }] });
  });

  it('a video that is updated, and one that is deleted', async () => {
    await using gateway = await startSeldom();
    gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
    await using stream = watch.video(gateway, 'proj_demo/v1', 'video { name remark }', { transport });
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', video: { name: 'Harbour', remark: null } });
    await done(write(gateway, 'updateVideo', { id: 'proj_demo/v1', name: 'Quay', remark: 'cut' }));
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', video: { name: 'Quay', remark: 'cut' } });
    await done(remove(gateway, 'deleteVideo', 'proj_demo/v1'));
    const { answers, end } = await stream.rest();
    expect(updatesIn(answers)).toMatchObject([{ kind: 'GONE', isFinal: true, video: { name: 'Quay' } }]);
    expect(end).toEqual({ how: 'complete' });
  });

  it('a studio project that is deleted, to who watches its videos', async () => {
    await using gateway = await startSeldom();
    const account = gateway.sandbox.account();
    account.putStudioProject('proj_1');
    for (const id of ['v1', 'v2']) account.putVideo({ projectId: 'proj_1', id });
    await using stream = watch.jobs(gateway, ['Video:proj_1/v1', 'Video:proj_1/v2'], 'job { id }', { transport });
    await Promise.all([stream.update(), stream.update()]);
    await done(remove(gateway, 'deleteStudioProject', 'proj_1'));
    const { answers, end } = await stream.rest();
    expect(updatesIn(answers).map(({ kind }) => kind)).toEqual(['GONE', 'GONE']);
    expect(end).toEqual({ how: 'complete' });
  });

  it('what somebody else has done meanwhile comes with it, for the same thing', async () => {
    await using gateway = await startSeldom();
    const video = gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
    await using stream = watch.video(gateway, 'proj_demo/v1', 'video { name } progress { isSettled }', { transport });
    expect(await stream.update()).toMatchObject({ progress: { isSettled: false } });
    video.beganAt -= 1_000_000_000;
    await done(write(gateway, 'updateVideo', { id: 'proj_demo/v1', name: 'Quay' }));
    const update = await stream.updateWhere(({ progress }) => progress.isSettled);
    expect(update).toMatchObject({ kind: 'CHANGED', video: { name: 'Quay' } });
  });
});
