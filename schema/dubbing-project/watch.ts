import { dubbingProjectStatus } from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectsUpdate, DubbingProjectUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { keyOfId } from '../common/id-argument.ts';
import type { SelectionInfo } from '../common/selection.ts';
import { JobInterface } from '../job/job.ts';
import { fieldsOfJob, JobUpdateInterface } from '../job/job-update.ts';
import { tellsChange, told, UpdateInterface } from '../job/update.ts';
import { selectsDetails } from './details.ts';
import { DubbingProjectObject, DubbingProjectStatusEnum } from './type.ts';
import { visibleProjects } from './visible-projects.ts';

/** Whether a subscription asks for what only the project's own address tells. */
export function watchesDubbingProjectDetails(info: SelectionInfo): boolean {
  return selectsDetails(fieldsOfJob('DubbingProject', info));
}

const DubbingProjectUpdateObject = builder.objectRef<DubbingProjectUpdate>('DubbingProjectUpdate').implement({
  description: 'The state of one dubbing project.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same as `project`, as any job.',
      resolve: ({ project }) => project,
    }),
    project: t.expose('project', {
      type: DubbingProjectObject,
      description: 'The project as it is now; after GONE, as it was last.',
    }),
    previousStatus: t.field({
      type: DubbingProjectStatusEnum,
      nullable: true,
      extensions: tellsChange,
      description:
        'The status in the update before, if it was another; null for a status that this schema does not know.',
      resolve: ({ project, previousStatus }) =>
        previousStatus === dubbingProjectStatus(project.rawStatus) ? null : previousStatus,
    }),
  }),
});

const DubbingProjectsUpdateObject = builder.objectRef<DubbingProjectsUpdate>('DubbingProjectsUpdate').implement({
  description: 'What has become of the dubbing projects of the account.',
  interfaces: [UpdateInterface],
  fields: (t) => ({
    projects: t.field({
      type: [DubbingProjectObject],
      extensions: tellsChange,
      description:
        'With SNAPSHOT: all of them; with ADDED, CHANGED and GONE: the ones concerned; with FRESHNESS: none. For a slow reader, states are merged project by project, the newest of each, so that none is missed.',
      resolve: (update, _args, _context, info) => visibleProjects(update, info),
    }),
  }),
});

builder.subscriptionFields((t) => ({
  dubbingProjectUpdated: t.field({
    type: DubbingProjectUpdateObject,
    nullable: true,
    description: 'Completes with the update in which the project is ready or failed.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the project, or the service's own, to the letter.",
      }),
    },
    subscribe: (_root, { id }, { live }, info) => {
      const [projectId] = keyOfId('DubbingProject', id, info) ?? [];
      if (projectId === undefined) throw new NotFoundError('There is no such dubbing project.');
      return live.dubbingProject(projectId, { details: watchesDubbingProjectDetails(info) });
    },
    resolve: told,
  }),
  dubbingProjectsUpdated: t.field({
    type: DubbingProjectsUpdateObject,
    nullable: true,
    description: 'Every project of the account: one update for each that is new, changed or gone.',
    subscribe: (_root, _args, { live }) => live.dubbingProjects(),
    resolve: told,
  }),
}));
