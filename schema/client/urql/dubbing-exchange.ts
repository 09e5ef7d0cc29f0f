import { type DocumentNode, print } from 'graphql';
import { type Exchange, subscriptionExchange } from 'urql';
import { GraphError, type OperationText } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';

/** Any document of a front end: of the kit, of code generation, or of `gql`. */
const textOf = (query: DocumentNode, name: string | undefined): OperationText => ({
  name: name ?? '',
  text: print(query),
  hash: (query as { readonly __meta__?: { readonly hash?: string } }).__meta__?.hash ?? '',
});

/** The last exchange: queries and mutations over HTTP, with files; subscriptions over the connection of the page. */
export const createDubbingExchange = (dubbing: Dubbing): Exchange =>
  subscriptionExchange({
    enableAllOperations: true,
    forwardSubscription({ operationName, variables }, { kind, query }) {
      const operation = textOf(query, operationName);
      return {
        subscribe(sink) {
          if (kind === 'subscription') {
            const unsubscribe = dubbing.connection.subscribe(operation, variables ?? {}, {
              next: (result) => sink.next(result as never),
              error(error) {
                if (error instanceof GraphError) {
                  sink.next({ errors: error.errors as never });
                  sink.complete();
                } else sink.error(error);
              },
              complete: () => sink.complete(),
            });
            return { unsubscribe };
          }
          const leaving = new AbortController();
          const send = () => dubbing.requests.sendText(operation, variables ?? {}, { signal: leaving.signal });
          // A query is repeated while no gateway answers; a mutation is not.
          const sent = kind === 'query' ? dubbing.requests.retry(send, leaving.signal) : send();
          sent.then(
            (result) => {
              sink.next(result as never);
              sink.complete();
            },
            (error: unknown) => sink.error(error),
          );
          return {
            unsubscribe() {
              // A mutation goes on.
              if (kind === 'query') leaving.abort();
            },
          };
        },
      };
    },
  });
