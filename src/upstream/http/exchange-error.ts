import { errors } from 'undici';

/**
 * How a try ended without an answer.
 * - `broken`: no connection, or it was lost
 * - `timeout`: no whole answer within the time for one try
 * - `truncated`: the connection ended before the body did
 * - `garbled`: what came is not HTTP
 * - `too-large`: more bytes than any answer of the service has
 * - `unsaved`: it came, and the gateway's own disk did not take it
 */
export type ExchangeFault = 'broken' | 'timeout' | 'truncated' | 'garbled' | 'too-large' | 'unsaved';

/** A try that brought no answer. The cause may name the service's address: for the log alone. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly fault: ExchangeFault;
  /** Whether any of the request can have left the gateway: if not, the service has not done it. */
  readonly sent: boolean;
  constructor(fault: ExchangeFault, sent: boolean, options?: ErrorOptions) {
    super(`${fault} ${sent ? 'after' : 'before'} the request was sent`, options);
    this.fault = fault;
    this.sent = sent;
  }
}

/** The body of a request could not be read from where it lies: a fault of the gateway's own, not of the service. */
export class RequestBodyError extends Error {
  override readonly name = 'RequestBodyError';
}

/**
 * The meaning of an error of undici.
 * @param status of the answer that had begun to come; 0 if none had
 */
export function faultOf(error: Error, status: number): ExchangeFault {
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) return 'garbled';
  if (error instanceof errors.ResponseContentLengthMismatchError) return 'truncated';
  // The service ended the connection in good order, and the answer with it: only an answer of data is missed.
  const isCutShort = error instanceof errors.SocketError && status >= 200 && status < 300;
  return isCutShort ? 'truncated' : 'broken';
}
