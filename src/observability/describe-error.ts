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

/**
 * Takes of an error what helps to find the fault and nothing else: libraries hang requests on errors, with their
 * headers, and answers, with what belongs to somebody.
 */
export function describeError(error: unknown, causesLeft = MOST_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: 'Something other than an error was thrown.' };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('detail' in error && typeof error.detail === 'string' && { detail: error.detail }),
    ...(cause !== undefined && causesLeft > 0 && { cause: describeError(cause, causesLeft - 1) }),
  };
}
