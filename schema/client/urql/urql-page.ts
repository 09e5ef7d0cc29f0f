import { cacheExchange } from '@urql/exchange-graphcache';
import { type AnyVariables, Client, type CombinedError, type Exchange, type OperationContext } from 'urql';
import type { Result } from '../core/document.ts';
import { createDubbing, type Dubbing, type DubbingOptions } from '../core/dubbing.ts';
import { SEND_OPTIONS } from '../core/send.ts';
import { nodeOf } from '../document-node/document-node.ts';
import type { DubbingPage } from '../react/context.ts';
import { partsOfViewer } from '../react/page-parts.ts';
import { createPageStreams } from '../react/page-streams.ts';
import { createPageWrite, type Mutate } from '../react/page-write.ts';
import type { Subscribe } from '../react/subscribe.ts';
import { DELETIONS, EMBEDDED_TYPES, SCHEMA, SINGLETONS } from './cache.generated.ts';
import { createDubbingExchange } from './dubbing-exchange.ts';

export interface UrqlPage extends DubbingPage {
  /** With the cache of one viewer: after a sign-in as another one it is another client. */
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
  const parts = partsOfViewer(dubbing, () => createParts(dubbing, options.url));
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

function createParts(dubbing: Dubbing, url: string): Omit<UrqlPage, 'dubbing'> {
  const exchanges = [createDubbingCache(), createDubbingExchange(dubbing)];
  const client = new Client({ url, exchanges, preferGetMethod: false });
  const streams = createPageStreams(dubbing, subscribeWith(client));
  return { client, streams, write: createPageWrite(streams, mutateWith(client)) };
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

const mutateWith =
  (client: Client): Mutate =>
  async (document, variables, options) => {
    const context = { [SEND_OPTIONS]: options } as Partial<OperationContext>;
    const sent = client.mutation(nodeOf(document), variables as NonNullable<AnyVariables>, context);
    const { data, error } = await sent.toPromise();
    if (error?.networkError) throw error.networkError;
    return { data: (data ?? null) as never, errors: errorsOf(error) };
  };

const errorsOf = (error: CombinedError | undefined): NonNullable<Result['errors']> =>
  (error?.graphQLErrors ?? []) as NonNullable<Result['errors']>;
