import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { RepeatableReads, Warning } from '../../contracts/context.ts';
import type { EventLog } from '../../contracts/event-log.ts';
import type { Measurements, OperationOutcome, StreamingTransport, Transport } from '../../contracts/measurements.ts';
import { parseTraceparent, type RunningSpan, type Tracing } from '../../contracts/tracing.ts';
import type { Work } from '../../contracts/work.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import type { OperationWork } from '../fairness/operation-work.ts';
import type { StreamType } from './accept.ts';
import { Lifetime } from './lifetime.ts';
import { OperationLog } from './operation-log.ts';
import { Statistics } from './statistics.ts';

/** Everything that the context of an operation may be made of. `signal` and `log` are created when first read. */
export interface ContextRequest<Viewer> {
  readonly viewer: Viewer;
  /** Answered as the header x-request-id and in each error; stands in each log line of the call. */
  readonly requestId: string;
  /** The span of the operation; null where nothing is traced. */
  readonly spanContext: SpanContext | null;
  /** Aborted when the caller has left before the answer was whole. */
  readonly signal: AbortSignal;
  /** Its lines have the request id. */
  readonly log: EventLog;
  /** The caller asked with `Cache-Control: no-cache`: the short memory is to be skipped (BEHAVIOUR.md, "Reading"). */
  readonly noCache: boolean;
  /** To be called once for each request to the service, retries included: they are counted in the log line. */
  onUpstreamRequest(): void;
  /** The caller wants to see `extensions.cost`. */
  readonly showsCost: boolean;
  /** To be called, where the cost is shown, once for each read that needed no request of its own. */
  onMemoryHit(): void;
  /** Adds to `extensions.warnings`. */
  warn(warning: Warning): void;
  /** The event, if this is the context of one event of a subscription: data that it carries is not read. */
  readonly event: object | null;
  /** Computing is charged to it. */
  readonly work: Work;
}

/** The context of resolvers. Its parts are the schema's affair, except those by which an answer may be kept. */
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

const EVERYTHING: Carries = { mutations: true, subscriptions: true };
const NOBODY = Symbol('nobody');

/** The kinds of operation that the transport of a request carries, beside queries. */
interface Carries {
  readonly mutations: boolean;
  readonly subscriptions: boolean;
}

export interface OperationRequestParts {
  readonly log: Logger;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
}

/**
 * One operation, from its arrival to its end: who asks for what, each of which is learned once, beside how long it matters
 * (`lifetime`) and what is counted of it (`statistics`).
 */
export class OperationRequest<Viewer> implements ContextRequest<Viewer> {
  readonly lifetime = new Lifetime();
  readonly statistics: Statistics;
  readonly #parts: OperationRequestParts;
  /** Null once it has ended. */
  #span: RunningSpan | null = null;
  #spanContext: SpanContext | null = null;
  #isTraced = false;
  #log: OperationLog | null = null;
  #requestId: string | undefined;
  #viewer: Viewer | typeof NOBODY = NOBODY;
  #operationName: string | null = null;
  #operationType: OperationTypeNode | null = null;
  #work: OperationWork | null = null;
  #showsCost = false;

  /** Without an id it gets one of its own. */
  constructor(parts: OperationRequestParts, requestId?: string) {
    this.#parts = parts;
    this.statistics = new Statistics(parts.clock);
    this.#requestId = requestId;
  }

  get measurements(): Measurements {
    return this.#parts.measurements;
  }

  /** A socket carries every kind of operation. */
  get carries(): Carries {
    return EVERYTHING;
  }

  /** How a subscription is delivered. */
  get streamTransport(): StreamingTransport {
    return 'websocket';
  }

  /** How the operation has come. */
  get transport(): Transport {
    return 'websocket';
  }

  /** Begins the span of the operation; a later call has no effect. @param traceparent as the caller sent it */
  trace(traceparent: unknown): void {
    if (this.#isTraced) return;
    this.#isTraced = true;
    this.#span = this.#parts.tracing.start('GraphQL operation', {
      kind: 'server',
      parent: parseTraceparent(traceparent),
      startedAt: this.statistics.startedAt,
    });
    this.#spanContext = this.#span.context;
  }

  get spanContext(): SpanContext | null {
    this.trace(null);
    return this.#spanContext;
  }

  /** Ends the span, the first time. A subscription's ends once it has begun: no span lasts as long as a stream. */
  endSpan(outcome: OperationOutcome): void {
    this.trace(null);
    const span = this.#span;
    if (span === null) return;
    this.#span = null;
    if (this.#operationType !== null) span.set({ 'graphql.operation.type': this.#operationType });
    span.set({ 'dubbing.transport': this.transport, 'dubbing.outcome': outcome });
    span.end(outcome === 'failed' ? 'failed' : 'ok');
  }

  get event(): null {
    return null;
  }

  get requestId(): string {
    this.#requestId ??= randomUUID();
    return this.#requestId;
  }

  /** To be called once, before anything is run; `work` is what the operation computes on the account of the viewer. */
  identify(viewer: Viewer, work: OperationWork): void {
    this.#viewer = viewer;
    this.#work = work;
  }

  get viewer(): Viewer {
    if (this.#viewer === NOBODY) throw new Error('An operation ran before its caller was authenticated.');
    return this.#viewer;
  }

  get work(): OperationWork {
    if (this.#work === null) throw new Error('An operation ran before its caller was authenticated.');
    return this.#work;
  }

  /** The operation is known from here on. Keeps nothing of the document, which takes a hundred times the memory of its text. */
  begin({ name, operation }: Pick<OperationDefinitionNode, 'name' | 'operation'>): void {
    this.#operationName = name?.value ?? null;
    this.#operationType = operation;
  }

  showCost(): void {
    this.#showsCost = true;
  }

  get showsCost(): boolean {
    return this.#showsCost;
  }

  /** Null until the operation is known, and without a name. */
  get operationName(): string | null {
    return this.#operationName;
  }

  /** Null until the operation is known. */
  get operationType(): OperationTypeNode | null {
    return this.#operationType;
  }

  get noCache(): boolean {
    return false;
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  get log(): EventLog {
    this.#log ??= new OperationLog(this.#parts.log, this);
    return this.#log;
  }

  /** Whether a line of this level would be written: its fields need not be made where none is. */
  logs(level: 'info' | 'debug'): boolean {
    return this.#parts.log.isLevelEnabled(level);
  }

  onUpstreamRequest(): void {
    this.statistics.countUpstreamRequest();
  }

  onMemoryHit(): void {
    this.statistics.countMemoryHit();
  }

  warn(warning: Warning): void {
    this.statistics.warn(warning);
  }

  /** Lets go of what was created for its beginning only: a subscription may be open for days. */
  rest(): void {
    this.#log = null;
    this.#work?.end();
    this.#work = null;
    this.lifetime.rest();
  }
}

interface HttpParts {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly streamType: StreamType | null;
}

/** The operation of a request to `/graphql`. It keeps little: a subscription keeps it for days. */
export class HttpOperationRequest<Viewer> extends OperationRequest<Viewer> {
  readonly request: IncomingMessage;
  /** How a subscription is streamed; null if it cannot be. */
  readonly streamType: StreamType | null;
  #onClosed: ((response: ServerResponse) => void) | undefined;

  constructor({ request, requestId, streamType }: HttpParts, parts: OperationRequestParts) {
    super(parts, requestId);
    this.request = request;
    this.streamType = streamType;
    if (request.headers['x-cost'] === '1') this.showCost();
    const { traceparent } = request.headers;
    // Without the header, the body may have it.
    if (traceparent !== undefined) this.trace(traceparent);
  }

  /** To be called when the answer is whole or broken off. */
  closed(response: ServerResponse): void {
    if (!response.writableFinished) this.lifetime.leave();
    this.#onClosed?.(response);
  }

  /** The one listener is called when the answer is whole or broken off. */
  onClosed(listener: (response: ServerResponse) => void): void {
    this.#onClosed = listener;
  }

  override get streamTransport(): StreamingTransport {
    return this.streamType === 'multipart/mixed' ? 'multipart' : 'sse';
  }

  override get transport(): Transport {
    return this.operationType === 'subscription' ? this.streamTransport : 'http';
  }

  override get carries(): Carries {
    return { mutations: this.request.method === 'POST', subscriptions: this.streamType !== null };
  }

  override get noCache(): boolean {
    const header = this.request.headers['cache-control'];
    return header !== undefined && NO_CACHE.test(header);
  }
}

const NO_CACHE = /(^|,)\s*no-cache\s*($|[,=])/i;
