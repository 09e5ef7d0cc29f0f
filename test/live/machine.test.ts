import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { DubbingProject, DubbingProjectList } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { ALL_DUBBING_PROJECTS } from '../../src/domain/dubbing-project/dubbing-project-selection.ts';
import { UpstreamUnavailableError } from '../../src/errors.ts';
import { dubbingProjectKind, newDubbingProject } from '../../src/live/kinds/dubbing-project.ts';
import { dubbingProjectsKind, newDubbingProjects } from '../../src/live/kinds/dubbing-projects.ts';
import { CONFIRM_AFTER_MS, isStale, NEW_REPLICA, type Replica, reduceReplica } from '../../src/live/kinds/replica.ts';
import type { Lookup } from '../../src/loaders/reads.ts';
import { runs } from '../kit/runs.ts';

const RUNS = runs(100_000);
vi.setConfig({ testTimeout: 600_000 });
const error = new UpstreamUnavailableError();

const project = (version: number, isDone: boolean): DubbingProject => ({
  kind: 'DubbingProject',
  projectId: 'p',
  name: `v${version}`,
  rawStatus: isDone ? 'ready' : 'in_progress',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  costMinutes: 1,
  createdAt: null,
  details: null,
});

const version = fc.nat(3);
const afterMs = fc.nat(400);
const versions = fc.option(version, { nil: null, freq: 4 });

it('in whatever order its events come, an answer that was asked earlier never takes the place of a later one', () => {
  const events = fc.array(
    fc.oneof(
      fc.record({
        is: fc.constant('answered' as const),
        found: versions,
        asked: fc.integer({ min: 1, max: 20 }),
        afterMs,
      }),
      fc.record({ is: fc.constant('settled' as const), hasFailed: fc.boolean(), afterMs }),
      fc.record({ is: fc.constantFrom('fetching' as const, 'invalidated' as const), afterMs }),
      fc.record({ is: fc.constant('outdated' as const), by: fc.integer({ min: 1, max: 20 }), afterMs }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(events, (all) => {
      let at = 0;
      let replica: Replica<Lookup<DubbingProject>> = NEW_REPLICA;
      for (const event of all) {
        at += event.afterMs;
        const previous = replica;
        if (event.is === 'answered') {
          const value = { found: event.found === null ? null : project(event.found, false) };
          replica = reduceReplica(replica, { is: 'answered', value, asked: event.asked, at });
          if (event.asked < previous.asked) expect(replica).toBe(previous);
        } else if (event.is === 'settled') {
          replica = reduceReplica(replica, { is: 'settled', error: event.hasFailed ? error : null, at });
          expect(replica.value).toBe(previous.value);
        } else replica = reduceReplica(replica, event);
        // A thing that was seen is not gone by one "not found", nor by two at once.
        const isGone = replica.value?.found === null && (previous.value?.found ?? null) !== null;
        if (isGone) expect(at - (previous.missingSince ?? at)).toBeGreaterThanOrEqual(CONFIRM_AFTER_MS);
        if (replica.asked <= replica.staleAfter) expect(isStale(replica)).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

it('in whatever order list and details are answered, a project is never gone while the list has it, nor shown by halves', () => {
  const events = fc.array(
    fc.oneof(
      fc.record({ of: fc.constant('list' as const), found: versions, isDone: fc.boolean(), afterMs }),
      fc.record({
        of: fc.constant('details' as const),
        found: versions,
        isDone: fc.boolean(),
        isLate: fc.boolean(),
        afterMs,
      }),
      fc.record({
        of: fc.constantFrom('fetch' as const, 'failure' as const, 'write' as const, 'estimate' as const),
        afterMs,
      }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(events, (all) => {
      let at = 0;
      let asked = 10;
      let state = newDubbingProject('p', at);
      const details = {
        mixingMode: null,
        estimatedCompletionAt: null,
        completedAt: null,
        output: null,
        errorMessage: null,
      };
      for (const event of all) {
        at += event.afterMs;
        asked += 2;
        if (event.of === 'list') {
          const items = event.found === null ? [] : [project(event.found, event.isDone)];
          const value: DubbingProjectList = { items, malformed: [] };
          state = dubbingProjectKind.reduce(state, { is: 'polled', value, isNews: true, asked, at });
        } else if (event.of === 'details') {
          const value = { found: event.found === null ? null : { ...project(event.found, event.isDone), details } };
          const answered = { is: 'answered', value, asked: event.isLate ? asked - 3 : asked, at } as const;
          state = dubbingProjectKind.reduce(state, { is: 'details', event: answered, at });
        } else if (event.of === 'estimate') state = dubbingProjectKind.reduce(state, { is: 'estimateSought' });
        else {
          const is = {
            fetch: { is: 'fetching' },
            failure: { is: 'settled', error, at },
            write: { is: 'invalidated' },
          } as const;
          state = dubbingProjectKind.reduce(state, { is: 'details', event: is[event.of], at });
        }
        const { isGone, details: shown, polled } = dubbingProjectKind.snapshot(state);
        if (state.entry !== null) expect(isGone).toBe(false);
        if (shown !== 'stale' && shown !== null) expect(shown.details).not.toBeNull();
        if (polled !== null) expect(polled.details).toBeNull();
        const readers = { polled: true, details: true };
        const isWanted = dubbingProjectKind.wants(state, readers, { now: at + 1_000, isAwaited: true }) !== null;
        // An owed field is asked for.
        if (shown === 'stale') expect(isWanted).toBe(true);
        expect(dubbingProjectKind.observe(state, readers).length).toBe(polled === null ? 0 : 1);
      }
    }),
    { numRuns: RUNS },
  );
});

it('in whatever order lists come, none of the projects is gone that only one list in a row lacks', () => {
  const lists = fc.array(
    fc.record({ has: fc.subarray(['a', 'b', 'c']), isWhole: fc.boolean(), deleted: fc.subarray(['c']), afterMs }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lists, (all) => {
      let at = 0;
      let state = newDubbingProjects(at);
      for (const [asked, { has, isWhole, deleted, ...list }] of all.entries()) {
        at += list.afterMs;
        const items = has.map((projectId) => ({ ...project(0, false), projectId }));
        const malformed = isWhole ? [] : [{ index: 0, message: 'it is missing' }];
        const previous = state;
        const value = { items, malformed, deleted: deleted.filter((id) => !has.includes(id)) };
        state = dubbingProjectsKind(ALL_DUBBING_PROJECTS).reduce(state, {
          is: 'polled',
          value,
          isNews: true,
          asked,
          at,
        });
        for (const id of previous.projects?.keys() ?? []) {
          if (state.projects?.has(id) || value.deleted.includes(id)) continue;
          expect(at - (previous.lacking.get(id) ?? at)).toBeGreaterThanOrEqual(CONFIRM_AFTER_MS);
        }
        for (const id of has) expect(state.projects?.has(id)).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});
