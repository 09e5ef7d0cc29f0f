import type { ArgBuilder } from '@pothos/core';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../src/domain/common/page.ts';
import type { Graph } from '../builder.ts';

/** The arguments of every connection: one page, from either end of the list or from a cursor on. */
export function pageArguments(arg: ArgBuilder<Graph>) {
  return {
    first: arg.int({
      description: `How many to give from the start, or behind \`after\`: 0 to ${MAX_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE}.`,
    }),
    after: arg.string({ description: 'A cursor of this list in this order: the page begins behind it.' }),
    last: arg.int({
      description: `How many to give from the end, or before \`before\`: 0 to ${MAX_PAGE_SIZE}. Not together with \`first\`.`,
    }),
    before: arg.string({ description: 'A cursor of this list in this order: the page ends before it.' }),
  };
}
