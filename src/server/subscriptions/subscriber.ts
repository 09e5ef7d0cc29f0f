import { createSourceEventStream, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Feed } from '../../feed.ts';
import type { Call, OperationCall, OperationContext } from '../call.ts';
import type { Caller } from '../caller.ts';
import { MOST_COERCION_ERRORS } from '../run-operation.ts';
import { withCode } from '../with-code.ts';
import type { LiveLimits } from './live-limits.ts';
import type { Outlet } from './outlet.ts';
import { createPlaces, TooManyOpenError } from './places.ts';
import type { Renderer } from './renderer.ts';
import { type Asked, type Source, Subscription } from './subscription.ts';
import type { Turns } from './turns.ts';

/** Starts subscriptions, for every transport. */
export interface Subscriber<Viewer> {
  /**
   * A subscription that is not begun yet; it has its place already, which its end gives back.
   * @throws LimitExceededError, AggregateError, TooManyOpenError: it is refused
   */
  prepare(call: Call<Viewer>, asked: Asked, outlet: Outlet): Subscription<Viewer>;
}

export interface SubscriberParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  createContext(call: OperationCall<Viewer>): OperationContext;
  readonly renderer: Renderer<Viewer>;
  readonly turns: Turns;
  readonly limits: Pick<LiveLimits, 'subscriptionsPerClient'>;
}

export function createSubscriber<Viewer extends Caller>(parts: SubscriberParts<Viewer>): Subscriber<Viewer> {
  const { schema, introspection, createContext, renderer, turns, limits } = parts;
  const places = createPlaces(limits.subscriptionsPerClient);

  /** @throws AggregateError */
  function checkTypes({ operation: { definition }, variables }: Asked): void {
    const { errors = [] } = getVariableValues(schema, definition.variableDefinitions ?? [], variables, {
      maxErrors: MOST_COERCION_ERRORS,
      hideSuggestions: !introspection,
    });
    if (errors.length > 0) throw new AggregateError(errors.map((error) => withCode(error, 'BAD_USER_INPUT')));
  }

  async function open(call: Call<Viewer>, { operation, variables }: Asked): Promise<Source<Viewer>> {
    const context = createContext(call);
    const source = await createSourceEventStream({
      schema,
      document: operation.document,
      operationName: operation.definition.name?.value ?? null,
      variableValues: variables,
      contextValue: context,
    });
    if (!(Symbol.asyncIterator in source)) throw new AggregateError(source.errors ?? []);
    if (!isFeed(source)) throw new Error('The source of a subscription is no feed.');
    return { feed: source, audience: renderer.join(operation, variables, context.reads?.scope ?? null) };
  }

  const subscriptionParts = { turns, open, closed: ({ viewer }: Call<Viewer>) => places.give(viewer.client) };

  return {
    prepare(call, asked, outlet) {
      const { client } = call.viewer;
      call.begin(asked.operation);
      asked.operation.checkVariables(asked.variables);
      checkTypes(asked);
      if (places.areTaken(client)) throw new TooManyOpenError('subscriptions', limits.subscriptionsPerClient);
      places.take(client);
      return new Subscription(subscriptionParts, call, outlet);
    },
  };
}

function isFeed(source: AsyncIterable<unknown>): source is Feed<object> {
  return ['take', 'takeBack', 'onReady', 'close'].every((name) => name in source);
}
