/**
 * How a try ended without an answer.
 * - `broken`: no connection, or it was lost
 * - `timeout`: no whole answer within the time for one try
 * - `truncated`: the connection ended before the body did
 * - `garbled`: what came is not HTTP
 * - `too-large`: more bytes than any answer of the service has
 */
export type ExchangeFault = 'broken' | 'timeout' | 'truncated' | 'garbled' | 'too-large';

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

/** What undici's error codes mean here. */
export function faultOf(error: Error): ExchangeFault {
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'timeout';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    // A chunked body whose last chunk never came.
    case 'HPE_INVALID_EOF_STATE':
      return 'truncated';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'garbled';
    default:
      return code.startsWith('HPE_') ? 'garbled' : 'broken';
  }
}
