import { type ErrorCode, GatewayError } from '../errors.ts';

/** An error as the log tells it, with what caused it. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The system's or a library's word: ECONNREFUSED, UND_ERR_SOCKET. */
  readonly code?: string;
  /** Where in an answer of the service the fault lies (`UpstreamMalformedError`). */
  readonly detail?: string;
  readonly cause?: ErrorDescription;
}

/** How far causes of causes are followed. */
const MOST_CAUSES = 5;

/** Failures of which a caller is told in words that may be the service's, or repeat what was sent. */
const TOLD_TO_CALLERS: readonly ErrorCode[] = ['BAD_USER_INPUT', 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'];
const FOR_THE_CALLER = '[sent to the caller]';

/**
 * Takes of an error what helps to find the fault and nothing else: libraries hang requests on errors, with their
 * headers, and answers, with what belongs to somebody.
 */
export function describeError(error: unknown, causesLeft = MOST_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: 'A value that is not an Error was thrown.' };
  const { name, cause } = error;
  const message = isForCaller(error) ? FOR_THE_CALLER : error.message;
  const stack = error.stack?.replace(error.message, () => message);
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('detail' in error && typeof error.detail === 'string' && { detail: error.detail }),
    ...(cause !== undefined && causesLeft > 0 && { cause: describeError(cause, causesLeft - 1) }),
  };
}

function isForCaller(error: Error): boolean {
  return error instanceof GatewayError && TOLD_TO_CALLERS.includes(error.code);
}
