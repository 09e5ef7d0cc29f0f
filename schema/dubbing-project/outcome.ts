import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import type { Balance } from '../../src/domain/balance.ts';
import type { DubbingProjectOutcome } from '../../src/domain/writes.ts';
import { BalanceObject } from '../account/balance.ts';
import { builder } from '../builder.ts';
import { readableDate } from '../common/readable.ts';
import { DubbingProjectObject } from './type.ts';

/** The common fields of the payloads of a creation and a re-translation. */
export function outcomeObject(
  name: `${string}Payload`,
  words: {
    readonly description: string;
    readonly project: string;
    readonly costMinutes: string;
    readonly leastTranslations: 0 | 1;
  },
) {
  return builder.objectRef<DubbingProjectOutcome>(name).implement({
    description: words.description,
    fields: (t) => ({
      project: t.expose('project', { type: DubbingProjectObject, description: words.project }),
      costMinutes: t.float({
        description: `${words.costMinutes} 0 with a warning if the receipt lacks it.`,
        resolve: ({ receipt }, _args, context, info) => numberOrStandIn(receipt.costMinutes, 0, context, info),
      }),
      balance: t.field({
        type: BalanceObject,
        description: 'The balance after the charge. Read with a request of its own if the receipt lacks it.',
        resolve: ({ receipt }, _args, context, info) =>
          receipt.balanceMinutes === null ? askedBalance(context, info) : { minutes: receipt.balanceMinutes },
      }),
      estimatedCompletionAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the service expects to finish.',
        resolve: ({ receipt }, _args, context, info) => readableDate(receipt.estimatedCompletionAt, context, info),
      }),
      translationsCount: t.int({
        description: 'Number of re-translations of the project so far. 0 for a new project.',
        resolve: ({ receipt }, _args, context, info) =>
          numberOrStandIn(receipt.translationsCount, words.leastTranslations, context, info),
      }),
    }),
  });
}

/**
 * Work that is done and charged has a payload, whatever of its receipt cannot be read (BEHAVIOUR.md, "Ids"). Where the
 * graph has no null, a number stands in, with a warning.
 */
function numberOrStandIn(number: number | null, standIn: number, { warn }: GraphContext, { path }: GraphQLResolveInfo) {
  if (number === null) warn({ path: responsePathAsArray(path), message: 'The receipt of the service lacks this.' });
  return number ?? standIn;
}

async function askedBalance(context: GraphContext, info: GraphQLResolveInfo): Promise<Balance> {
  try {
    return await context.loaders.load('balance');
  } catch {
    return { minutes: numberOrStandIn(null, 0, context, info) };
  }
}
