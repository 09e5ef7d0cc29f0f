import { ApolloClient, CombinedGraphQLErrors, InMemoryCache, type OperationVariables } from '@apollo/client';
import { isUnauthenticated, type Result } from '../core/document.ts';
import { createDubbing, type Dubbing, type DubbingOptions } from '../core/dubbing.ts';
import { SEND_OPTIONS } from '../core/send.ts';
import { nodeOf } from '../document-node/document-node.ts';
import type { DubbingPage } from '../react/context.ts';
import { partsOfViewer } from '../react/page-parts.ts';
import { createPageStreams } from '../react/page-streams.ts';
import { createPageWrite, type Mutate } from '../react/page-write.ts';
import type { Subscribe } from '../react/subscribe.ts';
import { DEFAULT_OPTIONS } from './default-options.ts';
import { createDubbingLink } from './dubbing-link.ts';
import { POSSIBLE_TYPES, TYPE_POLICIES } from './policies.generated.ts';

export interface ApolloPage extends DubbingPage {
  /** With the cache of one viewer: after a sign-in as another one it is another client. */
  readonly client: ApolloClient;
}

export const createDubbingCache = (): InMemoryCache =>
  new InMemoryCache({
    // Ids are unique in the whole graph. `cache.evict({ id: deletedId })` then works.
    dataIdFromObject: ({ id }) => (typeof id === 'string' ? id : undefined),
    possibleTypes: POSSIBLE_TYPES,
    typePolicies: TYPE_POLICIES,
  });

/** The gateway and an Apollo Client for one page. */
export function createApolloPage(options: DubbingOptions): ApolloPage {
  const dubbing = createDubbing(options);
  const parts = partsOfViewer(
    dubbing,
    () => createParts(dubbing),
    ({ client }) => client.refetchQueries({ include: 'active', onQueryUpdated: isRefused }),
  );
  return {
    dubbing,
    get client() {
      return parts().client;
    },
    get streams() {
      return parts().streams;
    },
    get write() {
      return parts().write;
    },
  };
}

function createParts(dubbing: Dubbing): Omit<ApolloPage, 'dubbing'> {
  const cache = createDubbingCache();
  const client = new ApolloClient({ cache, link: createDubbingLink(dubbing), defaultOptions: DEFAULT_OPTIONS });
  const streams = createPageStreams(dubbing, subscribeWith(client));
  const write = createPageWrite(streams, mutateWith(client), (id) => {
    cache.evict({ id });
    cache.gc();
  });
  return { client, streams, write };
}

/** A query that the gateway has refused is sent again after a sign-in. */
function isRefused(query: { getCurrentResult(): { readonly error?: unknown } }): boolean {
  const { error } = query.getCurrentResult();
  return CombinedGraphQLErrors.is(error) && isUnauthenticated(errorsOf(error));
}

const subscribeWith =
  (client: ApolloClient): Subscribe =>
  (document, variables, observer) => {
    const subscription = client
      .subscribe({ query: nodeOf(document), variables: variables as OperationVariables, errorPolicy: 'all' })
      .subscribe({
        next({ data, error }) {
          // Apollo gives every error as a result.
          if (error && !CombinedGraphQLErrors.is(error)) observer.error(error);
          else observer.next({ data: (data ?? null) as never, errors: errorsOf(error) });
        },
        error: (error: Error) => observer.error(error),
        complete: () => observer.complete(),
      });
    return () => subscription.unsubscribe();
  };

const mutateWith =
  (client: ApolloClient): Mutate =>
  async (document, variables, options) => {
    const { data, error } = await client.mutate({
      mutation: nodeOf(document),
      variables: variables as OperationVariables,
      errorPolicy: 'all',
      context: { [SEND_OPTIONS]: options },
    });
    return { data: (data ?? null) as never, errors: errorsOf(error) };
  };

/** @throws an error that is not of the gateway */
function errorsOf(error: unknown): NonNullable<Result['errors']> {
  if (error === undefined) return [];
  if (CombinedGraphQLErrors.is(error)) return error.errors as NonNullable<Result['errors']>;
  throw error;
}
