import { type DocumentNode, parse, print } from 'graphql';
import type { GraphDocument, OperationText } from '../core/document.ts';

/** A parsed document with its types, where Apollo Client, urql and code generation have them. */
interface TypedNode<Data, Variables> extends DocumentNode {
  readonly __apiType?: (variables: Variables) => Data;
}

/** A document for the hooks of the client, for those of the kit, and for its core. */
export type DocumentForAll<Data, Variables> = TypedNode<Data, Variables> & GraphDocument<Data, Variables>;

/** The hash is also where the client preset of code generation has it. */
export function toNode<Data, Variables>(document: GraphDocument<Data, Variables>): DocumentForAll<Data, Variables> {
  return { ...document, ...parse(document.text, { noLocation: true }), __meta__: { hash: document.hash } } as never;
}

/** The node of any document of the kit. */
export const nodeOf = <Data, Variables>(document: GraphDocument<Data, Variables>): DocumentNode =>
  'definitions' in document ? (document as never) : toNode(document);

/** Any document of a front end as it is sent: of the kit, of code generation, or of `gql`. */
export const textOf = (query: DocumentNode, name: string | undefined): OperationText => ({
  name: name ?? '',
  text: print(query),
  hash: (query as { readonly __meta__?: { readonly hash?: string } }).__meta__?.hash ?? '',
});
