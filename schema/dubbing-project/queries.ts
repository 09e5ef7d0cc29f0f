import { filterDubbingProjects } from '../../src/domain/dubbing-project/dubbing-project-filter.ts';
import {
  DEFAULT_DUBBING_PROJECT_ORDER,
  DUBBING_PROJECT_ORDER_FIELDS,
  dubbingProjectCursors,
  ORDER_DIRECTIONS,
  orderDubbingProjects,
} from '../../src/domain/dubbing-project/dubbing-project-order.ts';
import { builder } from '../builder.ts';
import { connect, connectionObject, pageWindow } from '../common/connection.ts';
import { checkFilterSize } from '../common/filter-size.ts';
import { keyOfId } from '../common/id-argument.ts';
import { pageArguments } from '../common/page-arguments.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { wordEnum } from '../common/word-enum.ts';
import { loadDubbingProject } from './details.ts';
import { DubbingProjectObject, DubbingProjectStatusEnum } from './type.ts';

const DubbingProjectFilterInput = builder.inputType('DubbingProjectFilter', {
  description:
    'Conditions for the list of projects. A project must meet all that are given. An empty list matches nothing.',
  fields: (t) => ({
    status: t.field({ type: [DubbingProjectStatusEnum], description: 'The status is one of these.' }),
    sourceLanguage: t.stringList({ description: 'The code of the source language is one of these. Case-sensitive.' }),
    targetLanguage: t.stringList({ description: 'The code of the target language is one of these. Case-sensitive.' }),
    search: t.string({ description: 'The name contains this text. Case and accents are ignored.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Created after this time, not at it.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Created before this time, not at it.' }),
  }),
});

const DubbingProjectOrderFieldEnum = wordEnum(
  'DubbingProjectOrderField',
  'The field that a list of projects is ordered by.',
  DUBBING_PROJECT_ORDER_FIELDS,
  {
    CREATED_AT: 'Time of creation.',
    NAME: 'Name, in alphabetical order of the Unicode collation.',
    COST_MINUTES: 'Cost in minutes.',
    STATUS: "Status, in the order of the enum's values.",
  },
);

const OrderDirectionEnum = wordEnum('OrderDirection', 'The direction of an order.', ORDER_DIRECTIONS, {
  ASC: 'Ascending: smallest, earliest or alphabetically first values first.',
  DESC: 'Descending: greatest, latest or alphabetically last values first.',
});

const DubbingProjectOrderInput = builder.inputType('DubbingProjectOrder', {
  description:
    'The order of a list of projects. Ties are ordered by id. Projects without a value come last in both directions.',
  fields: (t) => ({
    field: t.field({ type: DubbingProjectOrderFieldEnum, required: true, description: 'The field to order by.' }),
    direction: t.field({
      type: OrderDirectionEnum,
      required: true,
      defaultValue: 'ASC',
      description: 'The direction.',
    }),
  }),
});

const DubbingProjectConnection = connectionObject(DubbingProjectObject, 'dubbing projects');

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
