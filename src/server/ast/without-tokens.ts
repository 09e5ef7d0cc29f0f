import { type DocumentNode, visit } from 'graphql';

/**
 * The same document, whose nodes forget the tokens that they were read from: those take more than the nodes, and nothing
 * that is done with a document reads them. Where a node begins and ends, and in which text, stays.
 */
export function withoutTokens(document: DocumentNode): DocumentNode {
  visit(document, {
    enter({ loc }) {
      if (loc) Object.assign(loc, NO_TOKENS);
    },
  });
  return document;
}

const NO_TOKENS = { startToken: undefined, endToken: undefined };
