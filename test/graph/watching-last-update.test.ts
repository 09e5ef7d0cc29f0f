import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { artifact, listed, readyProject, statusEntry, video, voices } from '../kit/service-bodies.ts';
import { type Stream, type StreamAnswer, subscribe } from '../kit/subscribe.ts';

const PROJECT = '/api/v1/projects/p1';

/** A gateway that polls each second, on a service with one project. */
async function start(env: Readonly<Record<string, string>> = {}) {
  const clock = createHandClock();
  const gateway = await startGateway({
    clock,
    env: {
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      READ_MAX_AGE_MS: '0',
      WATCH_MIN_INTERVAL_MS: '1000',
      WATCH_MAX_INTERVAL_MS: '1000',
      ...env,
    },
  });
  const projectIs = (status: 'in_progress' | 'ready') => {
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { status })] });
    gateway.serviceAnswers(PROJECT, readyProject({ status }));
  };
  projectIs('in_progress');
  return { clock, gateway, projectIs, pass: (seconds: number) => passSeconds(clock, gateway, seconds) };
}

/** Second by second, with time for what is asked and answered in each. */
async function passSeconds(clock: ReturnType<typeof createHandClock>, gateway: TestGateway, seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await clock.pass(1000);
    for (let trip = 0; trip < 3; trip += 1) await gateway.ask('{ __typename }');
  }
}

type Update = Readonly<Record<string, unknown>> & { readonly isFinal: boolean };

const updateIn = ({ data }: StreamAnswer): Update | null => Object.values(data ?? {})[0] as Update | null;

/** Those that have come, and were not taken. */
const lastUpdates = (answers: readonly StreamAnswer[]) =>
  answers.map(updateIn).filter((update) => update?.isFinal === true);

/** The stream completes after its last update, which comes once and has no errors. */
async function expectLast(stream: Stream, update: object): Promise<void> {
  const { answers, end } = await stream.rest();
  expect(lastUpdates(answers)).toMatchObject([update]);
  expect(answers.at(-1)).toMatchObject({ errors: [] });
  expect(end).toEqual({ how: 'complete' });
}

describe('A last update with a field that could not be read', () => {
  const watchProject = (gateway: TestGateway, selection: string) =>
    subscribe(
      gateway,
      `subscription { dubbingProjectUpdated(id: "p1") { kind sequence isFinal previousStatus project { ${selection} } } }`,
    );

  it.each([
    ['details of its own', 'status mixingMode', PROJECT],
    ['the catalogue', 'status targetLanguage { voices { key } }', '/api/v1/voices'],
  ])('waits for %s, and comes whole', async (_, selection, address) => {
    const { clock, gateway, projectIs, pass } = await start();
    await using _gateway = gateway;
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    await using stream = watchProject(gateway, selection);
    expect((await stream.next()).data.dubbingProjectUpdated).toMatchObject({ kind: 'SNAPSHOT', isFinal: false });
    projectIs('ready');
    gateway.serviceAnswers(address, {}, 500);
    await pass(20);
    expect(lastUpdates(stream.untaken)).toEqual([]);
    if (address === PROJECT) projectIs('ready');
    else gateway.serviceAnswers(address, { voices });
    await pass(30);
    await expectLast(stream, {
      kind: 'CHANGED',
      isFinal: true,
      previousStatus: 'IN_PROGRESS',
      project: { status: 'READY' },
    });
    expect(clock.timers).toBeLessThan(10);
  });

  it.each([
    ['its own address', 'dubbingProjectUpdated(id: "p1")', 'mixingMode', PROJECT],
    ['the catalogue', 'dubbingProjectUpdated(id: "p1")', 'targetLanguage { voices { key } }', '/api/v1/voices'],
    ['its own address, among jobs', 'jobsUpdated(ids: ["DubbingProject:p1"])', 'mixingMode', PROJECT],
  ])('comes after a minute with its errors, if %s goes on failing', async (_, root, selection, address) => {
    const { gateway, projectIs, pass } = await start();
    await using _gateway = gateway;
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    await using stream = subscribe(
      gateway,
      `subscription { update: ${root} { kind isFinal ... on DubbingProjectUpdate { project { status ${selection} } } } }`,
    );
    await stream.next();
    projectIs('ready');
    gateway.serviceAnswers(address, {}, 500);
    await pass(55);
    expect(lastUpdates(stream.untaken)).toEqual([]);
    await pass(15);
    const { answers, end } = await stream.rest();
    expect(answers.at(-1)).toMatchObject({
      data: { update: { kind: 'CHANGED', isFinal: true, project: { status: 'READY' } } },
      errors: [
        {
          path: ['update', 'project', ...selection.match(/\w+/g)!.slice(0, 2)],
          extensions: { code: 'UPSTREAM_UNAVAILABLE' },
        },
      ],
    });
    expect(end).toEqual({ how: 'complete' });
  });

  it('that is the first one, too, waits for it', async () => {
    const { gateway, projectIs, pass } = await start();
    await using _ = gateway;
    projectIs('ready');
    gateway.serviceAnswers(PROJECT, {}, 500);
    await using stream = watchProject(gateway, 'status mixingMode');
    await pass(10);
    projectIs('ready');
    await pass(30);
    await expectLast(stream, {
      kind: 'SNAPSHOT',
      sequence: 0,
      isFinal: true,
      project: { status: 'READY', mixingMode: expect.any(String) },
    });
  });

  it('for lack of quota waits until there is some', async () => {
    const { gateway, projectIs, pass } = await start({ QUOTA_PER_MINUTE: '1' });
    await using _ = gateway;
    projectIs('ready');
    gateway.serviceAnswers('/api/v1/voices', { voices });
    await using stream = watchProject(gateway, 'status targetLanguage { voices { key } }');
    await pass(58);
    expect(stream.untaken).toEqual([]);
    await pass(5);
    await expectLast(stream, {
      kind: 'SNAPSHOT',
      sequence: 0,
      project: { targetLanguage: { voices: expect.any(Array) } },
    });
  });

  it('is not waited for where the object is gone', async () => {
    const { gateway, pass } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    await using stream = watchProject(gateway, 'status targetLanguage { voices { key } }');
    await stream.next();
    gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p2')] });
    gateway.serviceAnswers(PROJECT, { error: 'Project not found' }, 404);
    await pass(10);
    const { answers, end } = await stream.rest();
    expect(lastUpdates(answers)).toMatchObject([{ kind: 'GONE' }]);
    expect(end).toEqual({ how: 'complete' });
  });

  it('of a video that is at rest waits for what only its own address has', async () => {
    const { gateway, pass } = await start();
    await using _ = gateway;
    const statusIs = (over: object) =>
      gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', { langs: [statusEntry('fr-FR', over)] });
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
    statusIs({});
    await using stream = subscribe(
      gateway,
      'subscription { videoUpdated(id: "s1/v1", untilSettled: true) { kind isFinal video { name } changes { language { code } } } }',
    );
    expect((await stream.next()).data.videoUpdated).toMatchObject({ kind: 'SNAPSHOT', video: { name: 'Video v1' } });
    statusIs({ pendingOn: 'editor', eta: null });
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', {}, 500);
    await pass(20);
    gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1', { name: 'Later' }));
    await pass(40);
    await expectLast(stream, {
      kind: 'CHANGED',
      isFinal: true,
      video: { name: 'Later' },
      changes: [{ language: { code: 'fr-FR' } }],
    });
  });
});

describe('Among several jobs', () => {
  const watchJobs = (gateway: TestGateway) =>
    subscribe(
      gateway,
      `subscription {
        jobsUpdated(ids: ["DubbingProject:p1", "Artifact:a1"]) {
          kind sequence isFinal job { id } ... on DubbingProjectUpdate { project { status mixingMode } }
        }
      }`,
    );

  it('one heals while the others go on', async () => {
    const { gateway, projectIs, pass } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { status: 'upload_started' }));
    await using stream = subscribe(
      gateway,
      `subscription {
        jobsUpdated(ids: ["DubbingProject:p1", "Artifact:a1"]) {
          kind sequence job { id } ... on DubbingProjectUpdate { project { targetLanguage { voices { key } } } }
        }
      }`,
    );
    const first = [await stream.next(), await stream.next()];
    expect(first.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      'UPSTREAM_UNAVAILABLE',
    ]);
    gateway.serviceAnswers('/api/v1/voices', { voices });
    await pass(6);
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 2,
      job: { id: 'DubbingProject:p1' },
      project: { targetLanguage: { voices: expect.any(Array) } },
    });
    projectIs('in_progress');
    await pass(10);
    expect(stream.untaken).toEqual([]);
  });

  it('the last to end is not lost with the stream', async () => {
    const { clock, gateway, projectIs, pass } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { status: 'upload_started' }));
    await using stream = watchJobs(gateway);
    await stream.next();
    await stream.next();
    projectIs('ready');
    gateway.serviceAnswers(PROJECT, {}, 500);
    await pass(10);
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1'));
    await pass(10);
    expect(lastUpdates(stream.untaken)).toMatchObject([{ job: { id: 'Artifact:a1' } }]);
    projectIs('ready');
    await pass(30);
    const last = await stream.updateWhere(({ isFinal, job }) => isFinal && job.id === 'DubbingProject:p1');
    expect(last).toMatchObject({
      kind: 'CHANGED',
      project: { status: 'READY', mixingMode: expect.any(String) },
    });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'complete' } });
    await expect.poll(() => clock.timers).toBeLessThan(10);
  });

  it('one that is denied does not hold up the end with what was owed of it', async () => {
    const { gateway, pass } = await start();
    await using _ = gateway;
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { status: 'upload_started' }));
    gateway.serviceAnswers('/api/v1/voices', {}, 500);
    await using stream = subscribe(
      gateway,
      `subscription {
        jobsUpdated(ids: ["DubbingProject:p1", "Artifact:a1"]) {
          kind isFinal job { id } ... on DubbingProjectUpdate { project { targetLanguage { voices { key } } } }
        }
      }`,
    );
    await stream.next();
    await stream.next();
    gateway.serviceAnswers('/api/v1/projects', { error: 'Access denied to this project' }, 403);
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1'));
    await pass(4);
    expect((await stream.rest()).end).toEqual({ how: 'complete' });
  });
});
