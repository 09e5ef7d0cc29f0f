import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { listed, readyProject, statusEntry, video, voices } from '../kit/service-bodies.ts';
import { subscribe } from '../kit/subscribe.ts';

const SECOND_MS = 1000;
const COMPLETED_AT = '2026-01-02T04:00:00.000Z';

/** A service with two ready projects, of which the details of `p1` cannot be read. */
async function start(env: Readonly<Record<string, string>> = {}) {
  const clock = createHandClock();
  const gateway = await startGateway({
    clock,
    env: {
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      WATCH_MIN_INTERVAL_MS: '3600000',
      WATCH_MAX_INTERVAL_MS: '3600000',
      ...env,
    },
  });
  gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1'), listed('p2')] });
  gateway.serviceAnswers('/api/v1/projects/p2', readyProject({ completed_date: COMPLETED_AT }));
  return { clock, gateway };
}

const watchList = (gateway: TestGateway) =>
  subscribe(gateway, 'subscription { dubbingProjectsUpdated { kind sequence projects { id mixingMode } } }');

describe('A field that could not be read', () => {
  it('because the service failed comes in a CHANGED with the projects concerned, once it can be read', async () => {
    const { clock, gateway } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/projects/p1', {}, 500);
    await using stream = watchList(gateway);
    const { data, errors } = await stream.next();
    expect(data.dubbingProjectsUpdated).toMatchObject({ kind: 'SNAPSHOT', sequence: 0 });
    expect(errors.length).toBe(1);
    const asked = () => gateway.upstreamRequests().filter((line) => line.endsWith('/p1')).length;
    asked();
    await clock.pass(5 * SECOND_MS);
    await expect.poll(asked).toBeGreaterThan(0);
    for (let trip = 0; trip < 5; trip += 1) await gateway.ask('{ __typename }');
    expect(stream.untaken).toEqual([]);
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({}));
    for (let second = 0; second < 20; second += 1) {
      await clock.pass(SECOND_MS);
      await gateway.ask('{ __typename }');
    }
    expect(await stream.update()).toEqual({
      kind: 'CHANGED',
      sequence: 1,
      projects: [{ id: 'DubbingProject:p1', mixingMode: expect.any(String) }],
    });
    await clock.pass(600 * SECOND_MS);
    await gateway.ask('{ __typename }');
    expect(stream.untaken).toEqual([]);
  });

  it('for lack of quota comes when there is quota again', async () => {
    const { clock, gateway } = await start({ QUOTA_PER_MINUTE: '2' });
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject({}));
    await using stream = watchList(gateway);
    const { data, errors } = await stream.next();
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const { projects } = data.dubbingProjectsUpdated;
    const owed = projects.filter(({ mixingMode }: { mixingMode: unknown }) => mixingMode === null);
    await clock.pass(61 * SECOND_MS);
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      projects: owed.map(({ id }: { id: string }) => ({ id, mixingMode: expect.any(String) })),
    });
  });

  it('for lack of quota is read before anything is polled', async () => {
    const { clock, gateway } = await start({
      QUOTA_PER_MINUTE: '4',
      READ_MAX_AGE_MS: '0',
      WATCH_MIN_INTERVAL_MS: '1000',
      WATCH_MAX_INTERVAL_MS: '1000',
    });
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/voices', { voices });
    for (let times = 0; times < 3; times += 1) await gateway.ask('{ balance { minutes } }');
    // The refusal rounds up to whole seconds; the quota is back a little earlier.
    await clock.pass(400);
    await using stream = subscribe(
      gateway,
      'subscription { dubbingProjectsUpdated { kind projects { targetLanguage { voices { key } } } } }',
    );
    expect((await stream.next()).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }, {}]);
    gateway.upstreamRequests();
    for (let second = 0; second < 70; second += 1) {
      await clock.pass(SECOND_MS);
      await gateway.ask('{ __typename }');
    }
    expect(gateway.upstreamRequests().slice(0, 2)).toEqual(['GET /api/v1/voices', 'GET /api/v1/projects']);
    const { projects } = await stream.updateWhere(({ kind }) => kind === 'CHANGED');
    expect(projects).toMatchObject([{ targetLanguage: { voices: expect.any(Array) } }, {}]);
  });

  it('of one video comes in a CHANGED of the whole video', async () => {
    const { clock, gateway } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', { langs: [statusEntry('fr-FR')] });
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    await using stream = subscribe(
      gateway,
      `subscription { videoUpdated(id: "s1/v1") { kind sequence video { name targetLanguages { voices { id } } } } }`,
    );
    const { data, errors } = await stream.next();
    expect(data.videoUpdated).toMatchObject({ kind: 'SNAPSHOT', video: { name: 'Video v1' } });
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
    gateway.serviceAnswers('/api/v1/voices', { voices });
    await clock.pass(5 * SECOND_MS);
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      video: { name: 'Video v1', targetLanguages: errors.map(() => ({ voices: expect.any(Array) })) },
    });
  });

  it('leaves no timer behind when its reader leaves', async () => {
    const { clock, gateway } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/projects/p1', {}, 500);
    const idle = clock.timers;
    const stream = watchList(gateway);
    expect((await stream.next()).errors.length).toBe(1);
    stream.close();
    await expect
      .poll(async () => {
        await gateway.ask('{ __typename }');
        return clock.timers;
      })
      .toBeLessThanOrEqual(idle + 1);
  });
});
