/** A place in a trace, as W3C Trace Context names it. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}
