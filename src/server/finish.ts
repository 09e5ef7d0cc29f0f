import { type ExecutionResult, GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions } from 'graphql-yoga';
import type { ErrorCode } from '../errors.ts';
import type { Call } from './call.ts';
import type { KnownOperation } from './documents.ts';
import { logCauses, logOperation } from './log-operation.ts';
import { causeOf, codeOf, maskError } from './mask-error.ts';
import { RefusedRequestError } from './refused-request-error.ts';

/**
 * The last thing that is done to each result, whichever way it came about: errors are masked and stamped with the
 * request id, causes are logged, what was left out is told, and one line is written for the operation.
 */
export function finish(call: Call<unknown>, result: ExecutionResult): ExecutionResult {
  const errors = (result.errors ?? []).map(maskError);
  const { data } = result;
  for (const error of errors) {
    error.extensions['requestId'] = call.requestId;
    if (data === undefined) error.extensions.http = httpOf(error);
  }
  logCauses(call, errors);
  logOperation(call, errors, data);
  return {
    ...(errors.length > 0 && { errors }),
    ...(data !== undefined && { data }),
    ...(call.warnings.length > 0 && { extensions: { warnings: call.warnings } }),
  };
}

/** The same for an operation whose finished answer serves again. */
export function finishUnchanged(call: Call<unknown>, operation: KnownOperation): void {
  call.begin(operation);
  logOperation(call, [], {});
}

/**
 * How Yoga is to answer a result without data. (Whatever failed in an operation that ran, it is answered with 200.)
 * `spec` stands for the rule of GraphQL over HTTP that a well-formed request is answered with 200 where the caller
 * asked for `application/json`.
 */
function httpOf(error: GraphQLError): GraphQLHTTPExtensions {
  const cause = causeOf(error);
  if (cause instanceof RefusedRequestError) return { status: cause.status, headers: { ...cause.headers } };
  if (cause instanceof GraphQLError && cause.extensions.http?.status) return cause.extensions.http;
  return HTTP_OF[codeOf(error)] ?? { status: 500 };
}

const HTTP_OF: Readonly<Partial<Record<ErrorCode, GraphQLHTTPExtensions>>> = {
  GRAPHQL_PARSE_FAILED: { status: 400, spec: true },
  GRAPHQL_VALIDATION_FAILED: { status: 400, spec: true },
  BAD_USER_INPUT: { status: 400, spec: true },
  BAD_REQUEST: { status: 400 },
  PERSISTED_QUERY_NOT_FOUND: { status: 400 },
  LIMIT_EXCEEDED: { status: 400 },
  UNAUTHENTICATED: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  FORBIDDEN: { status: 403 },
  RATE_LIMITED: { status: 429 },
  UPSTREAM_UNAVAILABLE: { status: 503 },
};
