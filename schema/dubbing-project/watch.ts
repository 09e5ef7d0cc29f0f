import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import { dubbingProjectStatus } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { DEFAULT_DUBBING_PROJECT_ORDER } from '../../src/domain/dubbing-project/dubbing-project-order.ts';
import type { DubbingProjectPlacement } from '../../src/domain/dubbing-project/dubbing-project-selection.ts';
import type { DubbingProjectsUpdate, DubbingProjectUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { checkFilterSize } from '../common/filter-size.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { keyOfId } from '../common/id-argument.ts';
import { type SelectionInfo, selectedFields } from '../common/selection.ts';
import { JobInterface } from '../job/job.ts';
import { fieldsOfJob, JobUpdateInterface } from '../job/job-update.ts';
import { describesChange, resolveUpdate, UpdateInterface } from '../job/update.ts';
import { selectsDetails } from './details.ts';
import { DubbingProjectFilterInput, DubbingProjectOrderInput } from './list-arguments.ts';
import { DubbingProjectObject, DubbingProjectStatusEnum } from './type.ts';
import { visiblePlaces, visibleProjects } from './visible-projects.ts';

/** Whether a subscription selects fields of the project's details. */
export function watchesDubbingProjectDetails(info: SelectionInfo): boolean {
  return selectsDetails(fieldsOfJob('DubbingProject', info));
}

const DubbingProjectUpdateObject = builder.objectRef<DubbingProjectUpdate>('DubbingProjectUpdate').implement({
  description: 'An update about one dubbing project.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same object as `project`, typed as a job.',
      resolve: ({ project }) => project,
    }),
    project: t.expose('project', {
      type: DubbingProjectObject,
      description: 'The current project. After GONE, its last known state.',
    }),
    previousStatus: t.field({
      type: DubbingProjectStatusEnum,
      nullable: true,
      extensions: describesChange,
      description:
        'The status in the previous update, if it was different. Null otherwise, and for a status that this schema does not list.',
      resolve: ({ project, previousStatus }) =>
        previousStatus === dubbingProjectStatus(project.rawStatus) ? null : previousStatus,
    }),
  }),
});

const DubbingProjectPlaceObject = builder.objectRef<DubbingProjectPlacement>('DubbingProjectPlace').implement({
  description: 'The place of a dubbing project among those that a subscription is about.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'The cursor of the place, as `dubbingProjects` has it with the same order.',
    }),
    node: t.expose('project', { type: DubbingProjectObject, description: 'The project.' }),
    afterId: t.id({
      nullable: true,
      description: 'The global id of the project before it. Null for the first one.',
      resolve: ({ after }) => after && formatGlobalId('DubbingProject', after.projectId),
    }),
  }),
});

const DubbingProjectsUpdateObject = builder.objectRef<DubbingProjectsUpdate>('DubbingProjectsUpdate').implement({
  description: "An update about the list of the account's dubbing projects.",
  interfaces: [UpdateInterface],
  fields: (t) => ({
    projects: t.field({
      type: [DubbingProjectObject],
      extensions: describesChange,
      description:
        'SNAPSHOT has all projects; ADDED, CHANGED and GONE have those concerned; FRESHNESS has none. For a slow reader, updates are merged: the newest state of each project, and no project is left out.',
      resolve: (update, _args, _context, info) => visibleProjects(update, selectedFields('DubbingProject', info)),
    }),
    edges: t.field({
      type: [DubbingProjectPlaceObject],
      extensions: describesChange,
      description:
        'The same projects with their places in the order of the subscription. A project that is GONE has its last place.',
      resolve: (update, _args, _context, info) => visiblePlaces(update, info),
    }),
  }),
});

builder.subscriptionFields((t) => ({
  dubbingProjectUpdated: t.field({
    type: DubbingProjectUpdateObject,
    nullable: true,
    description: 'One dubbing project. The stream completes after the update in which it is ready or failed.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the project, or the service's own id. Case-sensitive.",
      }),
      heartbeatSeconds: heartbeatArgument(t.arg),
    },
    subscribe: (_root, { id, heartbeatSeconds }, { live }, info) => {
      checkHeartbeat(heartbeatSeconds);
      const [projectId] = keyOfId('DubbingProject', id, info) ?? [];
      if (projectId === undefined) throw new NotFoundError('Dubbing project not found.');
      return live.dubbingProject(projectId, { details: watchesDubbingProjectDetails(info), heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
  dubbingProjectsUpdated: t.field({
    type: DubbingProjectsUpdateObject,
    nullable: true,
    description:
      'The dubbing projects of the account, all or those that match the filter. Each update has the projects that were added, have changed or are gone: a project that comes to match is ADDED, one that no longer matches is GONE. Never completes by itself.',
    args: {
      filter: t.arg({ type: DubbingProjectFilterInput, description: 'Which projects. All if left out.' }),
      orderBy: t.arg({
        type: DubbingProjectOrderInput,
        defaultValue: DEFAULT_DUBBING_PROJECT_ORDER,
        description: 'The order of the places in `edges`. Newest first by default.',
      }),
      snapshot: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether the first update has the projects. With false it has none, for a page that has queried them.',
      }),
      heartbeatSeconds: heartbeatArgument(t.arg),
    },
    subscribe: (_root, { filter, orderBy, snapshot, heartbeatSeconds }, { live }) => {
      checkHeartbeat(heartbeatSeconds);
      checkFilterSize(filter);
      const order = orderBy ?? DEFAULT_DUBBING_PROJECT_ORDER;
      return live.dubbingProjects({ filter, order, snapshot: snapshot ?? true }, { heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
}));
