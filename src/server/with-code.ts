import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';

/** graphql gives its errors no codes: the same error, with one. */
export function withCode({ message, nodes, source, positions }: GraphQLError, code: ErrorCode): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, extensions: { code } });
}
