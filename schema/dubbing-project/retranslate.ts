import {
  NotEnabledError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  ValidationError,
} from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { resultUnion } from '../common/result-union.ts';
import { outcomeObject } from './outcome.ts';
import { RetranslateDubbingProjectInput, readRetranslation } from './retranslation-input.ts';

const RetranslateDubbingProjectPayload = outcomeObject('RetranslateDubbingProjectPayload', {
  description: 'The re-translated project and the cost.',
  project: 'The project, in progress again.',
  costMinutes: 'Minutes of the balance that were charged, usually 0.',
  leastTranslations: 1,
});

const result = resultUnion({
  name: 'RetranslateDubbingProjectResult',
  description: 'The outcome of retranslateDubbingProject.',
  userErrors: [ValidationError, NotFoundError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('retranslateDubbingProject', (t) =>
  t.field({
    type: RetranslateDubbingProjectPayload,
    nullable: true,
    errors: result.errors,
    description: 'Replaces the target script and the voices of a finished dubbing project.',
    args: {
      input: t.arg({
        type: RetranslateDubbingProjectInput,
        required: true,
        description: 'The project, its new script and its voices.',
      }),
    },
    resolve: (_root, { input }, context, info) => {
      const { retranslation, idempotencyKey } = readRetranslation(input, info);
      return result.of(context.services.retranslateDubbingProject(retranslation, idempotencyKey), context);
    },
  }),
);
