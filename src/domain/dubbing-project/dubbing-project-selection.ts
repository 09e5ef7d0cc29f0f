import { memoByIdentity } from '../common/memo-by-identity.ts';
import type { Optional } from '../common/optional.ts';
import type { DubbingProject } from './dubbing-project.ts';
import { type DubbingProjectFilter, filterDubbingProjects } from './dubbing-project-filter.ts';
import {
  DEFAULT_DUBBING_PROJECT_ORDER,
  type DubbingProjectOrder,
  dubbingProjectCursors,
  orderDubbingProjects,
} from './dubbing-project-order.ts';

/** Which of an account's projects a subscription is about, and in which order it shows them. */
export interface DubbingProjectSelection {
  readonly filter: Optional<DubbingProjectFilter>;
  readonly order: DubbingProjectOrder;
  /** Whether the first update has the projects: a page that has queried them already needs none. */
  readonly snapshot: boolean;
}

/** The selection of a subscription without arguments. */
export const ALL_DUBBING_PROJECTS: DubbingProjectSelection = {
  filter: null,
  order: DEFAULT_DUBBING_PROJECT_ORDER,
  snapshot: true,
};

type ProjectsById = ReadonlyMap<string, DubbingProject>;

/** The projects that match a filter, by their ids. */
export function selectDubbingProjects(projects: ProjectsById, filter: DubbingProjectSelection['filter']): ProjectsById {
  if (filter == null) return projects;
  const entries = [...projects.values()].map((item) => ({ key: NO_PLACE, item, fault: '' }));
  return new Map(
    filterDubbingProjects(entries, filter).flatMap(({ item }) => (item === null ? [] : [[item.projectId, item]])),
  );
}

/** A filter does not look at places. */
const NO_PLACE = [0, null, ''] as const;

/** Where a project stands among others. */
export interface DubbingProjectPlacement {
  readonly project: DubbingProject;
  /** The same as in the connection of this order. */
  readonly cursor: string;
  /** The project before it; null for the first one. */
  readonly after: DubbingProject | null;
}

/** The places of projects in an order, by their ids. */
export function placeDubbingProjects(
  projects: ProjectsById,
  order: DubbingProjectOrder,
): ReadonlyMap<string, DubbingProjectPlacement> {
  const { write } = dubbingProjectCursors(order);
  const ordered = orderDubbingProjects(asList(projects), order);
  return new Map(
    ordered.flatMap(({ item, key }, index) => {
      const place = item && { project: item, cursor: write(key), after: ordered[index - 1]?.item ?? null };
      return place === null ? [] : [[place.project.projectId, place]];
    }),
  );
}

const asList = memoByIdentity((projects: ProjectsById) => ({ items: [...projects.values()], malformed: [] }));
