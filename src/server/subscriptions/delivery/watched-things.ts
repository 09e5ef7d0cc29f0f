import { type GraphQLSchema, getArgumentValues } from 'graphql';
import { fragmentsOf } from '../../ast/fragments.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { ClientQuotaError } from './client-quota.ts';
import { createFieldFinder } from './update-keys.ts';

/** Counts what each client watches: a thing once, by however many subscriptions. */
export interface WatchedThings {
  /** @throws ClientQuotaError, and nothing is counted, where the client would watch more than it may */
  acquire(client: string, ids: readonly string[]): void;
  release(client: string, ids: readonly string[]): void;
}

export function createWatchedThings(perClient: number): WatchedThings {
  const byClient = new Map<string, Map<string, number>>();
  return {
    acquire(client, ids) {
      if (ids.length === 0) return;
      const watched = byClient.get(client) ?? new Map<string, number>();
      const more = ids.filter((id) => !watched.has(id)).length;
      if (watched.size + more > perClient) throw new ClientQuotaError('watchedIds', perClient, watched.size + more);
      for (const id of ids) watched.set(id, (watched.get(id) ?? 0) + 1);
      byClient.set(client, watched);
    },
    release(client, ids) {
      const watched = byClient.get(client);
      for (const id of ids) {
        const left = (watched?.get(id) ?? 0) - 1;
        if (left > 0) watched?.set(id, left);
        else watched?.delete(id);
      }
      if (watched?.size === 0) byClient.delete(client);
    },
  };
}

/**
 * The things that a subscription watches, each by the name of its field and its id: what it takes in memory and in time
 * follows from their number. None for one that watches what an account has one of.
 * @param variables which fit their types
 */
export function watchedIds(
  schema: GraphQLSchema,
  { operation: { document, definition } }: Pick<PreparedOperation, 'operation'>,
  variables: Readonly<Record<string, unknown>>,
): readonly string[] {
  const root = schema.getSubscriptionType() ?? undefined;
  const [selected] = createFieldFinder(schema, fragmentsOf(document))(definition.selectionSet, root);
  const field = selected && root?.getFields()[selected.field.name.value];
  if (!selected || !field) return [];
  const { id, ids } = getArgumentValues(field, selected.field, variables);
  const all: readonly unknown[] = Array.isArray(ids) ? ids : [id];
  return [...new Set(all)].filter((one) => typeof one === 'string').map((one) => `${field.name} ${one}`);
}
