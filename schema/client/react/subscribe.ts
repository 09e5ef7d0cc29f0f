import type { Observer } from '../core/connection.ts';
import type { GraphDocument } from '../core/document.ts';

/** Subscribes through the client of the page, so that its cache sees each update. Returns a function that ends it. */
export type Subscribe = <Data, Variables>(
  document: GraphDocument<Data, Variables>,
  variables: Variables,
  observer: Observer<Data>,
) => () => void;
