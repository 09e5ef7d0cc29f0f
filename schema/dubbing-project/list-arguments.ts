import {
  DUBBING_PROJECT_ORDER_FIELDS,
  ORDER_DIRECTIONS,
} from '../../src/domain/dubbing-project/dubbing-project-order.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../common/word-enum.ts';
import { DubbingProjectStatusEnum } from './type.ts';

export const DubbingProjectFilterInput = builder.inputType('DubbingProjectFilter', {
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

export const DubbingProjectOrderInput = builder.inputType('DubbingProjectOrder', {
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
