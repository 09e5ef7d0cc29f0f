import type { DubbingProjectOutcome } from '../../src/domain/writes.ts';
import { BalanceObject } from '../account/balance.ts';
import { builder } from '../builder.ts';
import { readableDate } from '../common/readable.ts';
import { DubbingProjectObject } from './type.ts';

/** What a creation and a re-translation pay out alike. */
export function outcomeObject(
  name: `${string}Payload`,
  words: { readonly description: string; readonly project: string; readonly costMinutes: string },
) {
  return builder.objectRef<DubbingProjectOutcome>(name).implement({
    description: words.description,
    fields: (t) => ({
      project: t.expose('project', { type: DubbingProjectObject, description: words.project }),
      costMinutes: t.float({
        description: words.costMinutes,
        resolve: ({ receipt }) => receipt.costMinutes,
      }),
      balance: t.field({
        type: BalanceObject,
        description: 'The balance after the charge.',
        resolve: ({ receipt }) => ({ minutes: receipt.balanceMinutes }),
      }),
      estimatedCompletionAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the service expects to finish.',
        resolve: ({ receipt }, _args, context, info) => readableDate(receipt.estimatedCompletionAt, context, info),
      }),
      translationsCount: t.int({
        description: 'Number of re-translations of the project so far. 0 for a new project.',
        resolve: ({ receipt }) => receipt.translationsCount,
      }),
    }),
  });
}
