import type { ValidationIssue } from './domain/common/validation-issue.ts';

/**
 * All failures between the parts of the gateway. There are three kinds: correctable by the caller, not found (a query
 * returns null), and failures behind the gateway. The caller gets `code` as `extensions.code` (BEHAVIOUR.md,
 * "Failures"), and `extensions`. The cause is only logged.
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
  /** Further members for the caller, besides the code and the request id. */
  get extensions(): Readonly<Record<string, unknown>> {
    return {};
  }
}

/** An invalid argument, cursor or id. The message names it. */
export class BadUserInputError extends GatewayError {
  override readonly name = 'BadUserInputError';
  readonly code = 'BAD_USER_INPUT';
}

/** Not a GraphQL request, or in an unsupported form. */
export class BadRequestError extends GatewayError {
  override readonly name = 'BadRequestError';
  readonly code = 'BAD_REQUEST';
}

/** A document was requested by an unknown hash, or without trusted documents. */
export class PersistedQueryNotFoundError extends GatewayError {
  override readonly name = 'PersistedQueryNotFoundError';
  readonly code = 'PERSISTED_QUERY_NOT_FOUND';
}

/** No token, or (in `passthrough`) a key that the service refuses. */
export class UnauthenticatedError extends GatewayError {
  override readonly name = 'UnauthenticatedError';
  readonly code = 'UNAUTHENTICATED';
}

/** The service denies this to the account, or the gateway to the caller. */
export class ForbiddenError extends GatewayError {
  override readonly name = 'ForbiddenError';
  readonly code = 'FORBIDDEN';
  readonly #scope: string | undefined;
  /** @param options.scope the scope that the token lacks, if that is the reason */
  constructor(message: string, { scope, ...options }: ErrorOptions & { readonly scope?: string } = {}) {
    super(message, options);
    this.#scope = scope;
  }
  override get extensions() {
    return this.#scope === undefined ? {} : { scope: this.#scope };
  }
}

/** The token is accepted and does not allow this. The message is for the user of a page and for its developer. */
export function missingScope(scope: string, subject: string): ForbiddenError {
  const reason = `the token does not have the scope "${scope}", which ${subject} needs`;
  return new ForbiddenError(`You are not allowed to do this: ${reason}. Sign in with a token that has it.`, { scope });
}

/** An operation exceeds a limit. */
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

/** The quota is used up, by the gateway's count or by a 429 of the service. */
export class RateLimitedError extends GatewayError {
  override readonly name: string = 'RateLimitedError';
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

/** Another instance polls for the account now. No request was sent. */
export class LeaseLostError extends RateLimitedError {
  override readonly name = 'LeaseLostError';
  constructor() {
    super(1);
  }
}

/** The gateway has no disk space for the result. No request was sent. */
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
  /** The endpoint and the path in its answer, for the log. Never the payload. */
  readonly detail: string;
  constructor(detail: string, options?: ErrorOptions) {
    super('The service returned an invalid answer.', options);
    this.detail = detail;
  }
}

/** The service rejects the gateway's own key. A caller cannot correct it. */
export class ServiceKeyRejectedError extends GatewayError {
  override readonly name = 'ServiceKeyRejectedError';
  readonly code = 'SERVICE_KEY_REJECTED';
  constructor(options?: ErrorOptions) {
    super("The service rejected the gateway's API key.", options);
  }
}

/** The failure of one of several jobs; the others continue. */
export class JobError extends GatewayError {
  override readonly name = 'JobError';
  override readonly cause: GatewayError;
  /** The id as the caller wrote it. */
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
 * A failure of a write that the caller can correct or must handle: a member of the mutation's union if the union has
 * it. Otherwise, and in a query, it is a top-level error with `code`.
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

/** The object of the write does not exist. */
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

/** The request may or may not have been executed, and retries did not clarify it. */
export class OutcomeUnknownError extends UserFacingError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  readonly userErrorCode: 'OUTCOME_UNKNOWN' | 'IN_PROGRESS';
  /** The key for repeating the call without a second execution. Null for an update or a deletion. */
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

/** The thrown value as an Error: a promise may reject with anything. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('A value that is not an Error was thrown.', { cause: thrown });
}
