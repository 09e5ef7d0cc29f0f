import {
  ForbiddenError,
  type GatewayError,
  NotEnabledError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  UpstreamMalformedError,
  UpstreamUnavailableError,
  ValidationError,
} from '../errors.ts';
import { keyRejection, type ServiceRefusal } from './failure.ts';

/** What a refused write means to who asked. The service names no field, so its words concern the input as a whole. */
export function writeFailure(
  { kind, status, message }: ServiceRefusal,
  { endpoint, keyIsCallers }: { readonly endpoint: string; readonly keyIsCallers: boolean },
): GatewayError {
  const cause = new Error(`${endpoint}: ${kind}, status ${status}`);
  switch (kind) {
    case 'validation':
      return invalid(message ?? 'The service does not accept this.');
    case 'not-found':
      return new NotFoundError(message ?? 'The service knows no such thing.', { cause });
    case 'not-enabled':
      return new NotEnabledError(message ?? 'The service has not enabled this for the account.', { cause });
    case 'rejected':
      return new RejectedError(message ?? 'The service refused this without a reason.', { cause });
    case 'denied':
      return new ForbiddenError(message ?? 'The service denies this to the account.', { cause });
    case 'key-rejected':
      return keyRejection(keyIsCallers, cause);
    case 'rate-limited':
      return new RateLimitedError(60, { cause });
    case 'unavailable':
      return new UpstreamUnavailableError({ cause });
    case 'malformed':
      return new UpstreamMalformedError(`${endpoint}: status ${status}, no answer as documented`, { cause });
  }
}

/** In the service's words. */
export function invalid(message: string): ValidationError {
  return new ValidationError(message, [{ path: [], message }]);
}
