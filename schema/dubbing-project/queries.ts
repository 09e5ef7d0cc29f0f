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
  description: 'Narrows the list of projects: all that is given must hold, and an empty list holds for none.',
  fields: (t) => ({
    status: t.field({ type: [DubbingProjectStatusEnum], description: 'The status is one of these.' }),
    sourceLanguage: t.stringList({ description: 'The code of the source language is one of these, to the letter.' }),
    targetLanguage: t.stringList({ description: 'The code of the target language is one of these, to the letter.' }),
    search: t.string({ description: 'Part of the name, whatever its case or accents.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Created later than this moment.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Created earlier than this moment.' }),
  }),
});

const DubbingProjectOrderFieldEnum = wordEnum(
  'DubbingProjectOrderField',
  'What a list of projects is ordered by.',
  DUBBING_PROJECT_ORDER_FIELDS,
  {
    CREATED_AT: 'When they were created.',
    NAME: 'Their names, as a dictionary would have them.',
    COST_MINUTES: 'What they have cost.',
    STATUS: 'Their status, in the order of the enum.',
  },
);

const OrderDirectionEnum = wordEnum('OrderDirection', 'From which end a list is ordered.', ORDER_DIRECTIONS, {
  ASC: 'The smallest, earliest or alphabetically first one first.',
  DESC: 'The greatest, latest or alphabetically last one first.',
});

const DubbingProjectOrderInput = builder.inputType('DubbingProjectOrder', {
  description:
    'The order of a list of projects. Ties are ordered by id; those without a value come last in both directions.',
  fields: (t) => ({
    field: t.field({
      type: DubbingProjectOrderFieldEnum,
      required: true,
      description: 'What to order by.',
    }),
    direction: t.field({
      type: OrderDirectionEnum,
      required: true,
      defaultValue: 'ASC',
      description: 'From which end.',
    }),
  }),
});

const DubbingProjectConnection = connectionObject(DubbingProjectObject, 'dubbing projects');

builder.queryFields((t) => ({
  dubbingProjects: t.field({
    type: DubbingProjectConnection,
    nullable: true,
    description:
      'All dubbing projects of the account, 50 a page by default, 500 at most. The service neither filters, orders nor pages; the gateway does.',
    extensions: ASKS_SERVICE,
    args: {
      filter: t.arg({ type: DubbingProjectFilterInput, description: 'Which projects; without it, all.' }),
      orderBy: t.arg({
        type: DubbingProjectOrderInput,
        defaultValue: DEFAULT_DUBBING_PROJECT_ORDER,
        description: 'The order of the list, by default the newest first.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: async (_root, { filter, orderBy, ...request }, { loaders }, info) => {
      checkFilterSize(filter);
      const order = orderBy ?? DEFAULT_DUBBING_PROJECT_ORDER;
      const cursors = dubbingProjectCursors(order);
      const window = pageWindow(request, cursors);
      const entries = filterDubbingProjects(orderDubbingProjects(await loaders.dubbingProjects(), order), filter);
      return connect({ typeName: DubbingProjectConnection.name, entries, window, cursors }, info);
    },
  }),
  dubbingProject: t.field({
    type: DubbingProjectObject,
    nullable: true,
    description: 'One dubbing project of the account; null where there is no such project.',
    extensions: ASKS_SERVICE,
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the project, or the service's own, to the letter.",
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const [projectId] = keyOfId('DubbingProject', id, info) ?? [];
      return projectId === undefined ? null : loadDubbingProject(projectId, context, info);
    },
  }),
}));
