import { describe, expect, it, vi } from 'vitest';
import type { TestGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { subscribe } from '../kit/subscribe.ts';
import {
  finished,
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

/** What was read serves until a write or the test's own requests say otherwise. */
const REMEMBERING = { ...SELDOM, READ_MAX_AGE_MS: '6000000' };
const ROW = 'id name status createdAt costMinutes';
const LIST = '/api/v1/projects';

async function startRemembering() {
  const gateway = await startWatching({ env: REMEMBERING });
  const account = gateway.sandbox.account();
  for (let index = 0; index < 50; index += 1) {
    account.putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, work: finished() });
  }
  runningProject(gateway, 'r1');
  account.putArtifact({ id: 'a1', name: 'Trailer', work: running() });
  account.putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
  return gateway;
}

const THINGS = [
  {
    what: 'a page of 50',
    query: `dubbingProjects { nodes { ${ROW} } checkedAt }`,
    subscription: `dubbingProjectsUpdated { kind freshness checkedAt projects { ${ROW} } }`,
  },
  {
    what: 'a project with its details',
    query: `dubbingProject(id: "r1") { ${ROW} estimatedCompletionAt checkedAt } dubbingProjects { nodes { id } }`,
    subscription: `dubbingProjectUpdated(id: "r1") { kind freshness checkedAt project { ${ROW} estimatedCompletionAt } }`,
  },
  {
    what: 'a video',
    query: 'video(id: "proj_demo/v1") { name progress { isSettled } checkedAt }',
    subscription: 'videoUpdated(id: "proj_demo/v1") { kind freshness checkedAt video { name progress { isSettled } } }',
  },
  {
    what: 'an artifact',
    query: 'artifact(id: "a1") { name checkedAt }',
    subscription: 'artifactUpdated(id: "a1") { kind freshness checkedAt artifact { name } }',
  },
  {
    what: 'the balance',
    query: 'balance { minutes checkedAt }',
    subscription: 'balanceUpdated { kind freshness checkedAt balance { minutes } }',
  },
];

describe('A watch that begins after a query', () => {
  it.each(THINGS)('begins with what the query has read of $what, and asks for nothing', async (thing) => {
    await using gateway = await startRemembering();
    const { data, errors } = await gateway.ask(`{ ${thing.query} }`);
    expect(errors).toEqual([]);
    gateway.upstreamRequests();
    await using stream = subscribe(gateway, `subscription { ${thing.subscription} }`);
    const { kind, freshness, checkedAt } = await stream.update();
    expect({ kind, freshness }).toEqual({ kind: 'SNAPSHOT', freshness: 'LIVE' });
    const [read] = Object.values<{ checkedAt: string }>(data);
    expect(Date.parse(checkedAt)).toBeGreaterThanOrEqual(Date.parse(read!.checkedAt));
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('says when the next look comes, and then shows what has changed', async () => {
    await using gateway = await startWatching({ env: { READ_MAX_AGE_MS: '6000000' } });
    const project = runningProject(gateway, 'r1');
    await gateway.ask(`{ dubbingProjects { nodes { ${ROW} } } }`);
    expect(timesAsked(gateway, LIST)).toBe(1);
    await using stream = watch.dubbingProjects(gateway, ROW);
    const { checkedAt, nextCheckAt } = await stream.update();
    expect(Date.parse(nextCheckAt)).toBeGreaterThan(Date.parse(checkedAt));
    project.work = finished();
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      projects: [{ id: 'DubbingProject:r1', status: 'READY' }],
    });
  });

  it('does not begin with what is older than READ_MAX_AGE_MS', async () => {
    const clock = createHandClock();
    await using gateway = await startWatching({ clock, env: { ...SELDOM, READ_MAX_AGE_MS: '2000' } });
    await gateway.ask(`{ dubbingProjects { nodes { ${ROW} } } }`);
    clock.skip(2_001);
    await using stream = watch.dubbingProjects(gateway, ROW);
    const { checkedAt } = await stream.update();
    expect(Date.parse(checkedAt)).toBe(clock.now());
    expect(timesAsked(gateway, LIST)).toBe(2);
  });

  it('does not begin with what a write has changed since', async () => {
    await using gateway = await startRemembering();
    await gateway.ask('{ video(id: "proj_demo/v1") { name progress { isSettled } } }');
    await write(gateway, 'updateVideo', { id: 'proj_demo/v1', name: 'Quay' }, { payload: '__typename' });
    await using stream = watch.video(gateway, 'proj_demo/v1', 'video { name }');
    expect(await stream.update()).toMatchObject({ video: { name: 'Quay' } });
  });

  it('begins with the later of two answers', async () => {
    await using gateway = await startRemembering();
    const query = '{ artifact(id: "a1") { name } }';
    await gateway.ask(query);
    gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Teaser', work: running() });
    await gateway.ask(query, { headers: { 'cache-control': 'no-cache' } });
    await using stream = watch.artifact(gateway, 'a1', 'name');
    expect(await stream.update()).toMatchObject({ artifact: { name: 'Teaser' } });
    expect(timesAsked(gateway)).toBe(2);
  });

  it('has a later change that a query brings to light', async () => {
    await using gateway = await startRemembering();
    await gateway.ask('{ artifact(id: "a1") { name } }');
    await using stream = watch.artifact(gateway, 'a1', 'name status');
    await stream.update();
    gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Teaser', work: running() });
    await gateway.ask('{ artifact(id: "a1") { name } }', { headers: { 'cache-control': 'no-cache' } });
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', artifact: { name: 'Teaser' } });
  });
});

describe('The details of 50 finished projects', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `DubbingProject:p${index}`);
  const FIELDS = '... on DubbingProjectUpdate { project { completedAt output { videoUrl } } }';

  async function startFinished() {
    const clock = createHandClock();
    const gateway = await startWatching({ clock, env: { ...SELDOM, READ_MAX_AGE_MS: '2000' } });
    const account = gateway.sandbox.account();
    for (const id of ids) account.putDubbingProject({ id: id.slice('DubbingProject:'.length), work: finished() });
    return { gateway, clock, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
  }

  async function watchAll(gateway: TestGateway): Promise<void> {
    await using jobs = watch.jobs(gateway, ids, FIELDS);
    const { answers, end } = await jobs.rest();
    expect(updatesIn(answers).filter(({ project }) => project.completedAt !== null)).toHaveLength(50);
    expect(end).toEqual({ how: 'complete' });
  }

  it('are asked for once, however often their page is opened while the list is watched', async () => {
    await using world = await startFinished();
    const { gateway, clock } = world;
    await using list = watch.dubbingProjects(gateway, ROW);
    await list.update();
    for (let visit = 0; visit < 3; visit += 1) {
      await watchAll(gateway);
      expect(timesAsked(gateway)).toBe(51);
      clock.skip(60_000);
    }
  });

  it('are asked for once, however often their page is opened after a query of the list', async () => {
    await using world = await startFinished();
    const { gateway, clock } = world;
    for (let visit = 0; visit < 3; visit += 1) {
      await gateway.ask(`{ dubbingProjects { nodes { ${ROW} } } }`);
      await watchAll(gateway);
      expect(timesAsked(gateway)).toBe(51 + visit);
      clock.skip(60_000);
    }
  });
});
