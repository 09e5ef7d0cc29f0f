import type { BalanceUpdate } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { told, UpdateInterface } from '../job/update.ts';
import { BalanceObject } from './balance.ts';

const BalanceUpdateObject = builder.objectRef<BalanceUpdate>('BalanceUpdate').implement({
  description: 'What is left on the account, each time that it has changed.',
  interfaces: [UpdateInterface],
  fields: (t) => ({
    balance: t.expose('balance', { type: BalanceObject, description: 'What is left on the account now.' }),
  }),
});

builder.subscriptionField('balanceUpdated', (t) =>
  t.field({
    type: BalanceUpdateObject,
    nullable: true,
    description: 'Minutes left on the account, at first and after each change. Never completes by itself.',
    subscribe: (_root, _args, { live }) => live.balance(),
    resolve: told,
  }),
);
