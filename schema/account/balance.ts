import type { Balance, RequestBudget } from '../../src/domain/balance.ts';
import { builder } from '../builder.ts';
import { checkedAt } from '../common/checked-at.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';

export const BalanceObject = builder.objectRef<Balance>('Balance').implement({
  description: 'The minutes left on the account.',
  fields: (t) => ({
    minutes: t.exposeFloat('minutes', {
      description: 'Minutes of video that can still be processed. Creating a dubbing project uses them up.',
    }),
  }),
});

builder.objectField(BalanceObject, 'checkedAt', (t) => t.field(checkedAt((balance) => balance)));

export const RequestBudgetObject = builder.objectRef<RequestBudget>('RequestBudget').implement({
  description:
    'How many more requests the gateway may send to the service under its quota. Null means that there is no quota.',
  fields: (t) => ({
    remainingThisMinute: t.exposeInt('remainingThisMinute', {
      nullable: true,
      description: 'Requests left in the sliding window of the last 60 seconds.',
    }),
    remainingToday: t.exposeInt('remainingToday', {
      nullable: true,
      description: 'Requests left in the sliding window of the last 24 hours.',
    }),
    blockedUntil: t.expose('blockedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When the service accepts requests again, after it refused one with 429. Null if it did not.',
    }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the whole quota is available again if nobody asks. Null if it is, or without a quota.',
    }),
  }),
});

builder.queryFields((t) => ({
  balance: t.field({
    type: BalanceObject,
    nullable: true,
    description: 'The minutes left on the account. Costs one request, none while it is watched.',
    extensions: ASKS_SERVICE,
    resolve: (_root, _args, { loaders }) => loaders.load('balance'),
  }),
  requestBudget: t.field({
    type: RequestBudgetObject,
    nullable: true,
    description: 'How many requests the gateway may still send to the service. Reading it costs no request.',
    resolve: (_root, _args, { loaders }) => loaders.requestBudget(),
  }),
}));
