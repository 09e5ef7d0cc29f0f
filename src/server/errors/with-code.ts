import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../errors.ts';

/**
 * graphql gives its errors no codes: the same error, with one. (A new one would look for its place in the text anew.) Only
 * the original error of a scalar is dropped: it is the caller's fault, and the message has all of it.
 */
export function withCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  if (error.originalError) {
    const { message, nodes, source, positions } = error;
    return new GraphQLError(message, { nodes: nodes ?? null, source, positions, extensions: { code } });
  }
  error.extensions['code'] = code;
  return error;
}
