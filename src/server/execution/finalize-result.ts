import { GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions } from 'graphql-yoga';
import type { ErrorCode } from '../../errors.ts';
import { codeOf, maskError, originalErrorOf } from '../errors/mask-error.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { hasValues } from '../fairness/written-data.ts';
import type { OperationRequest } from '../request/operation-request.ts';
import { endOperation } from './end-operation.ts';
import { logCauses } from './log-operation.ts';

/** A result as it comes from execution, or a `Refusal`: the errors may be anything that was thrown. */
export interface RawResult {
  /** The values, or their text (`WrittenData`). */
  readonly data?: object | null | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

/** A result as it is sent. */
export interface FinalResult {
  readonly errors?: readonly GraphQLError[];
  readonly data?: object | null;
  readonly extensions?: object;
}

/**
 * The last thing that is done to each result, whichever way it came about: errors are masked and stamped with the
 * request id, causes are logged, warnings are added, and one line is logged for the operation.
 */
export function finalizeResult(call: OperationRequest<unknown>, result: RawResult): FinalResult {
  const errors = maskErrors(call, result.errors ?? []);
  const { data } = result;
  endOperation(call, errors, data);
  const extensions = extensionsOf(call, data !== undefined);
  return {
    ...(errors.length > 0 && { errors }),
    ...(data !== undefined && { data }),
    ...(extensions !== null && { extensions }),
  };
}

function extensionsOf({ statistics, showsCost }: OperationRequest<unknown>, hasData: boolean) {
  const { warnings, cost } = statistics;
  const isCostShown = showsCost && hasData;
  if (warnings.length === 0 && !isCostShown) return null;
  return { ...(warnings.length > 0 && { warnings }), ...(isCostShown && { cost }) };
}

/** For how long to wait, if the whole answer is that the quota is used up; null if there is anything else in it. */
export function retryAfterOf({ data, errors = [] }: FinalResult): number | null {
  const seconds = errors.map(({ extensions }) =>
    extensions['code'] === 'RATE_LIMITED' ? Number(extensions['retryAfterSeconds']) : Number.NaN,
  );
  return seconds.length === 0 || seconds.some(Number.isNaN) || hasValues(data) ? null : Math.max(...seconds);
}

/** The same, with how HTTP says so where nothing was run. */
export function finalizeForHttp(call: OperationRequest<unknown>, result: RawResult): FinalResult {
  const finished = finalizeResult(call, result);
  if (finished.data !== undefined) return finished;
  for (const error of finished.errors ?? []) error.extensions.http = httpOf(error);
  return finished;
}

/** Each error as a caller may see it, with the request id; the causes are logged. */
export function maskErrors(call: OperationRequest<unknown>, errors: readonly unknown[]): GraphQLError[] {
  const masked = errors.map(maskError);
  for (const error of masked) error.extensions['requestId'] = call.requestId;
  logCauses(call, masked);
  return masked;
}

/** The same for an operation whose finished answer serves again. */
export function finalizeUnchanged(call: OperationRequest<unknown>): void {
  endOperation(call, [], {});
}

/**
 * How Yoga is to answer a result without data. (An operation that ran is answered with 200, also if all of it failed.)
 * `spec` stands for the rule of GraphQL over HTTP that a well-formed request is answered with 200 where the caller
 * asked for `application/json`.
 */
function httpOf(error: GraphQLError): GraphQLHTTPExtensions {
  const cause = originalErrorOf(error);
  if (cause instanceof RefusedRequestError) return { status: cause.status, headers: { ...cause.headers } };
  if (cause instanceof GraphQLError && cause.extensions.http?.status) return cause.extensions.http;
  const seconds = retryAfterOf({ errors: [error] });
  const http = HTTP_OF[codeOf(error)] ?? { status: 500 };
  return seconds === null ? http : { ...http, headers: { ...http.headers, 'retry-after': String(seconds) } };
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
