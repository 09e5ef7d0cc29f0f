import { describe, expect, it } from 'vitest';
import { KEYS } from '../kit/gateway.ts';
import { finished, running, runningProject, startWatching, timesAsked, watch } from '../kit/watching.ts';

describe('An account of which something is watched', () => {
  it('is kept however many others come along, and forgotten like them afterwards', async () => {
    await using gateway = await startWatching({ env: { AUTH_MODE: 'passthrough' } });
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', work: running() });
    await using stream = watch.artifact(gateway, 'a1', 'status', { key: KEYS[0] });
    await stream.update();
    const ask = (key: string) => gateway.ask('{ requestBudget { remainingToday } }', { key });
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 100 }, (_, index) => ask(`key-of-somebody-${round}-${index}`)));
    artifact.work = finished();
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', isFinal: true });
    expect((await stream.rest()).end).toEqual({ how: 'complete' });
    const before = timesAsked(gateway);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 100 }, (_, index) => ask(`key-of-another-${round}-${index}`)));
    expect(timesAsked(gateway)).toBeLessThanOrEqual(before + 1);
  });
});

describe('An event', () => {
  it('asks the service for nothing that its update tells', async () => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1');
    const langs = [{ lang: 'fr-FR', phase: 'mixing', pendingOn: 'editor', isError: false, eta: null }];
    gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', statusOverrides: { langs } });
    const fields = 'name state mixingMode estimatedCompletionAt output { videoUrl } errorMessage';
    await using dubbing = watch.dubbingProject(gateway, 'p1', fields);
    await using video = watch.video(
      gateway,
      'proj_demo/v1',
      'video { name state targetLanguages { code } progress { eta } }',
    );
    await Promise.all([dubbing.update(), video.update()]);
    gateway.sandbox.misfortune({ on: {}, times: Number.POSITIVE_INFINITY, answer: { status: 500, body: '{}' } });
    for (const stream of [dubbing, video]) {
      const stale = await stream.update();
      expect(stale).toMatchObject({ kind: 'FRESHNESS', freshness: 'STALE' });
    }
  });
});
