import type { Balance, RequestBudget } from '../../domain/balance.ts';
import { deepEqual } from '../../domain/common/deep-equal.ts';
import { lazy } from '../../domain/common/lazy.ts';
import type { DubbingProject } from '../../domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectSelection } from '../../domain/dubbing-project/dubbing-project-selection.ts';
import type { BalanceUpdate, DubbingProjectsUpdate, RequestBudgetUpdate, UpdateKind } from '../../domain/update.ts';
import type { Diff, UpdateFormat } from './update-format.ts';

export const balanceUpdates: UpdateFormat<Balance, null, BalanceUpdate> = {
  baseline: () => null,
  diff: () => ({ kind: 'CHANGED', baseline: null }),
  toUpdate: (about, balance) => ({ of: 'Balance', balance, ...about }),
  isFinal: () => false,
};

export const requestBudgetUpdates: UpdateFormat<RequestBudget, null, RequestBudgetUpdate> = {
  baseline: () => null,
  diff: () => ({ kind: 'CHANGED', baseline: null }),
  toUpdate: (about, budget) => ({ of: 'RequestBudget', budget, ...about }),
  isFinal: () => false,
};

/** The projects of an account by their ids, in the service's order. */
export type KnownProjects = ReadonlyMap<string, DubbingProject>;

/**
 * A look that finds changes of several kinds gives an update for each: new projects first, then changed ones, then those
 * that are gone. A reader who has seen only some of these updates gets the rest from the state by then: none is missed or old.
 */
export function dubbingProjectsUpdates(
  selection: DubbingProjectSelection,
): UpdateFormat<KnownProjects, KnownProjects, DubbingProjectsUpdate> {
  return {
    baseline: (known) => known,
    diff: nextKind,
    toUpdate: (about, known, from) => ({
      of: 'DubbingProjects',
      projects: about.kind === 'SNAPSHOT' && !selection.snapshot ? [] : concerned(about.kind, known, from),
      before: from,
      after: lazy(() => (from === null ? known : reached(about.kind, known, from))),
      selection,
      ...about,
    }),
    isFinal: () => false,
  };
}

function reached(kind: UpdateKind, known: KnownProjects, from: KnownProjects): KnownProjects {
  const change = KINDS.find((name) => name === kind);
  return change === undefined ? known : afterwards(change, known, from);
}

const KINDS = ['ADDED', 'CHANGED', 'GONE'] as const;

function nextKind(from: KnownProjects, known: KnownProjects): Diff<KnownProjects> | null {
  const [kind, ...others] = KINDS.filter((kind) => differing(kind, known, from).length > 0);
  if (kind === undefined) return null;
  return { kind, baseline: others.length === 0 ? known : afterwards(kind, known, from) };
}

function concerned(kind: UpdateKind, known: KnownProjects, from: KnownProjects | null): readonly DubbingProject[] {
  switch (kind) {
    case 'SNAPSHOT':
      return [...known.values()];
    case 'FRESHNESS':
    case 'CHECKED':
      return [];
    default:
      return from === null ? [] : differing(kind, known, from);
  }
}

function differing(kind: (typeof KINDS)[number], known: KnownProjects, from: KnownProjects): readonly DubbingProject[] {
  switch (kind) {
    case 'ADDED':
      return [...known.values()].filter(({ projectId }) => !from.has(projectId));
    case 'CHANGED':
      return [...known.values()].filter((project) => {
        const before = from.get(project.projectId);
        return before !== undefined && !deepEqual(before, project);
      });
    case 'GONE':
      return [...from.values()].filter(({ projectId }) => !known.has(projectId));
  }
}

/** The projects that a reader knows after an update of one kind. */
function afterwards(kind: (typeof KINDS)[number], known: KnownProjects, from: KnownProjects): KnownProjects {
  const after = new Map(from);
  for (const project of differing(kind, known, from)) {
    if (kind === 'GONE') after.delete(project.projectId);
    else after.set(project.projectId, project);
  }
  return after;
}
