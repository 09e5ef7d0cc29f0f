import { deepEqual } from '../../domain/common/deep-equal.ts';
import { lazy } from '../../domain/common/lazy.ts';
import { memoByIdentity } from '../../domain/common/memo-by-identity.ts';
import {
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectState,
} from '../../domain/dubbing-project/dubbing-project.ts';
import {
  type DubbingProjectSelection,
  selectDubbingProjects,
} from '../../domain/dubbing-project/dubbing-project-selection.ts';
import { projectsById } from '../../domain/dubbing-project/projects-by-id.ts';
import type { DubbingProjectsUpdate, UpdateKind } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Observation } from '../schedule/polling.ts';
import type { Delta } from '../updates/update-format.ts';
import type { Kind, KindEvent, Readers, Watch, Watched } from './kind.ts';
import { CONFIRM_AFTER_MS, NEW_REPLICA } from './replica.ts';

/** The projects of an account by their ids, in the service's order. */
type KnownProjects = ReadonlyMap<string, DubbingProject>;

const NONE: KnownProjects = new Map();
/** The kinds of changes, in the order of their updates. */
const CHANGES = ['ADDED', 'CHANGED', 'GONE'] as const;

interface DubbingProjectsState extends Watched<never> {
  readonly projects: KnownProjects | null;
  /** Projects that the list lacks, with when it first did: one such list proves nothing. */
  readonly lacking: ReadonlyMap<string, number>;
}

/**
 * The projects of an account that match a selection, by the list.
 *
 * A look that finds changes of several kinds gives an update for each: new projects first, then changed ones, then those
 * that are gone. A reader who has seen only some of these updates gets the rest from the state by then: none is missed or old.
 */
export function dubbingProjectsKind(
  selection: DubbingProjectSelection,
): Kind<DubbingProjectList, never, DubbingProjectsState, KnownProjects, DubbingProjectsUpdate> {
  const select = memoByIdentity((projects: KnownProjects) => selectDubbingProjects(projects, selection.filter));
  return {
    resource: 'dubbingProjectList',
    polled: 'dubbingProjectList',
    name: 'Dubbing projects',
    reduce,
    wants: () => null,
    observe,
    snapshot: ({ projects }) => ({ polled: projects && select(projects), details: null }),
    diff,
    toUpdate: (about, known, from) => ({
      of: 'DubbingProjects',
      projects: about.kind === 'SNAPSHOT' && !selection.snapshot ? [] : concerned(about.kind, known, from ?? NONE),
      before: from,
      after: lazy(() => afterwards(about.kind, known, from ?? NONE)),
      selection,
      ...about,
    }),
  };
}

export function watchDubbingProjects(
  selection: DubbingProjectSelection,
  reads: AccountReads,
  now: number,
): Watch<DubbingProjectsUpdate> {
  return {
    thing: { kind: 'DubbingProjects' },
    selection: JSON.stringify(selection),
    kind: dubbingProjectsKind(selection),
    state: newDubbingProjects(now),
    polled: reads.dubbingProjectList,
    details: null,
  };
}

function reduce(state: DubbingProjectsState, event: KindEvent<DubbingProjectList, never>): DubbingProjectsState {
  if (event.is === 'polled') return listed(state, event);
  if (event.is === 'restored') return { ...state, since: event.since };
  if (event.is !== 'amended' || state.projects === null) return state;
  const amended = projectsById(event.value);
  return {
    ...state,
    projects: new Map([...state.projects].map(([id, project]) => [id, amended.get(id) ?? project])),
  };
}

/** The pace follows from all projects, whatever a selection shows of them. */
function observe({ projects, lacking, since }: DubbingProjectsState, readers: Readers): readonly Observation[] {
  if (projects === null || !readers.polled) return [];
  const isMoving = [...projects.values()].some(({ rawStatus }) => dubbingProjectState(rawStatus) === 'RUNNING');
  const phase = lacking.size > 0 ? 'queued' : isMoving ? 'working' : 'idle';
  return [{ phase, estimateAt: null, since }];
}

export function newDubbingProjects(since: number): DubbingProjectsState {
  return { projects: null, lacking: new Map(), since, details: NEW_REPLICA };
}

function listed(
  state: DubbingProjectsState,
  event: KindEvent<DubbingProjectList, never> & { is: 'polled' },
): DubbingProjectsState {
  const { items, malformed, deleted = [] } = event.value;
  const projects = new Map<string, DubbingProject>(items.map((project) => [project.projectId, project]));
  const lacking = new Map<string, number>();
  for (const [projectId, project] of state.projects ?? []) {
    if (projects.has(projectId) || deleted.includes(projectId)) continue;
    const since = state.lacking.get(projectId) ?? event.at;
    const isConfirmed = malformed.length === 0 && event.at - since >= CONFIRM_AFTER_MS;
    if (isConfirmed) continue;
    projects.set(projectId, project);
    // A list that cannot be read whole may have it.
    if (malformed.length === 0) lacking.set(projectId, since);
  }
  return { ...state, projects, lacking, since: event.isNews ? event.at : state.since };
}

function diff(from: KnownProjects, known: KnownProjects): Delta<KnownProjects> | null {
  const [kind, ...others] = CHANGES.filter((change) => concerned(change, known, from).length > 0);
  if (kind === undefined) return null;
  return { kind, to: others.length === 0 ? known : afterwards(kind, known, from) };
}

/** The projects that an update of this kind is about. */
function concerned(kind: UpdateKind, known: KnownProjects, from: KnownProjects): readonly DubbingProject[] {
  switch (kind) {
    case 'SNAPSHOT':
      return [...known.values()];
    case 'ADDED':
      return [...known.values()].filter(({ projectId }) => !from.has(projectId));
    case 'CHANGED':
      return [...known.values()].filter((project) => {
        const previous = from.get(project.projectId);
        return previous !== undefined && !deepEqual(previous, project);
      });
    case 'GONE':
      return [...from.values()].filter(({ projectId }) => !known.has(projectId));
    case 'FRESHNESS':
    case 'CHECKED':
      return [];
  }
}

/** The projects that a reader knows after an update of this kind. */
function afterwards(kind: UpdateKind, known: KnownProjects, from: KnownProjects): KnownProjects {
  const after = new Map(from);
  for (const project of concerned(kind, known, from)) {
    if (kind === 'GONE') after.delete(project.projectId);
    else after.set(project.projectId, project);
  }
  return after;
}
