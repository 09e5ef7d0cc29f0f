import type { Balance, RequestBudget } from '../../src/domain/balance.ts';
import { builder } from '../builder.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';

export const BalanceObject = builder.objectRef<Balance>('Balance').implement({
  description: 'What is left on the account.',
  fields: (t) => ({
    minutes: t.exposeFloat('minutes', {
      description: 'Minutes of video that can still be processed. Creating a dubbing project takes from them.',
    }),
  }),
});

const RequestBudgetObject = builder.objectRef<RequestBudget>('RequestBudget').implement({
  description: 'How many more requests the gateway may send to the service under its quota; null = no quota.',
  fields: (t) => ({
    remainingThisMinute: t.exposeInt('remainingThisMinute', {
      nullable: true,
      description: 'Requests left within the last sixty seconds.',
    }),
    remainingToday: t.exposeInt('remainingToday', {
      nullable: true,
      description: 'Requests left within the last twenty-four hours.',
    }),
    blockedUntil: t.expose('blockedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When the service will take requests again, after it refused one for its rate.',
    }),
  }),
});

builder.queryFields((t) => ({
  balance: t.field({
    type: BalanceObject,
    nullable: true,
    description: 'Minutes left on the account, and what the gateway may still ask of the service.',
    extensions: ASKS_SERVICE,
    resolve: (_root, _args, { loaders }) => loaders.balance(),
  }),
  requestBudget: t.field({
    type: RequestBudgetObject,
    nullable: true,
    description: 'What the gateway may still ask of the service. Reading it costs no request.',
    resolve: (_root, _args, { loaders }) => loaders.requestBudget(),
  }),
}));
