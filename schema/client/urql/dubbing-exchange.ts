import {
  type Client,
  type CombinedError,
  composeExchanges,
  type Exchange,
  mapExchange,
  type Operation,
  type SubscriptionForwarder,
  subscriptionExchange,
} from 'urql';
import type { Observer } from '../core/connection.ts';
import { GraphError, isUnauthenticated, type OperationText, type Result } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import { SEND_OPTIONS, type SendOptions } from '../core/send.ts';
import { textOf } from '../document-node/document-node.ts';
import { messagesOf } from '../screen/read-error.ts';

/** The last exchange: queries and mutations over HTTP, with files; subscriptions over the connection of the page. */
export const createDubbingExchange = (dubbing: Dubbing): Exchange =>
  composeExchanges([mapExchange({ onError: usePlainMessage }), createSendingExchange(dubbing)]);

/** Without the prefixes that urql gives messages, and each message once: they are shown to users. */
function usePlainMessage(error: CombinedError): void {
  error.message = messagesOf(error).join(' ');
}

const createSendingExchange =
  (dubbing: Dubbing): Exchange =>
  (input) => {
    // A query that the gateway has refused is sent again after a sign-in, if anything still reads it.
    const refused = new Map<number, Operation>();
    const viewer = dubbing.session.get();
    const leave = dubbing.session.subscribe(() => {
      const operations = [...refused.values()];
      refused.clear();
      // The cache of another viewer is that of another client.
      if (dubbing.session.get() !== viewer) leave();
      else for (const operation of operations) sendAgain(input.client, operation);
    });
    const takeResult = (operation: Operation, result: Result) => {
      if (operation.kind === 'query' && isUnauthenticated(result.errors)) refused.set(operation.key, operation);
      return result;
    };
    return subscriptionExchange({
      enableAllOperations: true,
      forwardSubscription: ({ operationName, variables = {} }, operation) => ({
        subscribe(sink) {
          const text = textOf(operation.query, operationName);
          const unsubscribe =
            operation.kind === 'subscription'
              ? dubbing.connection.subscribe(text, variables, toObserver(sink))
              : request(dubbing, operation, text, variables, sink, (result) => takeResult(operation, result));
          return { unsubscribe };
        },
      }),
    })(input);
  };

const sendAgain = (client: Client, operation: Operation): void =>
  client.reexecuteOperation({ ...operation, context: { ...operation.context, requestPolicy: 'network-only' } });

type Sink = Parameters<ReturnType<SubscriptionForwarder>['subscribe']>[0];

const toObserver = (sink: Sink): Observer => ({
  next: (result) => sink.next(result as never),
  error(error) {
    if (error instanceof GraphError) {
      sink.next({ errors: error.errors as never });
      sink.complete();
    } else sink.error(error);
  },
  complete: () => sink.complete(),
});

function request(
  dubbing: Dubbing,
  { kind, context }: Operation,
  text: OperationText,
  variables: unknown,
  sink: Sink,
  take: (result: Result) => Result,
): () => void {
  const leaving = new AbortController();
  const options = { ...(context as { readonly [SEND_OPTIONS]?: SendOptions })[SEND_OPTIONS], signal: leaving.signal };
  const send = () => dubbing.requests.sendText(text, variables, options);
  // A query is repeated while no gateway answers; a mutation is not.
  const sent = kind === 'query' ? dubbing.requests.retry(send, leaving.signal) : send();
  sent.then(
    (result) => {
      sink.next(take(result) as never);
      sink.complete();
    },
    (error: unknown) => sink.error(error),
  );
  return () => {
    // A mutation goes on.
    if (kind === 'query') leaving.abort();
  };
}
