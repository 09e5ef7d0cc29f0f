import type { ArgBuilder } from '@pothos/core';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../src/domain/common/page.ts';
import type { Graph } from '../builder.ts';

/** The arguments of every connection: one page, from either end of the list or from a cursor on. */
export function pageArguments(arg: ArgBuilder<Graph>) {
  return {
    first: arg.int({
      description: `Number of items from the start, or after the cursor \`after\`: 0 to ${MAX_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE}.`,
    }),
    after: arg.string({ description: 'A cursor of this list in the same order. The page begins after it.' }),
    last: arg.int({
      description: `Number of items from the end, or before the cursor \`before\`: 0 to ${MAX_PAGE_SIZE}. Not together with \`first\`.`,
    }),
    before: arg.string({ description: 'A cursor of this list in the same order. The page ends before it.' }),
  };
}
