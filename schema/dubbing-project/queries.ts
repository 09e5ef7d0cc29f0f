import { filterDubbingProjects } from '../../src/domain/dubbing-project/dubbing-project-filter.ts';
import {
  DEFAULT_DUBBING_PROJECT_ORDER,
  dubbingProjectCursors,
  orderDubbingProjects,
} from '../../src/domain/dubbing-project/dubbing-project-order.ts';
import { builder } from '../builder.ts';
import { checkedAt } from '../common/checked-at.ts';
import { connect, connectionObject, pageWindow } from '../common/connection.ts';
import { checkFilterSize } from '../common/filter-size.ts';
import { keyOfId } from '../common/id-argument.ts';
import { pageArguments } from '../common/page-arguments.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { loadDubbingProject } from './details.ts';
import { DubbingProjectFilterInput, DubbingProjectOrderInput } from './list-arguments.ts';
import { DubbingProjectObject } from './type.ts';

const DubbingProjectConnection = connectionObject(DubbingProjectObject, 'dubbing projects');

builder.objectField(DubbingProjectObject, 'checkedAt', (t) => t.field(checkedAt((project) => project)));

builder.objectField(DubbingProjectConnection, 'checkedAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the service was last asked for the list. Costs no request.',
    // The page is made of the list, so that the operation has read it.
    resolve: async (_page, _args, { loaders }) => loaders.checkedAt(await loaders.load('dubbingProjectList')),
  }),
);

builder.queryFields((t) => ({
  dubbingProjects: t.field({
    type: DubbingProjectConnection,
    nullable: true,
    description:
      'The dubbing projects of the account, 50 per page by default, 500 at most. The gateway filters, orders and pages; the whole list costs one request, none while it is watched.',
    extensions: ASKS_SERVICE,
    args: {
      filter: t.arg({
        type: DubbingProjectFilterInput,
        description: 'Conditions for the projects. If omitted, all projects.',
      }),
      orderBy: t.arg({
        type: DubbingProjectOrderInput,
        defaultValue: DEFAULT_DUBBING_PROJECT_ORDER,
        description: 'The order of the list, by default newest first.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: async (_root, { filter, orderBy, ...request }, { loaders }, info) => {
      checkFilterSize(filter);
      const order = orderBy ?? DEFAULT_DUBBING_PROJECT_ORDER;
      const cursors = dubbingProjectCursors(order);
      const window = pageWindow(request, cursors);
      const entries = filterDubbingProjects(
        orderDubbingProjects(await loaders.load('dubbingProjectList'), order),
        filter,
      );
      return connect({ typeName: DubbingProjectConnection.name, entries, window, cursors }, info);
    },
  }),
  dubbingProject: t.field({
    type: DubbingProjectObject,
    nullable: true,
    description:
      'One dubbing project of the account. Null if it does not exist. Costs one request, none while it is watched.',
    extensions: ASKS_SERVICE,
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the project, or the service's own id. Case-sensitive.",
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const [projectId] = keyOfId('DubbingProject', id, info) ?? [];
      return projectId === undefined ? null : loadDubbingProject(projectId, context, info);
    },
  }),
}));
