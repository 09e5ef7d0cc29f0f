import { ApolloClient, CombinedGraphQLErrors, InMemoryCache, type OperationVariables } from '@apollo/client';
import type { GraphDocument, Result } from '../core/document.ts';
import { createDubbing, type DubbingOptions } from '../core/dubbing.ts';
import { Writer } from '../core/writer.ts';
import { afterWrite } from '../react/after-write.ts';
import type { DubbingPage } from '../react/context.ts';
import { createPageStreams } from '../react/page-streams.ts';
import type { Subscribe } from '../react/subscribe.ts';
import { DEFAULT_OPTIONS } from './default-options.ts';
import { createDubbingLink } from './dubbing-link.ts';
import { POSSIBLE_TYPES, TYPE_POLICIES } from './policies.generated.ts';
import { nodeOf } from './to-node.ts';

export interface ApolloPage extends DubbingPage {
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
  const cache = createDubbingCache();
  const client = new ApolloClient({ cache, link: createDubbingLink(dubbing), defaultOptions: DEFAULT_OPTIONS });
  const streams = createPageStreams(dubbing.status, subscribeWith(client));
  const writer = new Writer();
  return {
    dubbing,
    client,
    streams,
    write: async (document, variables) => {
      const outcome = await writer.write(document, variables, (sent, content) => mutateWith(client, sent, content));
      afterWrite(outcome, streams, (id) => {
        cache.evict({ id });
        cache.gc();
      });
      return outcome;
    },
  };
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

async function mutateWith<Data, Variables>(
  client: ApolloClient,
  document: GraphDocument<Data, Variables>,
  variables: Variables,
): Promise<Result<Data>> {
  const { data, error } = await client.mutate({
    mutation: nodeOf(document),
    variables: variables as OperationVariables,
    errorPolicy: 'all',
  });
  return { data: (data ?? null) as Data | null, errors: errorsOf(error) };
}

/** @throws an error that is not of the gateway */
function errorsOf(error: unknown): NonNullable<Result['errors']> {
  if (error === undefined) return [];
  if (CombinedGraphQLErrors.is(error)) return error.errors as NonNullable<Result['errors']>;
  throw error;
}
