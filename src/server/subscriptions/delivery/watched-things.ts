import { type GraphQLSchema, getArgumentValues } from 'graphql';
import { fragmentsOf } from '../../ast/fragments.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { ClientQuotaError } from './client-quota.ts';
import { createFieldFinder } from './update-keys.ts';

/** Counts what each client watches: a thing once, by however many subscriptions. */
export interface WatchedThings {
  /**
   * @returns what is to be released: equal to the ids, and shared by all who watch a thing alone, since there are thousands
   * @throws ClientQuotaError, and nothing is counted, where the client would watch more than it may
   */
  acquire(client: string, ids: readonly string[]): readonly string[];
  release(client: string, ids: readonly string[]): void;
}

interface WatchedThing {
  readonly alone: readonly string[];
  watchers: number;
}

export function createWatchedThings(perClient: number): WatchedThings {
  const byClient = new Map<string, Map<string, WatchedThing>>();
  return {
    acquire(client, ids) {
      if (ids.length === 0) return NOTHING;
      const watched = byClient.get(client) ?? new Map<string, WatchedThing>();
      const more = ids.filter((id) => !watched.has(id)).length;
      if (watched.size + more > perClient) throw new ClientQuotaError('watchedIds', perClient, watched.size + more);
      byClient.set(client, watched);
      let thing: WatchedThing | undefined;
      for (const id of ids) {
        thing = watched.get(id) ?? { alone: [id], watchers: 0 };
        thing.watchers += 1;
        watched.set(id, thing);
      }
      return ids.length === 1 ? (thing?.alone ?? ids) : ids;
    },
    release(client, ids) {
      const watched = byClient.get(client);
      for (const id of ids) {
        const thing = watched?.get(id);
        if (thing === undefined) continue;
        thing.watchers -= 1;
        if (thing.watchers === 0) watched?.delete(id);
      }
      if (watched?.size === 0) byClient.delete(client);
    },
  };
}

const NOTHING: readonly string[] = [];

/**
 * The things that a subscription watches, each by the name of its field and its id: what it takes in memory and in time
 * follows from their number. None for one that watches what an account has one of.
 * @param variables which fit their types
 */
export function findWatchedIds(
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
