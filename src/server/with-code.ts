import type { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';

/** graphql gives its errors no codes: the same error, with one. (A new one would look for its place in the text anew.) */
export function withCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  error.extensions['code'] = code;
  return error;
}
