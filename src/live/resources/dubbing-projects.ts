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
import type { DubbingProjectsUpdate } from '../../domain/update.ts';
import type { Observation } from '../schedule/polling.ts';
import { dubbingProjectsUpdates, type KnownProjects } from '../updates/account-updates.ts';
import type { Kind, KindEvent, Readers, Watched } from './kind.ts';
import { CONFIRM_AFTER_MS, NEW_REPLICA } from './replica.ts';

export interface DubbingProjectsState extends Watched<never> {
  readonly projects: KnownProjects | null;
  /** Projects that the list lacks, with when it first did: one such list proves nothing. */
  readonly lacking: ReadonlyMap<string, number>;
}

/** How the list is named where it is measured. */
export const DUBBING_PROJECT_LIST = 'dubbingProjectList';

/** The projects of an account that match a selection, by the list. */
export function dubbingProjectsKind(
  selection: DubbingProjectSelection,
): Kind<DubbingProjectList, never, DubbingProjectsState, KnownProjects, KnownProjects, DubbingProjectsUpdate> {
  const select = memoByIdentity((projects: KnownProjects) => selectDubbingProjects(projects, selection.filter));
  return {
    resource: DUBBING_PROJECT_LIST,
    name: 'Dubbing projects',
    format: dubbingProjectsUpdates(selection),
    reduce,
    wants: () => null,
    observe,
    snapshot: ({ projects }) => ({
      polled: projects && select(projects),
      details: null,
      isKnownByDetails: false,
      isGone: false,
    }),
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
  return [{ kind: 'dubbingProjectList', phase, estimateAt: null, since }];
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
