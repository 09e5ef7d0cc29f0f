import { memoByIdentity } from '../common/memo-by-identity.ts';
import type { DubbingProject, DubbingProjectList } from './dubbing-project.ts';

/** The projects of a list by their ids, indexed once for each list. */
export const projectsById = memoByIdentity(
  ({ items }: DubbingProjectList): ReadonlyMap<string, DubbingProject> =>
    new Map(items.map((project) => [project.projectId, project])),
);
