import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { BURST_VALUES, type Work } from '../../src/contracts/work.ts';

/**
 * A plugin for the builder: whatever list a field gives is charged to the operation by its real length, times what is
 * selected of each item, before any of it is completed; and a long one is completed in bursts, with everybody else's turn
 * in between. So lists that multiply, of which nobody can know the lengths beforehand, end where an operation's work does.
 */
export const PACED_LISTS = 'pacedLists';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pacedLists: PacedListsPlugin<Types>;
    }
  }
}

class PacedListsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { type }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (type.kind !== 'List') return resolve;
    return (source, args, context, info) => {
      const list: unknown = resolve(source, args, context, info);
      if (!isCounted(context)) return list;
      return list instanceof Promise ? list.then((it) => pace(it, context.work, info)) : pace(list, context.work, info);
    };
  }
}

SchemaBuilder.registerPlugin(PACED_LISTS, PacedListsPlugin);

const isCounted = (context: object): context is Pick<GraphContext, 'work'> => 'work' in context;

/** @throws LimitExceededError */
function pace(list: unknown, work: Work, info: GraphQLResolveInfo): unknown {
  if (!Array.isArray(list)) return list;
  const width = widthOf(info);
  work.charge(list.length * width);
  if (!work.isDue) return list;
  // An item that rejects may do so before anybody listens.
  for (const item of list) if (item instanceof Promise) item.catch(() => undefined);
  return inBursts(list, work, width);
}

/**
 * The same items, as many in each burst as it has room for. Nothing is made of any item before the first burst: many
 * operations may wait for it, and each item that waits by itself takes a dozen objects.
 */
async function inBursts(list: readonly unknown[], work: Work, width: number): Promise<unknown[]> {
  const itemsInBurst = Math.max(1, Math.floor(BURST_VALUES / width));
  await work.pause(Math.min(itemsInBurst, list.length) * width);
  const paced: unknown[] = list.slice(0, itemsInBurst);
  for (let start = itemsInBurst; start < list.length; start += itemsInBurst) {
    const items = list.slice(start, start + itemsInBurst);
    const burst = work.pause(items.length * width);
    for (const item of items) paced.push(burst.then(() => item));
  }
  return paced;
}

/** How many values are selected of each item, itself included; of lists within it, those of one item. */
function widthOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  return fieldNodes.reduce((sum, node) => sum + (node.selectionSet ? widthOfField(node, fragments) : 0), 1);
}

const widths = new WeakMap<FieldNode, number>();

function widthOfField(node: FieldNode, fragments: GraphQLResolveInfo['fragments']): number {
  let width = widths.get(node);
  if (width === undefined) {
    width = node.selectionSet ? countFields(node.selectionSet, fragments) : 0;
    widths.set(node, width);
  }
  return width;
}

function countFields({ selections }: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1 + widthOfField(selection, fragments);
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + countFields(selection.selectionSet, fragments);
    const fragment = fragments[selection.name.value];
    return sum + (fragment ? countFields(fragment.selectionSet, fragments) : 0);
  }, 0);
}
