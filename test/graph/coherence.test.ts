import { describe, expect, it } from 'vitest';
import { type FakeStudio, startFakeStudio } from '../kit/fake-studio.ts';

/** A watch that asks seldom: what is answered while nobody reads does not come from it. */
const SELDOM = { WATCH_MIN_INTERVAL_MS: '60000', WATCH_MAX_INTERVAL_MS: '60000', READ_MAX_AGE_MS: '100' };
const OFTEN = { WATCH_MIN_INTERVAL_MS: '50', WATCH_MAX_INTERVAL_MS: '100', READ_MAX_AGE_MS: '100' };

/** Longer than an answer may serve. */
const aged = () => new Promise((resolve) => setTimeout(resolve, 150));

describe('Once nobody reads a watch any more', () => {
  const THINGS: readonly {
    readonly what: string;
    readonly subscription: string;
    readonly query: string;
    readonly change: (studio: FakeStudio) => void;
    readonly changed: unknown;
  }[] = [
    {
      what: 'the list of projects, by a stream that has ended by itself',
      subscription: 'dubbingProjectUpdated(id: "ready") { kind project { name } }',
      query: 'dubbingProjects(orderBy: { field: NAME, direction: ASC }) { nodes { name } }',
      change: ({ projects }) => projects.set('new', { status: 'in_progress', name: 'New' }),
      changed: { nodes: [{ name: 'New' }, { name: 'Ready' }, { name: 'Running' }] },
    },
    {
      what: 'a project’s details, by a stream that has ended by itself',
      subscription: 'dubbingProjectUpdated(id: "ready") { kind project { name mixingMode } }',
      query: 'dubbingProject(id: "ready") { name mixingMode }',
      change: ({ projects }) => projects.set('ready', { status: 'ready', name: 'Renamed' }),
      changed: { name: 'Renamed', mixingMode: 'VOICEOVER_ONLY' },
    },
    {
      what: 'the list of projects, by a reader who left',
      subscription: 'dubbingProjectsUpdated { kind projects { name } }',
      query: 'dubbingProject(id: "running") { name }',
      change: ({ projects }) => projects.set('running', { status: 'in_progress', name: 'Renamed' }),
      changed: { name: 'Renamed' },
    },
    {
      what: 'an artifact',
      subscription: 'artifactUpdated(id: "a1") { kind artifact { name } }',
      query: 'artifact(id: "a1") { name }',
      change: ({ artifacts }) => artifacts.set('a1', { status: 'upload_started', name: 'Renamed' }),
      changed: { name: 'Renamed' },
    },
    {
      what: 'a video',
      subscription: 'videoUpdated(id: "s1/vid1") { kind video { name } progress { isSettled } }',
      query: 'video(id: "s1/vid1") { name progress { isSettled } }',
      change: ({ videos }) =>
        videos.set('s1/vid1', { name: 'Renamed', langs: [{ lang: 'fr-FR', pendingOn: 'editor' }] }),
      changed: { name: 'Renamed', progress: { isSettled: true } },
    },
    {
      what: 'the balance',
      subscription: 'balanceUpdated { kind balance { minutes } }',
      query: 'balance { minutes }',
      change: (studio) => {
        studio.balance = 7;
      },
      changed: { minutes: 7 },
    },
  ];

  it.for(THINGS)('$what is not answered from it', async ({ subscription, query, change, changed }) => {
    await using studio = await startFakeStudio({ env: SELDOM });
    {
      await using stream = studio.subscribe(`subscription { ${subscription} }`);
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT' });
    }
    change(studio);
    await aged();
    const { data } = await studio.ask(`{ it: ${query} }`);
    expect(data.it).toEqual(changed);
  });

  it.for(THINGS)('$what is answered from it for a moment', async ({ subscription, query }) => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    {
      await using stream = studio.subscribe(`subscription { ${subscription} }`);
      await stream.update();
    }
    await studio.ask(`{ it: ${query} }`);
    const asked = studio.requests.length;
    await studio.ask(`{ it: ${query} }`);
    expect(studio.requests.length).toBe(asked);
  });
});

describe('What a write has just created', () => {
  const CREATE = {
    project: `createDubbingProject(input: { name: "Fresh", sourceLanguage: "en", targetLanguage: "fr-FR",
      sourceVideoUrl: "https://media.example.com/a.mp4" }) { ... on CreateDubbingProjectPayload { project { id } } }`,
    artifact: `createArtifact(input: { name: "Fresh", type: VIDEO, source: { url: "https://media.example.com/a.mp4" } }) {
      ... on CreateArtifactPayload { artifact { id } } ... on UserError { message } }`,
    video: `createVideo(input: { projectId: "s1", name: "Fresh", workflowType: DUBBING, sourceLanguage: "en",
      targetLanguages: ["fr-FR"], sourceArtifactId: "a9" }) {
      ... on CreateVideoPayload { video { id } } ... on UserError { message } }`,
  };
  const create = async (studio: FakeStudio, what: keyof typeof CREATE): Promise<string> => {
    const { data, errors } = await studio.ask(`mutation { made: ${CREATE[what]} }`);
    expect(errors).toEqual([]);
    expect(data.made).not.toHaveProperty('message');
    return Object.values<{ id: string }>(data.made)[0]!.id;
  };

  it('is there for every query, though the service does not know it yet', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    studio.knowsNew = false;
    const project = await create(studio, 'project');
    const artifact = await create(studio, 'artifact');
    const video = await create(studio, 'video');
    await aged();
    const { data, errors } = await studio.ask(`{
      listed: dubbingProject(id: "${project}") { name status }
      whole: dubbingProject(id: "${project}") { name status mixingMode }
      artifact(id: "${artifact}") { name state }
      video(id: "${video}") { name state progress { isSettled languages { language { code } } } }
      node(id: "${project}") { id }
      nodes(ids: ["${project}", "${artifact}", "${video}"]) { id }
      dubbingProjects(filter: { search: "Fresh" }) { totalCount nodes { name createdAt } }
    }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      listed: { name: 'Fresh', status: 'IN_PROGRESS' },
      whole: { name: 'Fresh', status: 'IN_PROGRESS', mixingMode: 'VOICEOVER_WITH_ORIGINAL_TRACK' },
      artifact: { name: 'Fresh', state: 'RUNNING' },
      video: {
        name: 'Fresh',
        state: 'RUNNING',
        progress: { isSettled: false, languages: [{ language: { code: 'fr-FR' } }] },
      },
      node: { id: project },
      nodes: [{ id: project }, { id: artifact }, { id: video }],
      dubbingProjects: { totalCount: 1, nodes: [{ name: 'Fresh', createdAt: null }] },
    });
  });

  it('is a SNAPSHOT in progress for who subscribes to it, and ADDED at once for who watches the list', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    studio.knowsNew = false;
    await using all = studio.subscribe('subscription { dubbingProjectsUpdated { kind projects { name } } }');
    await all.update();
    const project = await create(studio, 'project');
    expect(await all.update()).toEqual({ kind: 'ADDED', projects: [{ name: 'Fresh' }] });
    const artifact = await create(studio, 'artifact');
    const video = await create(studio, 'video');
    await using jobs = studio.subscribe(`subscription {
      jobsUpdated(ids: ["${project}", "${artifact}", "${video}"]) { kind job { id state } } }`);
    await using listed = studio.subscribe(
      `subscription { dubbingProjectUpdated(id: "${project}") { kind project { status } } }`,
    );
    await using whole = studio.subscribe(
      `subscription { dubbingProjectUpdated(id: "${project}") { kind project { status mixingMode } } }`,
    );
    await using uploaded = studio.subscribe(
      `subscription { artifactUpdated(id: "${artifact}") { kind artifact { state } } }`,
    );
    await using produced = studio.subscribe(
      `subscription { videoUpdated(id: "${video}") { kind video { name } progress { isSettled } } }`,
    );
    for (const stream of [listed, whole]) {
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', project: { status: 'IN_PROGRESS' } });
    }
    expect(await uploaded.update()).toEqual({ kind: 'SNAPSHOT', artifact: { state: 'RUNNING' } });
    expect(await produced.update()).toMatchObject({ kind: 'SNAPSHOT', progress: { isSettled: false } });
    for (let job = 0; job < 3; job += 1) {
      expect(await jobs.update()).toMatchObject({ kind: 'SNAPSHOT', job: { state: 'RUNNING' } });
    }
    await aged();
    for (const stream of [all, listed, whole, uploaded, produced, jobs]) expect(stream.untaken).toEqual([]);
  });

  it('is as the service says as soon as it knows it', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    studio.knowsNew = false;
    const project = await create(studio, 'project');
    await using stream = studio.subscribe(
      `subscription { dubbingProjectUpdated(id: "${project}") { kind project { status } } }`,
    );
    await stream.update();
    studio.knowsNew = true;
    studio.projects.set(studio.lastId, { status: 'ready', name: 'Fresh' });
    expect(await stream.update()).toEqual({ kind: 'CHANGED', project: { status: 'READY' } });
    expect((await stream.rest()).end).toEqual({ how: 'complete' });
  });

  it('is gone at once when it is deleted through the gateway, though the service still lists it', async () => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '0' } });
    await using one = studio.subscribe('subscription { dubbingProjectUpdated(id: "running") { kind isFinal } }');
    await using all = studio.subscribe('subscription { dubbingProjectsUpdated { kind projects { name } } }');
    await Promise.all([one.update(), all.update()]);
    studio.forgetsDeleted = false;
    const { data } = await studio.ask('mutation { deleteDubbingProject(id: "running") { __typename } }');
    expect(data.deleteDubbingProject.__typename).toBe('DeletePayload');
    expect(await one.update()).toEqual({ kind: 'GONE', isFinal: true });
    expect(await all.update()).toEqual({ kind: 'GONE', projects: [{ name: 'Running' }] });
    const after = await studio.ask('{ dubbingProject(id: "running") { name } dubbingProjects { nodes { name } } }');
    expect(after.data).toEqual({ dubbingProject: null, dubbingProjects: { nodes: [{ name: 'Ready' }] } });
  });
});

describe('Of two answers about one project', () => {
  const LISTED = '{ dubbingProject(id: "running") { status } dubbingProjects { nodes { id status } } }';
  const WHOLE = '{ dubbingProject(id: "running") { status mixingMode } }';
  const statuses = (data: { dubbingProject: unknown; dubbingProjects: { nodes: readonly { id: string }[] } }) => [
    data.dubbingProject,
    data.dubbingProjects.nodes.find(({ id }) => id === 'DubbingProject:running'),
  ];

  it('the one asked later counts, where a list that was asked before comes late', async () => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    const release = studio.holdBack('/api/v1/projects');
    const listing = studio.ask(LISTED);
    await studio.arrived('/api/v1/projects');
    studio.projects.set('running', { status: 'ready', name: 'Running' });
    expect((await studio.ask(WHOLE)).data.dubbingProject).toMatchObject({ status: 'READY' });
    release();
    for (const { data } of [await listing, await studio.ask(LISTED)]) {
      expect(statuses(data)).toEqual([{ status: 'READY' }, { id: 'DubbingProject:running', status: 'READY' }]);
    }
  });

  it('the one asked later counts, where the list is remembered from before', async () => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    await using all = studio.subscribe('subscription { dubbingProjectsUpdated { kind projects { status } } }');
    await all.update();
    studio.projects.set('running', { status: 'ready', name: 'Running' });
    expect((await studio.ask(WHOLE)).data.dubbingProject).toMatchObject({ status: 'READY' });
    expect(statuses((await studio.ask(LISTED)).data)[0]).toEqual({ status: 'READY' });
    expect(
      (await studio.ask('{ node(id: "DubbingProject:running") { ... on DubbingProject { status } } }')).data.node,
    ).toEqual({ status: 'READY' });
    expect(await all.update()).toEqual({ kind: 'CHANGED', projects: [{ status: 'READY' }] });
  });

  it('the one asked later counts, where the details are remembered from before', async () => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    expect((await studio.ask(WHOLE)).data.dubbingProject).toMatchObject({ status: 'IN_PROGRESS' });
    studio.projects.set('running', { status: 'ready', name: 'Running' });
    expect(statuses((await studio.ask(LISTED)).data)[0]).toEqual({ status: 'READY' });
    expect((await studio.ask(WHOLE)).data.dubbingProject).toMatchObject({ status: 'READY' });
  });

  it('the one asked later counts, where details that were asked before come late', async () => {
    await using studio = await startFakeStudio({ env: { ...SELDOM, READ_MAX_AGE_MS: '60000' } });
    const release = studio.holdBack('/api/v1/projects/running');
    const reading = studio.ask(WHOLE);
    await studio.arrived('/api/v1/projects/running');
    studio.projects.set('running', { status: 'ready', name: 'Running' });
    const { data } = await studio.ask('{ dubbingProjects { nodes { id status } } }');
    expect(data.dubbingProjects.nodes).toContainEqual({ id: 'DubbingProject:running', status: 'READY' });
    release();
    expect((await reading).errors).toEqual([]);
    expect(statuses((await studio.ask(LISTED)).data)[0]).toEqual({ status: 'READY' });
    expect((await studio.ask(WHOLE)).data.dubbingProject).toMatchObject({ status: 'READY' });
  });
});

describe('The languages of a video', () => {
  it('are answered in one order, and another order of the service’s is no change', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    const langs = ['fr-FR', 'de-DE', 'it-IT'].map((lang) => ({ lang, pendingOn: 'system' }));
    studio.videos.set('s1/vid1', { name: 'Harbour', langs });
    await using stream = studio.subscribe(`subscription { videoUpdated(id: "s1/vid1") {
      kind video { name targetLanguages { code } } progress { languages { language { code } } } } }`);
    const first = await stream.update();
    expect(first.kind).toBe('SNAPSHOT');
    studio.videos.set('s1/vid1', { name: 'Harbour', langs: langs.toReversed() });
    const { data } = await studio.ask(
      '{ video(id: "s1/vid1") { name targetLanguages { code } progress { languages { language { code } } } } }',
      { headers: { 'cache-control': 'no-cache' } },
    );
    expect(data.video.progress).toEqual(first.progress);
    expect(data.video.targetLanguages).toEqual(first.video.targetLanguages);
    expect(stream.untaken).toEqual([]);
    studio.videos.set('s1/vid1', { name: 'Quay', langs });
    await studio.ask('{ video(id: "s1/vid1") { name } }', { headers: { 'cache-control': 'no-cache' } });
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', video: { name: 'Quay' } });
  });
});

describe('One "not found"', () => {
  /** Long enough for the gateway to look twice, half a second apart. */
  const looks = () => new Promise((resolve) => setTimeout(resolve, 900));
  const STREAMS = {
    listed: 'dubbingProjectUpdated(id: "running") { kind project { status } }',
    whole: 'dubbingProjectUpdated(id: "running") { kind project { status mixingMode } }',
    all: 'dubbingProjectsUpdated { kind projects { name } }',
    artifact: 'artifactUpdated(id: "a1") { kind artifact { name } }',
    video: 'videoUpdated(id: "s1/vid1") { kind video { name } progress { isSettled } }',
  } as const;
  const PATHS = {
    project: '/api/v1/projects/running',
    artifact: '/api/v1/artifacts/a1',
    video: '/api/v1/projects/s1/videos/vid1',
    progress: '/api/v1/projects/s1/videos/vid1/status',
  } as const;

  it('ends no stream, wherever it comes from', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    const streams = Object.values(STREAMS).map((field) => studio.subscribe(`subscription { ${field} }`));
    for (const stream of streams) expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT' });
    studio.emptyLists = 1;
    for (const path of Object.values(PATHS)) studio.notFound(path, 1);
    await looks();
    for (const stream of streams) expect(stream.untaken).toEqual([]);
    for (const stream of streams) stream.close();
  });

  it('ends no stream of a project that the list has, however often its own address says so', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    await using stream = studio.subscribe(`subscription { ${STREAMS.whole} }`);
    await stream.update();
    studio.notFound(PATHS.project, 1_000);
    studio.projects.set('running', { status: 'in_progress', name: 'Renamed' });
    await looks();
    expect(stream.untaken.map(({ data }) => data.dubbingProjectUpdated.kind)).not.toContain('GONE');
    studio.notFound(PATHS.project, 0);
    studio.projects.set('running', { status: 'ready', name: 'Renamed' });
    expect(await stream.updateWhere(({ kind }) => kind === 'CHANGED')).toMatchObject({ project: { status: 'READY' } });
  });

  it('is the end if it is said again half a second later', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    const streams = Object.values(STREAMS).map((field) => studio.subscribe(`subscription { ${field} }`));
    for (const stream of streams) await stream.update();
    studio.projects.clear();
    studio.artifacts.clear();
    studio.videos.clear();
    for (const stream of streams) expect(await stream.update()).toMatchObject({ kind: 'GONE' });
    for (const stream of streams) stream.close();
  });

  it('is the end of what was never seen', async () => {
    await using studio = await startFakeStudio({ env: OFTEN });
    await using stream = studio.subscribe('subscription { artifactUpdated(id: "none") { kind } }');
    const { errors } = await stream.next();
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});

describe('Who comes back to a watch that nobody has read', () => {
  const FIELDS = [
    ['dubbingProjectUpdated(id: "running")', 'project { name }'],
    ['dubbingProjectUpdated(id: "running")', 'project { name mixingMode }'],
    ['dubbingProjectUpdated(id: "ready")', 'project { name mixingMode }'],
    ['dubbingProjectsUpdated', 'projects { name }'],
    ['artifactUpdated(id: "a1")', 'artifact { name }'],
    ['videoUpdated(id: "s1/vid1")', 'video { name } progress { isSettled }'],
    ['balanceUpdated', 'balance { minutes }'],
  ] as const;

  it.for(FIELDS)('is shown what is so now: %s { %s }', async ([field, selection]) => {
    await using studio = await startFakeStudio({ env: SELDOM });
    const subscription = `subscription { ${field} { kind ${selection} } }`;
    const first = studio.subscribe(subscription);
    const snapshot = await first.update();
    first.close();
    studio.projects.set('running', { status: 'in_progress', name: 'Renamed' });
    studio.projects.set('ready', { status: 'ready', name: 'Renamed too' });
    studio.artifacts.set('a1', { status: 'upload_started', name: 'Renamed' });
    studio.videos.set('s1/vid1', { name: 'Renamed', langs: [{ lang: 'fr-FR', pendingOn: 'system' }] });
    studio.balance = 7;
    await aged();
    await using again = studio.subscribe(subscription);
    const now = await again.update();
    expect(now).not.toEqual(snapshot);
    expect(JSON.stringify(now)).toMatch(/Renamed|7/);
    expect(now.kind).toBe('SNAPSHOT');
  });
});
