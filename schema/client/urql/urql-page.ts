import { cacheExchange } from '@urql/exchange-graphcache';
import { type AnyVariables, Client, type CombinedError, type Exchange } from 'urql';
import type { GraphDocument, Result } from '../core/document.ts';
import { createDubbing, type DubbingOptions } from '../core/dubbing.ts';
import { Writer } from '../core/writer.ts';
import { afterWrite } from '../react/after-write.ts';
import type { DubbingPage } from '../react/context.ts';
import { createPageStreams } from '../react/page-streams.ts';
import type { Subscribe } from '../react/subscribe.ts';
import { DELETIONS, EMBEDDED_TYPES, SCHEMA, SINGLETONS } from './cache.generated.ts';
import { createDubbingExchange } from './dubbing-exchange.ts';
import { nodeOf } from './to-node.ts';

export interface UrqlPage extends DubbingPage {
  readonly client: Client;
}

/** The normalized cache of the graph. */
export const createDubbingCache = (): Exchange =>
  cacheExchange({
    schema: SCHEMA as never,
    keys: Object.fromEntries([
      // An object without an id belongs to the object around it; an account has one of each of the others.
      ...EMBEDDED_TYPES.map((name) => [name, () => null]),
      ...SINGLETONS.map((name) => [name, () => name]),
    ]),
    updates: {
      Mutation: Object.fromEntries(
        DELETIONS.map((field) => [
          field,
          (result, _variables, cache) => {
            const id = (result[field] as { readonly deletedId?: string } | null)?.deletedId;
            const [__typename = ''] = id?.split(':') ?? [];
            if (id !== undefined) cache.invalidate({ __typename, id });
          },
        ]),
      ),
    },
  });

/** The gateway and an urql client for one page. */
export function createUrqlPage(options: DubbingOptions): UrqlPage {
  const dubbing = createDubbing(options);
  const client = new Client({
    url: options.url,
    exchanges: [createDubbingCache(), createDubbingExchange(dubbing)],
    preferGetMethod: false,
  });
  const streams = createPageStreams(dubbing.status, subscribeWith(client));
  const writer = new Writer();
  return {
    dubbing,
    client,
    streams,
    write: async (document, variables) => {
      const outcome = await writer.write(document, variables, (sent, content) => mutateWith(client, sent, content));
      afterWrite(outcome, streams, () => undefined);
      return outcome;
    },
  };
}

const subscribeWith =
  (client: Client): Subscribe =>
  (document, variables, observer) => {
    let isOver = false;
    const { unsubscribe } = client
      .subscription(nodeOf(document), variables as NonNullable<AnyVariables>)
      .subscribe(({ data, error, hasNext }) => {
        if (isOver) return;
        if (error?.networkError) observer.error(error.networkError);
        else observer.next({ data: (data ?? null) as never, errors: errorsOf(error) });
        if (!hasNext) observer.complete();
      });
    return () => {
      isOver = true;
      unsubscribe();
    };
  };

async function mutateWith<Data, Variables>(
  client: Client,
  document: GraphDocument<Data, Variables>,
  variables: Variables,
): Promise<Result<Data>> {
  const { data, error } = await client.mutation(nodeOf(document), variables as NonNullable<AnyVariables>).toPromise();
  if (error?.networkError) throw error.networkError;
  return { data: data ?? null, errors: errorsOf(error) };
}

const errorsOf = (error: CombinedError | undefined): NonNullable<Result['errors']> =>
  (error?.graphQLErrors ?? []) as NonNullable<Result['errors']>;
