import { createSourceEventStream, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Feed } from '../../feed.ts';
import type { Call, OperationCall, OperationContext } from '../call.ts';
import type { Caller } from '../caller.ts';
import { MOST_COERCION_ERRORS } from '../run-operation.ts';
import { withCode } from '../with-code.ts';
import type { LiveLimits } from './live-limits.ts';
import type { Outlet } from './outlet.ts';
import { createPlaces, TooManyOpenError } from './places.ts';
import { type Asked, type Renderer, textOf } from './renderer.ts';
import { type Source, Subscription } from './subscription.ts';
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
  readonly limits: Pick<LiveLimits, 'subscriptionsPerClient' | 'charactersPerClient'>;
}

export function createSubscriber<Viewer extends Caller>(parts: SubscriberParts<Viewer>): Subscriber<Viewer> {
  const { schema, introspection, createContext, renderer, turns, limits } = parts;
  const places = createPlaces(limits.subscriptionsPerClient);
  const characters = createPlaces(limits.charactersPerClient);

  /** @throws AggregateError */
  function checkTypes({ operation: { definition }, variables }: Asked): void {
    const { errors = [] } = getVariableValues(schema, definition.variableDefinitions ?? [], variables, {
      maxErrors: MOST_COERCION_ERRORS,
      hideSuggestions: !introspection,
    });
    if (errors.length > 0) throw new AggregateError(errors.map((error) => withCode(error, 'BAD_USER_INPUT')));
  }

  async function open(call: Call<Viewer>, asked: Asked): Promise<Source<Viewer>> {
    const { operation, variables } = asked;
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
    return { feed: source, audience: renderer.join(asked, context.reads?.scope ?? null) };
  }

  const subscriptionParts = {
    turns,
    open,
    closed({ viewer: { client } }: Call<Viewer>, count: number) {
      places.give(client);
      characters.give(client, count);
    },
  };

  return {
    prepare(call, asked, outlet) {
      const { client } = call.viewer;
      call.begin(asked.operation);
      asked.operation.checkVariables(asked.variables);
      checkTypes(asked);
      const count = countCharacters(asked);
      if (places.areTaken(client)) throw new TooManyOpenError('subscriptions', limits.subscriptionsPerClient);
      if (characters.areTaken(client, count)) {
        throw new TooManyOpenError('characters of subscriptions', limits.charactersPerClient);
      }
      places.take(client);
      characters.take(client, count);
      return new Subscription(subscriptionParts, call, outlet, count);
    },
  };
}

const countCharacters = ({ operation, variables }: Asked): number =>
  textOf(operation.document).length + JSON.stringify(variables).length;

function isFeed(source: AsyncIterable<unknown>): source is Feed<object> {
  return ['take', 'takeBack', 'onReady', 'close'].every((name) => name in source);
}
