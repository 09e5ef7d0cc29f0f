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
 * Of what has changed, the new ones are told first, then the changed ones, then those that are gone. A reader who was told
 * of some of it only is told of the rest as it is by then, so that none is missed and none is told as it was.
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

/** What a reader knows who was told of one kind of change. */
function afterwards(kind: (typeof KINDS)[number], known: KnownProjects, from: KnownProjects): KnownProjects {
  const told = new Map(from);
  for (const project of differing(kind, known, from)) {
    if (kind === 'GONE') told.delete(project.projectId);
    else told.set(project.projectId, project);
  }
  return told;
}
