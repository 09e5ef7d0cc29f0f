import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { parse } from 'graphql';
import type { GraphDocument } from '../core/document.ts';

/** A document for the hooks of Apollo, for those of the kit, and for its core. */
export type DocumentForAll<Data, Variables extends OperationVariables> = TypedDocumentNode<Data, Variables> &
  GraphDocument<Data, Variables>;

/** The hash is also where the client preset of code generation has it. */
export function toNode<Data, Variables extends OperationVariables>(
  document: GraphDocument<Data, Variables>,
): DocumentForAll<Data, Variables> {
  return { ...document, ...parse(document.text, { noLocation: true }), __meta__: { hash: document.hash } } as never;
}

/** The node of any document of the kit. */
export const nodeOf = <Data, Variables>(document: GraphDocument<Data, Variables>): TypedDocumentNode =>
  ('definitions' in document
    ? document
    : toNode(document as GraphDocument<Data, OperationVariables>)) as TypedDocumentNode;
