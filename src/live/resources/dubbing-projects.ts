import {
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectState,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../../domain/dubbing-project/projects-by-id.ts';
import type { DubbingProjectsUpdate } from '../../domain/update.ts';
import { dubbingProjectsUpdates, type KnownProjects } from '../updates/account-updates.ts';
import type { Kind, KindEvent, Watched } from './kind.ts';
import { CONFIRM_AFTER_MS, NEW_REPLICA } from './replica.ts';

interface State extends Watched<never> {
  readonly projects: KnownProjects | null;
  /** Projects that the list lacks, with when it first did: one such list proves nothing. */
  readonly lacking: ReadonlyMap<string, number>;
  readonly since: number;
}

/** All projects of an account, by the list. */
export const dubbingProjectsKind: Kind<
  DubbingProjectList,
  never,
  State,
  KnownProjects,
  KnownProjects,
  DubbingProjectsUpdate
> = {
  resource: 'dubbingProjectList',
  name: 'Dubbing projects',
  format: dubbingProjectsUpdates,
  reduce(state, event) {
    if (event.is === 'polled') return listed(state, event);
    if (event.is !== 'amended' || state.projects === null) return state;
    const amended = projectsById(event.value);
    return {
      ...state,
      projects: new Map([...state.projects].map(([id, project]) => [id, amended.get(id) ?? project])),
    };
  },
  wants: () => null,
  observe({ projects, lacking, since }, readers) {
    if (projects === null || !readers.polled) return [];
    const isMoving = [...projects.values()].some(({ rawStatus }) => dubbingProjectState(rawStatus) === 'RUNNING');
    const phase = lacking.size > 0 ? 'queued' : isMoving ? 'working' : 'idle';
    return [{ kind: 'dubbingProjectList', phase, estimateAt: null, since }];
  },
  snapshot: ({ projects }) => ({ polled: projects, details: null, isKnownByDetails: false, isGone: false }),
};

export function newDubbingProjects(since: number): State {
  return { projects: null, lacking: new Map(), since, details: NEW_REPLICA };
}

function listed(state: State, event: KindEvent<DubbingProjectList, never> & { is: 'polled' }): State {
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
