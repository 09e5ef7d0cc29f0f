import type { BalanceUpdate } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { resolveUpdate, UpdateInterface } from '../job/update.ts';
import { BalanceObject } from './balance.ts';

const BalanceUpdateObject = builder.objectRef<BalanceUpdate>('BalanceUpdate').implement({
  description: 'An update about the balance of the account.',
  interfaces: [UpdateInterface],
  fields: (t) => ({
    balance: t.expose('balance', { type: BalanceObject, description: 'The current balance.' }),
  }),
});

builder.subscriptionField('balanceUpdated', (t) =>
  t.field({
    type: BalanceUpdateObject,
    nullable: true,
    description: 'The balance: its current value, then each change. Never completes by itself.',
    args: { heartbeatSeconds: heartbeatArgument(t.arg) },
    subscribe: (_root, { heartbeatSeconds }, { live }) => {
      checkHeartbeat(heartbeatSeconds);
      return live.balance({ heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
);
