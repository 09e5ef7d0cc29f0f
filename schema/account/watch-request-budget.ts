import type { RequestBudgetUpdate } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { resolveUpdate, UpdateInterface } from '../job/update.ts';
import { RequestBudgetObject } from './balance.ts';

const RequestBudgetUpdateObject = builder.objectRef<RequestBudgetUpdate>('RequestBudgetUpdate').implement({
  description: 'An update about the quota of requests.',
  interfaces: [UpdateInterface],
  fields: (t) => ({
    budget: t.expose('budget', { type: RequestBudgetObject, description: 'The current state of the quota.' }),
  }),
});

builder.subscriptionField('requestBudgetUpdated', (t) =>
  t.field({
    type: RequestBudgetUpdateObject,
    nullable: true,
    description:
      'The quota of requests: its current state, then each change, one a second at most. Costs no request. Never completes by itself.',
    args: { heartbeatSeconds: heartbeatArgument(t.arg) },
    subscribe: async (_root, { heartbeatSeconds }, { live, loaders }) => {
      checkHeartbeat(heartbeatSeconds);
      // It may take a moment to learn what other instances have sent.
      await loaders.requestBudget();
      return live.requestBudget({ heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
);
