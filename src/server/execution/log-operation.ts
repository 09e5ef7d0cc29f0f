import type { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../errors.ts';
import { codeOf, originalErrorOf } from '../errors/mask-error.ts';
import type { OperationRequest } from '../request/operation-request.ts';

/** Failures behind the gateway: their cause is worth a line. Those of the caller stand in the operation's line. */
const LEVEL_OF_CAUSE: Readonly<Partial<Record<ErrorCode, 'error' | 'warn'>>> = {
  INTERNAL_SERVER_ERROR: 'error',
  SERVICE_KEY_REJECTED: 'error',
  UPSTREAM_UNAVAILABLE: 'warn',
  UPSTREAM_TIMEOUT: 'warn',
  UPSTREAM_MALFORMED: 'warn',
};

/** Whether a code is the fault of the service or of the gateway; all others are the caller's. */
export function isFailure(code: ErrorCode): boolean {
  return LEVEL_OF_CAUSE[code] !== undefined;
}

/** Logs what a caller is not shown. One cause may have failed many fields; it is logged once. */
export function logCauses(call: OperationRequest<unknown>, errors: readonly GraphQLError[]): void {
  const seen = new Set<unknown>();
  for (const error of errors) {
    const cause = originalErrorOf(error);
    const level = LEVEL_OF_CAUSE[codeOf(error)];
    if (level === undefined || seen.has(cause) || (call.lifetime.hasLeft && isAbort(cause))) continue;
    seen.add(cause);
    call.log[level]({ err: cause, code: codeOf(error), path: error.path }, 'operation failed');
  }
}

/** A caller who leaves is no failure. */
const isAbort = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError';

/** A name is the caller's own text; longer than this it would only fill the log. */
const LONGEST_NAME = 100;

/** One line for each operation, and for each request that never became one. It has no literals and no variables. */
export function logOperation(
  call: OperationRequest<unknown>,
  errors: readonly GraphQLError[],
  data: object | null | undefined,
): void {
  if (call.logs('info')) {
    call.log.info({ ...describe(call, outcomeOf(call, errors, data), errors) }, 'operation');
  }
}

export type SubscriptionOutcome = 'completed' | 'left' | 'failed';

/** The same for a subscription, at its end; `left` says that its reader has gone, or was made to. */
export function logSubscription(
  call: OperationRequest<unknown>,
  outcome: SubscriptionOutcome,
  errors: readonly GraphQLError[],
  updates: number,
): void {
  if (call.logs('info')) call.log.info({ ...describe(call, outcome, errors), updates }, 'operation');
}

function describe(call: OperationRequest<unknown>, outcome: string, errors: readonly GraphQLError[]) {
  return {
    operation: call.operationName?.slice(0, LONGEST_NAME) ?? null,
    type: call.operationType,
    outcome,
    ...(errors.length > 0 && { codes: [...new Set(errors.map(codeOf))] }),
    durationMs: Math.round(call.statistics.elapsedMs * 10) / 10,
    upstreamRequests: call.statistics.upstreamRequests,
  };
}

function outcomeOf(
  call: OperationRequest<unknown>,
  errors: readonly GraphQLError[],
  data: object | null | undefined,
): 'ok' | 'partial' | 'failed' | 'refused' | 'aborted' {
  if (call.lifetime.hasLeft) return 'aborted';
  if (data === undefined) return 'refused';
  if (errors.length === 0) return 'ok';
  return data === null ? 'failed' : 'partial';
}
