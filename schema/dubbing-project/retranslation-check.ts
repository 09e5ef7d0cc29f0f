import type { RetranslationCheck } from '../../src/domain/writes.ts';
import { builder } from '../builder.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { ValidationIssueObject } from '../common/user-error.ts';
import { RetranslateDubbingProjectInput, readRetranslation } from './retranslation-input.ts';

const RetranslationCheckObject = builder.objectRef<RetranslationCheck>('RetranslationCheck').implement({
  description: 'Whether a re-translation would be accepted, and if not, why.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', { description: 'Whether it would be accepted as it is.' }),
    issues: t.expose('issues', {
      type: [ValidationIssueObject],
      description:
        'Everything found wrong: what the gateway can tell by itself, all at once, else what the service said.',
    }),
  }),
});

builder.queryField('retranslationCheck', (t) =>
  t.field({
    type: RetranslationCheckObject,
    nullable: true,
    description: 'Asks, without changing or charging anything, whether a re-translation would be accepted.',
    extensions: ASKS_SERVICE,
    args: {
      input: t.arg({
        type: RetranslateDubbingProjectInput,
        required: true,
        description: 'What retranslateDubbingProject would be given.',
      }),
    },
    resolve: (_root, { input }, { services }, info) => {
      const { retranslation, idempotencyKey } = readRetranslation(input, info);
      return services.checkRetranslation(retranslation, idempotencyKey);
    },
  }),
);
