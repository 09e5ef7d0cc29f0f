import type { ExecutionResult, GraphQLError } from 'graphql';
import type { RefusedFields } from '../../../contracts/feed.ts';
import { type ErrorCode, GatewayError, RateLimitedError } from '../../../errors.ts';

/** They say nothing of the field, and pass. */
const PASSING: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_MALFORMED',
];

/** The fields below an update's own that could not be read for now; null if there are none. */
export function refusedFields({ data, errors = [] }: ExecutionResult): RefusedFields | null {
  if (data === null || data === undefined) return null;
  const passing = errors.filter(({ path = [], originalError }) => path.length > 1 && isPassing(originalError));
  if (passing.length === 0) return null;
  const items = new Set(passing.flatMap(({ path }) => (typeof path?.[2] === 'number' ? [path[2]] : [])));
  return { errors: passing.length, retryAfterMs: retryAfterMs(passing), items };
}

function isPassing(error: GraphQLError['originalError']): boolean {
  return error instanceof GatewayError && PASSING.includes(error.code);
}

function retryAfterMs(errors: readonly GraphQLError[]): number | null {
  const seconds = errors.flatMap(({ originalError }) =>
    originalError instanceof RateLimitedError ? [originalError.retryAfterSeconds] : [],
  );
  return seconds.length === 0 ? null : Math.max(...seconds) * 1000;
}
