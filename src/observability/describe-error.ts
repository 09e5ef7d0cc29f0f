import { type ErrorCode, GatewayError } from '../errors.ts';

/** An error in the log, with its cause. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The system's or library's code: ECONNREFUSED, UND_ERR_SOCKET. */
  readonly code?: string;
  /** The path of the fault in the service's answer (`UpstreamMalformedError`). */
  readonly detail?: string;
  readonly cause?: ErrorDescription;
}

/** The maximum depth of causes. */
const MOST_CAUSES = 5;

/** Failures whose message may be the service's, or repeat the caller's input. */
const TOLD_TO_CALLERS: readonly ErrorCode[] = ['BAD_USER_INPUT', 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'];
const FOR_THE_CALLER = '[sent to the caller]';

/**
 * Takes only known members of an error: libraries attach requests with their headers, and answers with private data.
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
