import { parse } from 'graphql';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { GraphDocument } from '../core/document.ts';

/** A document for the hooks of urql, for those of the kit, and for its core. */
export type DocumentForAll<Data, Variables extends AnyVariables> = TypedDocumentNode<Data, Variables> &
  GraphDocument<Data, Variables>;

/** The hash is also where the client preset of code generation has it. */
export function toNode<Data, Variables extends AnyVariables>(
  document: GraphDocument<Data, Variables>,
): DocumentForAll<Data, Variables> {
  return { ...document, ...parse(document.text, { noLocation: true }), __meta__: { hash: document.hash } } as never;
}

/** The node of any document of the kit. */
export const nodeOf = <Data, Variables>(document: GraphDocument<Data, Variables>): TypedDocumentNode<Data> =>
  ('definitions' in document ? document : toNode(document as GraphDocument<Data, AnyVariables>)) as never;
