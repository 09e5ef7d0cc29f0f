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
  description: 'What a project has become, and what the re-translation has cost.',
  project: 'The project, taken as in progress again.',
  costMinutes: 'How many minutes of the balance it has cost: usually none.',
});

const result = resultUnion({
  name: 'RetranslateDubbingProjectResult',
  description: 'How the re-translation of a dubbing project has begun, or why it has not.',
  userErrors: [ValidationError, NotFoundError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('retranslateDubbingProject', (t) =>
  t.field({
    type: RetranslateDubbingProjectPayload,
    nullable: true,
    errors: result.errors,
    description: 'Replaces the target script and the voices of a project.',
    args: {
      input: t.arg({
        type: RetranslateDubbingProjectInput,
        required: true,
        description: 'Which project, its new script, and its voices.',
      }),
    },
    resolve: (_root, { input }, context, info) => {
      const { retranslation, idempotencyKey } = readRetranslation(input, info);
      return result.of(context.services.retranslateDubbingProject(retranslation, idempotencyKey), context);
    },
  }),
);
