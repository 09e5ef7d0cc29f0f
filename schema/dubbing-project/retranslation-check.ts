import type { RetranslationCheck } from '../../src/domain/writes.ts';
import { builder } from '../builder.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { ValidationIssueObject } from '../common/user-error.ts';
import { RetranslateDubbingProjectInput, readRetranslation } from './retranslation-input.ts';

const RetranslationCheckObject = builder.objectRef<RetranslationCheck>('RetranslationCheck').implement({
  description: 'The result of a check of a re-translation.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', { description: 'Whether it would be accepted.' }),
    issues: t.expose('issues', {
      type: [ValidationIssueObject],
      description: 'All faults that the gateway found. If it found none, the faults that the service reported.',
    }),
  }),
});

builder.queryField('retranslationCheck', (t) =>
  t.field({
    type: RetranslationCheckObject,
    nullable: true,
    description:
      'Checks whether a re-translation would be accepted. Nothing is changed or charged. Costs one request if the gateway finds no fault, and one for the project.',
    extensions: ASKS_SERVICE,
    args: {
      input: t.arg({
        type: RetranslateDubbingProjectInput,
        required: true,
        description: 'The input for retranslateDubbingProject.',
      }),
    },
    resolve: (_root, { input }, { services }, info) => {
      const { retranslation, idempotencyKey } = readRetranslation(input, info);
      return services.checkRetranslation(retranslation, idempotencyKey);
    },
  }),
);
