import { createSourceEventStream, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Feed } from '../../../contracts/feed.ts';
import { textOf } from '../../documents/documents.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { withCode } from '../../errors/with-code.ts';
import { MOST_COERCION_ERRORS } from '../../execution/run-operation.ts';
import type { TaskQueue } from '../../fairness/task-queue.ts';
import type { Caller } from '../../request/caller.ts';
import type { ContextRequest, OperationContext, OperationRequest } from '../../request/operation-request.ts';
import type { StreamingLimits } from '../streaming-limits.ts';
import { ClientQuotaError, createClientQuota } from './client-quota.ts';
import type { Cohorts } from './cohorts.ts';
import { type Held, Subscription, type SubscriptionSource } from './subscription.ts';
import type { UpdateSink } from './update-sink.ts';
import { createWatchedThings, findWatchedIds } from './watched-things.ts';

/** Starts subscriptions, for every transport. */
export interface Subscriber<Viewer> {
  /**
   * A subscription that is not begun yet; it has its place already, which its end gives back.
   * @throws AggregateError, ClientQuotaError: it is refused
   */
  prepare(call: OperationRequest<Viewer>, prepared: PreparedOperation, sink: UpdateSink): Subscription<Viewer>;
  /** How many there are, over all transports. */
  count(): number;
}

export interface SubscriberParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  createContext(call: ContextRequest<Viewer>): OperationContext;
  readonly cohorts: Cohorts<Viewer>;
  readonly turns: TaskQueue;
  readonly limits: Pick<StreamingLimits, 'subscriptionsPerClient' | 'charactersPerClient' | 'watchedIdsPerClient'>;
}

export function createSubscriber<Viewer extends Caller>(parts: SubscriberParts<Viewer>): Subscriber<Viewer> {
  const { schema, introspection, createContext, cohorts, turns, limits } = parts;
  let openCount = 0;
  const places = createClientQuota(limits.subscriptionsPerClient);
  const characters = createClientQuota(limits.charactersPerClient);
  const watched = createWatchedThings(limits.watchedIdsPerClient);

  /**
   * @returns the variables as the operation has them
   * @throws AggregateError
   */
  function coerce({ operation: { definition }, variables }: PreparedOperation): Readonly<Record<string, unknown>> {
    const { errors = [], coerced = {} } = getVariableValues(schema, definition.variableDefinitions ?? [], variables, {
      maxErrors: MOST_COERCION_ERRORS,
      hideSuggestions: !introspection,
    });
    if (errors.length > 0) throw new AggregateError(errors.map((error) => withCode(error, 'BAD_USER_INPUT')));
    return coerced;
  }

  async function openSource(
    call: OperationRequest<Viewer>,
    prepared: PreparedOperation,
  ): Promise<SubscriptionSource<Viewer>> {
    const { operation, variables } = prepared;
    const context = createContext(call);
    const source = await createSourceEventStream({
      schema,
      document: operation.document,
      operationName: operation.definition.name?.value ?? null,
      variableValues: variables,
      contextValue: context,
    });
    if (!(Symbol.asyncIterator in source)) throw new AggregateError(source.errors ?? []);
    if (!isFeed(source)) throw new Error('The source of a subscription is not a feed.');
    const reader = { scope: context.reads?.scope ?? null, client: call.viewer.client };
    return { feed: source, cohort: cohorts.join(prepared, reader) };
  }

  const subscriptionParts = {
    turns,
    open: openSource,
    closed({ viewer: { client } }: OperationRequest<Viewer>, held: Held) {
      openCount -= 1;
      places.release(client);
      characters.release(client, held.characters);
      watched.release(client, held.watchedIds);
    },
  };

  return {
    prepare(call, prepared, sink) {
      const { client } = call.viewer;
      const ids = findWatchedIds(schema, prepared, coerce(prepared));
      const count = countCharacters(prepared);
      if (places.isFull(client)) throw new ClientQuotaError('subscriptions', limits.subscriptionsPerClient);
      if (characters.isFull(client, count)) {
        throw new ClientQuotaError('characters of subscriptions', limits.charactersPerClient);
      }
      const watchedIds = watched.acquire(client, ids);
      openCount += 1;
      places.acquire(client);
      characters.acquire(client, count);
      return new Subscription(subscriptionParts, call, sink, { characters: count, watchedIds });
    },
    count: () => openCount,
  };
}

const countCharacters = ({ operation, variables }: PreparedOperation): number =>
  textOf(operation.document).length + JSON.stringify(variables).length;

function isFeed(source: AsyncIterable<unknown>): source is Feed<object> {
  return ['take', 'unread', 'onReady', 'close'].every((name) => name in source);
}
