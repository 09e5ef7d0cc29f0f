import type { SpanContext } from '../domain/common/span-context.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'internal';
  /** The span that caused it; null begins a trace. */
  readonly parent: SpanContext | null;
  /** Closed words and numbers: never a key, a token, an id, a document or another text of a caller. */
  readonly attributes?: SpanAttributes;
  /** Spans that it serves beside its parent. */
  readonly links?: readonly SpanContext[];
  /** In ms since the epoch. Default: now. */
  readonly startedAt?: number;
}

export interface RunningSpan {
  /** Null if tracing is off. */
  readonly context: SpanContext | null;
  link(context: SpanContext): void;
  set(attributes: SpanAttributes): void;
  /** To be called once. */
  end(outcome: 'ok' | 'failed'): void;
}

/** The trace of one request to the service: what caused it, and what else it serves. */
export interface RequestTrace {
  readonly parent: SpanContext | null;
  /** Each try has a span of its own. */
  startTry(endpoint: string, attributes: SpanAttributes): RunningSpan;
  /** Another operation shares the request. */
  link(sharing: RequestTrace | undefined): void;
}

/** Traces by hand: a span is started where something begins that costs time, and ended with its outcome. Never throws. */
export interface Tracing extends AsyncDisposable {
  start(name: string, options: SpanOptions): RunningSpan;
  request(parent: SpanContext | null): RequestTrace;
}

export const NO_SPAN: RunningSpan = {
  context: null,
  link: () => undefined,
  set: () => undefined,
  end: () => undefined,
};

const NO_REQUEST_TRACE: RequestTrace = { parent: null, startTry: () => NO_SPAN, link: () => undefined };

/** Traces nothing: no endpoint is set. */
export const NO_TRACING: Tracing = {
  start: () => NO_SPAN,
  request: () => NO_REQUEST_TRACE,
  [Symbol.asyncDispose]: async () => undefined,
};

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?:$|-)/;
const ZEROS = /^0+$/;

/** The caller's span of a header `traceparent` (W3C Trace Context, 3.2); null for anything else. */
export function parseTraceparent(value: unknown): SpanContext | null {
  const groups = typeof value === 'string' ? TRACEPARENT.exec(value)?.groups : undefined;
  const { traceId = '', spanId = '', flags = '' } = groups ?? {};
  if (groups === undefined || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
