import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { RepeatableReads, Warning } from '../../contracts/context.ts';
import { UNCOUNTED, type Work } from '../../contracts/work.ts';
import type { ValidOperation } from '../documents/documents.ts';
import type { PreparationRequest } from '../documents/prepare.ts';
import { type Acceptable, readAccept, type StreamType, streamTypeFor } from './accept.ts';

/** All that the context of an operation may be made of. `signal` and `log` are made when first read. */
export interface ContextRequest<Viewer> {
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
  /** What the operation computes is charged to it. */
  readonly work: Work;
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

const EVERYTHING = { mutations: true, subscriptions: true };
const NOBODY = Symbol('nobody');
const NONE: readonly Warning[] = [];

export interface OperationRequestParts {
  readonly log: Logger;
  readonly clock: Clock;
}

/** One operation, from its arrival to its end: what is known of it, and what is counted on the way. */
export class OperationRequest<Viewer> implements ContextRequest<Viewer>, PreparationRequest {
  upstreamRequests = 0;
  /** Null until the operation is known, and without a name. */
  operationName: string | null = null;
  operationType: OperationTypeNode | null = null;
  /** Settles when the operation has ended, which may be after its caller has left. */
  ended: unknown = null;
  /** Counted from when it is known who asks. */
  work: Work = UNCOUNTED;
  #requestId: string | undefined;
  readonly #rootLog: Logger;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #log: Logger | undefined;
  #controller: AbortController | undefined;
  #left = false;
  #viewer: Viewer | typeof NOBODY = NOBODY;
  #warnings: Warning[] | undefined;

  /** Without an id it gets one of its own. */
  constructor({ log, clock }: OperationRequestParts, requestId?: string) {
    this.#rootLog = log;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#requestId = requestId;
  }

  get carries(): PreparationRequest['carries'] {
    return EVERYTHING;
  }

  /** Since its arrival. */
  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  get event(): null {
    return null;
  }

  get requestId(): string {
    this.#requestId ??= randomUUID();
    return this.#requestId;
  }

  /** Who asks is known from here on. */
  identify(viewer: Viewer): void {
    this.#viewer = viewer;
  }

  /** The operation is known from here on. */
  begin({ definition }: Pick<ValidOperation, 'definition'>): void {
    this.operationName = definition.name?.value ?? null;
    this.operationType = definition.operation;
  }

  get viewer(): Viewer {
    if (this.#viewer === NOBODY) throw new Error('An operation ran before its caller was authenticated.');
    return this.#viewer;
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

  /** Whether a line of this level would be written. (`log`, which knows the request id, costs more than a short operation.) */
  logs(level: 'info' | 'debug'): boolean {
    return this.#rootLog.isLevelEnabled(level);
  }

  get noCache(): boolean {
    return false;
  }

  get onUpstreamRequest(): () => void {
    return () => {
      this.upstreamRequests += 1;
    };
  }

  get warnings(): readonly Warning[] {
    return this.#warnings ?? NONE;
  }

  get warn(): (warning: Warning) => void {
    return (warning) => {
      this.#warnings ??= [];
      this.#warnings.push(warning);
    };
  }

  /** What was made for its beginning is let go, and made again if need be: a subscription may be open for days. */
  rest(): void {
    this.#log = undefined;
    if (!this.#left) this.#controller = undefined;
  }

  /** The caller has left; what is under way for them is given up. */
  leave(): void {
    this.#left = true;
    this.#controller?.abort();
  }
}

/** The operation of a request to `/graphql`. */
export class HttpOperationRequest<Viewer> extends OperationRequest<Viewer> {
  readonly request: IncomingMessage;
  /** Called when the answer is whole or broken off. (A third listener of a response takes more room than all else here.) */
  closed: ((response: ServerResponse) => void) | undefined;

  /** What the caller takes for an answer. */
  readonly accept: Acceptable;
  /** How a subscription is streamed; null if it cannot be. */
  readonly streamType: StreamType | null;

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string, parts: OperationRequestParts) {
    super(parts, requestId);
    this.request = request;
    this.accept = readAccept(request.headers.accept);
    this.streamType = streamTypeFor(request.method, this.accept);
    response.on('close', () => {
      if (!response.writableFinished) this.leave();
      this.closed?.(response);
    });
  }

  override get carries() {
    return { mutations: this.request.method === 'POST', subscriptions: this.streamType !== null };
  }

  override get noCache(): boolean {
    const header = this.request.headers['cache-control'];
    return header !== undefined && NO_CACHE.test(header);
  }
}

const NO_CACHE = /(^|,)\s*no-cache\s*($|[,=])/i;
