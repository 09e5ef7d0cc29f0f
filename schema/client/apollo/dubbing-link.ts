import { ApolloLink, CombinedGraphQLErrors, Observable } from '@apollo/client';
import { GraphError, type GraphErrorEntry } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import { SEND_OPTIONS } from '../core/send.ts';
import { textOf } from '../document-node/document-node.ts';

const toApolloError = (error: Error): Error =>
  error instanceof GraphError
    ? new CombinedGraphQLErrors({ errors: error.errors as readonly (GraphErrorEntry & { message: string })[] as never })
    : error;

/** The last link: queries and mutations over HTTP, with files; subscriptions over the connection of the page. */
export function createDubbingLink(dubbing: Dubbing): ApolloLink {
  return new ApolloLink(({ query, variables, operationName, operationType, getContext }) => {
    const operation = textOf(query, operationName);
    if (operationType === 'subscription') {
      return new Observable((sink) =>
        dubbing.connection.subscribe(operation, variables, {
          next: (result) => sink.next(result as ApolloLink.Result),
          error: (error) => sink.error(toApolloError(error)),
          complete: () => sink.complete(),
        }),
      );
    }
    return new Observable((sink) => {
      const leaving = new AbortController();
      const send = () =>
        dubbing.requests.sendText(operation, variables, { ...getContext()[SEND_OPTIONS], signal: leaving.signal });
      // A query is repeated while no gateway answers; a mutation is not.
      const sent = operationType === 'query' ? dubbing.requests.retry(send, leaving.signal) : send();
      sent.then(
        (result) => {
          sink.next(result as ApolloLink.Result);
          sink.complete();
        },
        (error: Error) => sink.error(error),
      );
      return () => {
        // A mutation goes on.
        if (operationType === 'query') leaving.abort();
      };
    });
  });
}
