import { issueAt } from '../../domain/common/validation-issue.ts';
import { type GatewayError, NotEnabledError, NotFoundError, RejectedError, ValidationError } from '../../errors.ts';
import { causeOf, failureOfAnyRequest, type Refused, type ServiceRefusal } from '../refusal/failure.ts';
import { rejectionCode } from '../refusal/rejection-code.ts';

/** The meaning of a refused write for its caller. The service names no field, so its words concern the input as a whole. */
export function writeFailure(refusal: ServiceRefusal, refused: Refused): GatewayError {
  const { kind, message } = refusal;
  const cause = causeOf(refusal, refused);
  const userErrorCode = rejectionCode(refusal);
  switch (kind) {
    case 'validation':
      if (message !== null && userErrorCode !== 'REJECTED') return new RejectedError(message, { cause, userErrorCode });
      return invalid(message ?? 'The service rejected this.');
    case 'not-found':
      return new NotFoundError(message ?? 'The service does not have this object.', { cause });
    case 'not-enabled':
      return new NotEnabledError(message ?? 'The service has not enabled this for the account.', { cause });
    case 'rejected':
    case 'in-progress':
      return new RejectedError(message ?? 'The service refused this and gave no reason.', { cause, userErrorCode });
    default:
      return failureOfAnyRequest({ ...refusal, kind }, refused, cause);
  }
}

/** In the service's words. */
export function invalid(message: string): ValidationError {
  return new ValidationError(message, [issueAt([], 'REFUSED', message)]);
}
