import {
  BadUserInputError,
  type ErrorCode,
  ForbiddenError,
  GatewayError,
  NotFoundError,
  RateLimitedError,
  ServiceKeyRejectedError,
  UnauthenticatedError,
  UpstreamMalformedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../errors.ts';

/** The failure of a request, as another instance gets it. */
export interface FailureRecord {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The words of an error that is not the gateway's own stay on this instance. */
export function encodeFailure(error: Error): FailureRecord {
  const known = error instanceof GatewayError ? error : new UpstreamUnavailableError();
  const retryAfterSeconds = error instanceof RateLimitedError ? error.retryAfterSeconds : 0;
  return { code: known.code, message: known.message, retryAfterSeconds };
}

export function decodeFailure({ code, message, retryAfterSeconds }: FailureRecord): GatewayError {
  switch (code) {
    case 'RATE_LIMITED':
      return new RateLimitedError(retryAfterSeconds);
    case 'UPSTREAM_TIMEOUT':
      return new UpstreamTimeoutError();
    case 'UPSTREAM_MALFORMED':
      return new UpstreamMalformedError('an answer to another instance');
    case 'SERVICE_KEY_REJECTED':
      return new ServiceKeyRejectedError();
    case 'UNAUTHENTICATED':
      return new UnauthenticatedError(message);
    case 'FORBIDDEN':
      return new ForbiddenError(message);
    case 'NOT_FOUND':
      return new NotFoundError(message);
    case 'BAD_USER_INPUT':
      return new BadUserInputError(message);
    default:
      return new UpstreamUnavailableError();
  }
}
