import type { ValidationIssue } from './domain/common/validation-issue.ts';

/**
 * Every failure that the parts of the gateway tell each other. Three kinds: what a caller can correct, what is not
 * there (a query answers null), and what went wrong behind the gateway. `code` is what a caller sees in
 * `extensions.code` (BEHAVIOUR.md, "Failures"); `extensions` is the rest of what it may see. The cause is for the log
 * alone.
 */

export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_MALFORMED',
  'SERVICE_KEY_REJECTED',
  'LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export abstract class GatewayError extends Error {
  abstract readonly code: ErrorCode;
  /** What else a caller is told, beside the code and the request id. */
  get extensions(): Readonly<Record<string, unknown>> {
    return {};
  }
}

/** An argument, a cursor or an id that makes no sense; the message names it. */
export class BadUserInputError extends GatewayError {
  override readonly name = 'BadUserInputError';
  readonly code = 'BAD_USER_INPUT';
}

/** The request is no GraphQL request, or comes in a form that the gateway does not take. */
export class BadRequestError extends GatewayError {
  override readonly name = 'BadRequestError';
  readonly code = 'BAD_REQUEST';
}

/** A document is asked for by a hash that the gateway does not know, or where it knows none. */
export class PersistedQueryNotFoundError extends GatewayError {
  override readonly name = 'PersistedQueryNotFoundError';
  readonly code = 'PERSISTED_QUERY_NOT_FOUND';
}

/** No token, or (in `passthrough`) a key that the service refuses. */
export class UnauthenticatedError extends GatewayError {
  override readonly name = 'UnauthenticatedError';
  readonly code = 'UNAUTHENTICATED';
}

/** The service denies this to the account, or the gateway to whoever asks. */
export class ForbiddenError extends GatewayError {
  override readonly name = 'ForbiddenError';
  readonly code = 'FORBIDDEN';
}

/** An operation is larger than the gateway takes on. */
export class LimitExceededError extends GatewayError {
  override readonly name = 'LimitExceededError';
  readonly code = 'LIMIT_EXCEEDED';
  readonly limit: string;
  readonly allowed: number;
  readonly actual: number;
  constructor(limit: string, allowed: number, actual: number) {
    super(`Limit exceeded: ${limit} is ${actual}, the maximum is ${allowed}.`);
    this.limit = limit;
    this.allowed = allowed;
    this.actual = actual;
  }
  override get extensions() {
    return { limit: this.limit, allowed: this.allowed, actual: this.actual };
  }
}

/** The quota is used up, by the gateway's own count or by the service's word (429). */
export class RateLimitedError extends GatewayError {
  override readonly name = 'RateLimitedError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, options?: ErrorOptions) {
    const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
    super(`The quota of requests to the service is used up. Try again in ${retryAfterSeconds} ${unit}.`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
  override get extensions() {
    return { retryAfterSeconds: this.retryAfterSeconds };
  }
}

/** The gateway has no room for what a request would bring: nothing was asked of the service. */
export class NoRoomError extends GatewayError {
  override readonly name = 'NoRoomError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds = 60;
  constructor(options?: ErrorOptions) {
    super('The gateway has no room for speech at the moment. The service was not asked.', options);
  }
  override get extensions() {
    return { retryAfterSeconds: this.retryAfterSeconds };
  }
}

/** The service cannot be reached, or answers 5xx. */
export class UpstreamUnavailableError extends GatewayError {
  override readonly name = 'UpstreamUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(options?: ErrorOptions) {
    super('The service is unavailable at the moment.', options);
  }
}

/** The service did not answer within `UPSTREAM_TIMEOUT_MS`. */
export class UpstreamTimeoutError extends GatewayError {
  override readonly name = 'UpstreamTimeoutError';
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(options?: ErrorOptions) {
    super('The service did not answer in time.', options);
  }
}

/** The service's answer is not as documented (INTERFACE.md). */
export class UpstreamMalformedError extends GatewayError {
  override readonly name = 'UpstreamMalformedError';
  readonly code = 'UPSTREAM_MALFORMED';
  /** Which endpoint, and where in its answer: for the log. Never any of the payload. */
  readonly detail: string;
  constructor(detail: string, options?: ErrorOptions) {
    super('The service returned an invalid answer.', options);
    this.detail = detail;
  }
}

/** The service refuses the gateway's own key: nothing that a caller can mend. */
export class ServiceKeyRejectedError extends GatewayError {
  override readonly name = 'ServiceKeyRejectedError';
  readonly code = 'SERVICE_KEY_REJECTED';
  constructor(options?: ErrorOptions) {
    super("The service rejected the gateway's API key.", options);
  }
}

/** What went wrong with one of several jobs, while the others go on. */
export class JobError extends GatewayError {
  override readonly name = 'JobError';
  override readonly cause: GatewayError;
  /** As it was asked for. */
  readonly id: string;
  constructor(id: string, cause: GatewayError) {
    super(cause.message);
    this.cause = cause;
    this.id = id;
  }
  get code(): ErrorCode {
    return this.cause.code;
  }
  override get extensions() {
    return { ...this.cause.extensions, id: this.id };
  }
}

/** The contract's `UserErrorCode`. */
export const USER_ERROR_CODES = [
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'NOT_ENABLED',
  'REJECTED',
  'INSUFFICIENT_BALANCE',
  'IDEMPOTENCY_CONFLICT',
  'OUTCOME_UNKNOWN',
  'IN_PROGRESS',
] as const;
export type UserErrorCode = (typeof USER_ERROR_CODES)[number];

/**
 * A failure of a write that the caller can correct or must know of: a member of the mutation's result union where
 * the union has it. Where it has not (or in a query), `code` is what the top-level error carries.
 */
export abstract class UserFacingError extends GatewayError {
  abstract readonly userErrorCode: UserErrorCode;
}

/** The input breaks a rule that the gateway or the service checks. Nothing was done. */
export class ValidationError extends UserFacingError {
  override readonly name = 'ValidationError';
  readonly code = 'BAD_USER_INPUT';
  readonly userErrorCode = 'VALIDATION_FAILED';
  readonly issues: readonly ValidationIssue[];
  constructor(message: string, issues: readonly ValidationIssue[]) {
    super(message);
    this.issues = issues;
  }
}

/** What the write is about does not exist. */
export class NotFoundError extends UserFacingError {
  override readonly name = 'NotFoundError';
  readonly code = 'NOT_FOUND';
  readonly userErrorCode = 'NOT_FOUND';
}

/** The account may not use this feature of the service. */
export class NotEnabledError extends UserFacingError {
  override readonly name = 'NotEnabledError';
  readonly code = 'FORBIDDEN';
  readonly userErrorCode = 'NOT_ENABLED';
}

/** The codes of a `RejectedError`: the last two where the service's words allow it. */
export type RejectionCode = Extract<UserErrorCode, 'REJECTED' | 'INSUFFICIENT_BALANCE' | 'IDEMPOTENCY_CONFLICT'>;

interface RejectedErrorOptions extends ErrorOptions {
  readonly userErrorCode?: RejectionCode;
}

/** The service refused, for a reason that no other class of error names; the message is the service's. */
export class RejectedError extends UserFacingError {
  override readonly name = 'RejectedError';
  readonly code = 'BAD_USER_INPUT';
  readonly userErrorCode: RejectionCode;
  constructor(message: string, { userErrorCode = 'REJECTED', ...options }: RejectedErrorOptions = {}) {
    super(message, options);
    this.userErrorCode = userErrorCode;
  }
}

interface OutcomeUnknownErrorOptions extends ErrorOptions {
  /** `IN_PROGRESS` if the service says that the same request is still at work. */
  readonly userErrorCode?: OutcomeUnknownError['userErrorCode'];
}

/** The request may or may not have been carried out, and asking again did not settle it. */
export class OutcomeUnknownError extends UserFacingError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  readonly userErrorCode: 'OUTCOME_UNKNOWN' | 'IN_PROGRESS';
  /** With this key the same call may be made again without doing anything twice; null for an update or a deletion. */
  readonly idempotencyKey: string | null;
  constructor(
    idempotencyKey: string | null,
    { userErrorCode = 'OUTCOME_UNKNOWN', ...options }: OutcomeUnknownErrorOptions = {},
  ) {
    super('The service did not confirm the request. It may or may not have been carried out.', options);
    this.idempotencyKey = idempotencyKey;
    this.userErrorCode = userErrorCode;
  }
}

/** What was thrown, as an Error: a promise may reject with anything. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('A value that is not an Error was thrown.', { cause: thrown });
}
