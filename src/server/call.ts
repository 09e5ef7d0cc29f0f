import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RepeatableReads, Warning } from '../context.ts';
import type { KnownOperation } from './documents.ts';

/** All that the context of an operation may be made of. `signal` and `log` are made when first read. */
export interface OperationCall<Viewer> {
  readonly viewer: Viewer;
  /** Answered as the header x-request-id and in each error; stands in each log line of the call. */
  readonly requestId: string;
  /** Aborted when the caller has left before the answer was whole. */
  readonly signal: AbortSignal;
  /** Knows the request id. */
  readonly log: Logger;
  /** The caller asked with `Cache-Control: no-cache`: the short memory is to be skipped (behaviour, 2). */
  readonly noCache: boolean;
  /** To be called once for each request to the service, retries included: they are counted in the log line. */
  readonly onUpstreamRequest: () => void;
  /** Adds to `extensions.warnings`. */
  readonly warn: (warning: Warning) => void;
  /** What happened, if this is the context of one event of a subscription: what it tells need not be read. */
  readonly event: object | null;
}

/** What a resolver is given. Its parts are the schema's affair, but for what its answers may be kept by. */
export interface OperationContext {
  /** Null if an answer does not follow from what was read. */
  readonly reads: RepeatableReads | null;
}

const REQUEST_ID = /^[\w-]{1,64}$/;

/** A caller's own id if it is a harmless one, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const own = headers['x-request-id'];
  return typeof own === 'string' && REQUEST_ID.test(own) ? own : randomUUID();
}

/** One request to `/graphql`, from its headers to its answer: what is known of it, and what is counted on the way. */
export class Call<Viewer> implements OperationCall<Viewer> {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly startedAt = performance.now();
  readonly warnings: Warning[] = [];
  readonly event = null;
  #operation: { readonly name: string | null; readonly type: string } | null = null;
  upstreamRequests = 0;
  /** Settles when the operation has ended, which may be after its caller has left. */
  ended: unknown = null;
  readonly #rootLog: Logger;
  #log: Logger | undefined;
  #controller: AbortController | undefined;
  #left = false;
  #viewer: { readonly viewer: Viewer } | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string, log: Logger) {
    this.request = request;
    this.requestId = requestId;
    this.#rootLog = log;
    response.once('close', () => {
      if (!response.writableFinished) this.#leave();
    });
  }

  /** Who asks is known from here on. */
  identify(viewer: Viewer): void {
    this.#viewer = { viewer };
  }

  /** The operation is known from here on. */
  begin({ definition }: Pick<KnownOperation, 'definition'>): void {
    this.#operation = { name: definition.name?.value ?? null, type: definition.operation };
  }

  /** What the log line tells; null until the operation is known. */
  get operation() {
    return this.#operation;
  }

  get viewer(): Viewer {
    if (!this.#viewer) throw new Error('An operation was run before it was known who asks.');
    return this.#viewer.viewer;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#left) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The caller has left before the answer was whole. */
  get left(): boolean {
    return this.#left;
  }

  get log(): Logger {
    this.#log ??= this.#rootLog.child({ requestId: this.requestId });
    return this.#log;
  }

  get noCache(): boolean {
    const header = this.request.headers['cache-control'];
    return header !== undefined && NO_CACHE.test(header);
  }

  readonly onUpstreamRequest = (): void => {
    this.upstreamRequests += 1;
  };

  readonly warn = (warning: Warning): void => {
    this.warnings.push(warning);
  };

  #leave(): void {
    this.#left = true;
    this.#controller?.abort();
  }
}

const NO_CACHE = /(^|,)\s*no-cache\s*($|[,=])/i;
