import type { Logger } from 'pino';
import type { Warning } from '../context.ts';

/** What the caller of an operation is known by: all that a context may be made of. Each member is made when first read. */
export interface OperationCall<Viewer> {
  readonly viewer: Viewer;
  /** Answered as the header x-request-id and in each error; stands in each log line of the call. */
  readonly requestId: string;
  /** Aborted when the caller has left, or the gateway stops and the grace time is over. */
  readonly signal: AbortSignal;
  /** Knows the request id. */
  readonly log: Logger;
  /** The caller asked with `Cache-Control: no-cache`: the short memory is to be skipped (behaviour, 2). */
  readonly noCache: boolean;
  /** To be called once for each request to the service, retries included: they are counted in the log line. */
  readonly onUpstreamRequest: () => void;
  /** Adds to `extensions.warnings`. */
  readonly warn: (warning: Warning) => void;
}
