import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contracts/feed.ts';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { ALL_DUBBING_PROJECTS } from '../../src/domain/dubbing-project/dubbing-project-selection.ts';
import type { DubbingProjectsUpdate } from '../../src/domain/update.ts';
import { dubbingProjectsKind } from '../../src/live/kinds/dubbing-projects.ts';
import { Topic } from '../../src/live/updates/topic.ts';
import { TopicFeed } from '../../src/live/updates/topic-feed.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { runs } from '../kit/runs.ts';
import { finished, running, startWatches, update, type WatchKit } from './watch-kit.ts';

const LIST = 'GET /api/v1/projects';

const put = (kit: WatchKit, id: string) =>
  kit.sandbox.account().putDubbingProject({ id, name: `Episode ${id}`, work: running() });

const ids = ({ projects }: DubbingProjectsUpdate) => projects.map(({ projectId }) => projectId);

/** All that there is to take. */
function drain(feed: Feed<DubbingProjectsUpdate>): DubbingProjectsUpdate[] {
  const updates: DubbingProjectsUpdate[] = [];
  for (let taken = feed.take(); taken.is === 'event'; taken = feed.take()) {
    if (taken.event instanceof Error) throw taken.event;
    updates.push(taken.event);
  }
  return updates;
}

describe('The watched list of dubbing projects', () => {
  it('is told whole at first, then by an update for each kind of change that a look brings', async () => {
    await using kit = await startWatches();
    const { dubbingProjects } = kit.sandbox.account();
    for (const id of ['a', 'b', 'c']) put(kit, id);
    const feed = kit.live.dubbingProjects();
    const first = await update(feed);
    expect(first).toMatchObject({ of: 'DubbingProjects', kind: 'SNAPSHOT', sequence: 0 });
    expect(ids(first)).toEqual(['a', 'b', 'c']);
    put(kit, 'd');
    dubbingProjects.get('b')!.work = finished();
    dubbingProjects.delete('c');
    await kit.turn();
    const updates = drain(feed);
    // One list that lacks a project proves nothing.
    await kit.turn();
    updates.push(...drain(feed));
    expect(updates.map(({ kind, sequence, skipped }) => ({ kind, sequence, skipped }))).toEqual([
      { kind: 'ADDED', sequence: 1, skipped: 0 },
      { kind: 'CHANGED', sequence: 2, skipped: 0 },
      { kind: 'GONE', sequence: 3, skipped: 0 },
    ]);
    expect(updates.map(ids)).toEqual([['d'], ['b'], ['c']]);
    expect(updates[1]).toMatchObject({ projects: [{ rawStatus: 'ready', details: null }], isFinal: false });
    expect(kit.asked()).toEqual([LIST, LIST, LIST]);
  });

  it('is told empty where there is no project, and of the first', async () => {
    await using kit = await startWatches();
    const feed = kit.live.dubbingProjects();
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', projects: [] });
    put(kit, 'a');
    await kit.turn();
    expect(drain(feed)).toMatchObject([{ kind: 'ADDED', projects: [{ projectId: 'a' }] }]);
  });

  it('is told to a slow reader as what has become of each project in the end', async () => {
    await using kit = await startWatches();
    const { dubbingProjects } = kit.sandbox.account();
    for (const id of ['stays', 'leaves', 'returns', 'changes']) put(kit, id);
    const feed = kit.live.dubbingProjects();
    await update(feed);
    put(kit, 'passes');
    put(kit, 'new');
    const returning = dubbingProjects.get('returns')!;
    dubbingProjects.delete('returns');
    dubbingProjects.get('changes')!.name = 'one';
    await kit.turn();
    dubbingProjects.delete('passes');
    dubbingProjects.delete('leaves');
    dubbingProjects.set('returns', { ...returning, name: 'otherwise' });
    dubbingProjects.get('changes')!.name = 'two';
    dubbingProjects.get('new')!.name = 'newer';
    // Two lists in a row lack them.
    await kit.turn();
    await kit.turn();
    const updates = drain(feed);
    expect(updates).toMatchObject([
      { kind: 'ADDED', skipped: 2, projects: [{ projectId: 'new', name: 'newer' }] },
      { kind: 'CHANGED', skipped: 0 },
      { kind: 'GONE', skipped: 0, projects: [{ projectId: 'leaves' }] },
    ]);
    expect(updates[1]?.projects.map(({ name }) => name).toSorted()).toEqual(['otherwise', 'two']);
  });

  it('is told in another order as the same', async () => {
    await using kit = await startWatches();
    const { dubbingProjects } = kit.sandbox.account();
    for (const id of ['a', 'b']) put(kit, id);
    const feed = kit.live.dubbingProjects();
    await update(feed);
    const [a, b] = [...dubbingProjects.values()];
    dubbingProjects.clear();
    for (const project of [b!, a!]) dubbingProjects.set(project.id, project);
    await kit.turn();
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('is told to be old and back, without a project', async () => {
    await using kit = await startWatches();
    put(kit, 'a');
    const feed = kit.live.dubbingProjects();
    await update(feed);
    kit.sandbox.misfortune({ on: {}, answer: { status: 500, body: '{}' } });
    await kit.turn();
    expect(drain(feed)).toMatchObject([{ kind: 'FRESHNESS', freshness: 'STALE', projects: [] }]);
    put(kit, 'b');
    await kit.turn();
    expect(drain(feed)).toMatchObject([{ kind: 'ADDED', freshness: 'LIVE' }]);
  });

  it('loses nothing that a list which is not whole fails to tell, and tells of what it does', async () => {
    await using kit = await startWatches();
    for (const id of ['a', 'b']) put(kit, id);
    const feed = kit.live.dubbingProjects();
    await update(feed);
    const broken = kit.sandbox.account().dubbingProjects.get('a')!;
    broken.listOverrides = { target_lang: undefined };
    put(kit, 'c');
    await kit.turn();
    expect(drain(feed).map((event) => [event.kind, ids(event)])).toEqual([['ADDED', ['c']]]);
    broken.listOverrides = {};
    kit.sandbox.account().dubbingProjects.delete('a');
    await kit.turn();
    expect(drain(feed)).toEqual([]);
    await kit.turn();
    expect(drain(feed).map((event) => [event.kind, ids(event)])).toEqual([['GONE', ['a']]]);
  });
});

describe('Whatever becomes of the projects, and whenever a reader takes', () => {
  const project = (projectId: string, version: number): DubbingProject => ({
    kind: 'DubbingProject',
    projectId,
    name: `${projectId} ${version}`,
    rawStatus: 'in_progress',
    sourceLanguage: 'en',
    targetLanguage: 'fr-FR',
    costMinutes: 1,
    createdAt: null,
    details: null,
  });
  const states = fc.array(
    fc.record({
      list: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(2)), { selector: ([id]) => id }),
      takes: fc.nat(3),
      isFresh: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('it knows what there is once it has taken all, was told nothing that it knew, and nothing old', () => {
    fc.assert(
      fc.property(states, (steps) => {
        const view = new Topic(dubbingProjectsKind(ALL_DUBBING_PROJECTS));
        const feed = new TopicFeed(view, {}, createHandClock());
        const known = new Map<string, DubbingProject>();
        let list = new Map<string, DubbingProject>();
        let sequence = 0;
        const learn = ({ kind, projects, ...update }: DubbingProjectsUpdate): void => {
          expect(update.sequence).toBe(sequence);
          sequence += 1;
          if (kind === 'SNAPSHOT') expect(sequence).toBe(1);
          else if (kind !== 'FRESHNESS') expect(projects).not.toEqual([]);
          for (const told of projects) {
            expect(known.has(told.projectId)).toBe(kind === 'CHANGED' || kind === 'GONE');
            if (kind === 'GONE') {
              expect(list.has(told.projectId)).toBe(false);
              known.delete(told.projectId);
            } else {
              expect(told).toEqual(list.get(told.projectId));
              expect(told).not.toEqual(known.get(told.projectId));
              known.set(told.projectId, told);
            }
          }
        };
        for (const { list: now, takes, isFresh } of steps) {
          list = new Map(now.map(([id, version]) => [id, project(id, version)]));
          const freshness = isFresh ? 'LIVE' : 'STALE';
          const times = { checkedAt: sequence, nextCheckAt: sequence + 1 };
          view.publish({ state: list, failure: null, freshness, ...times, cause: null });
          for (let take = 0; take < takes; take += 1) {
            const taken = feed.take();
            if (taken.is === 'event' && !(taken.event instanceof Error)) learn(taken.event);
          }
        }
        for (const event of drain(feed)) learn(event);
        expect(known).toEqual(list);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
