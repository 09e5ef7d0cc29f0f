import type { Observer } from './connection.ts';
import type { GraphDocument, Result, RootOf } from './document.ts';
import type { Outcome, PayloadOf } from './outcome.ts';
import type { SendOptions } from './send.ts';
import type { WatchOptions } from './watch.ts';

/** The three kinds of operation. */
export interface GraphClient {
  /** Reads once. Data and errors can both be present. @throws GraphError, NoAnswerError */
  query<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Result<Data>>;
  /** The updates of a subscription, through restarts and lost connections. @throws GraphError, ConnectionRefusedError */
  watch<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options?: WatchOptions,
  ): AsyncIterable<RootOf<Data>>;
  /** The same with callbacks. Returns a function that ends it. */
  subscribe<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    observer: Observer<Data>,
  ): () => void;
  /** Carries out a mutation, with files among its variables if there are any. It never does the same thing twice. */
  write<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Outcome<PayloadOf<Data>>>;
}
