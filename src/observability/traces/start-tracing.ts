import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracesConfig } from '../../config/traces.ts';
import type { RunningSpan, SpanOptions, Tracing } from '../../contracts/tracing.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import { NewTrace } from './new-trace.ts';
import { TracedRequest } from './request-trace.ts';
import { createSampler } from './sampler.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
/** A collector that does not answer costs no more memory than this many spans, and no more time than this. */
const MOST_WAITING_SPANS = 2_048;
const EXPORT_TIMEOUT_MS = 5_000;
const SCOPE = 'dubbing-gateway';

/** The SDK by hand: no global is set and no module is patched, so that two gateways can run in one process. */
export async function startTracing(config: TracesConfig, log: Logger): Promise<Tracing> {
  const exporter = await createExporter(config);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MOST_WAITING_SPANS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const ids = new SpanIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    // A span that is not sampled never comes to the SDK.
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer(SCOPE);
  const sampler = createSampler(config);
  log.info({ protocol: config.protocol, sampler: config.sampler }, 'tracing started');
  const start: Tracing['start'] = (name, options) => {
    const { parent } = options;
    if (parent !== null) {
      return sampler.continues(parent) ? startSampled(tracer, name, options) : new UnsampledSpan(parent);
    }
    const trace = new NewTrace();
    if (!sampler.begins(trace.weight)) return new UnsampledSpan(trace);
    ids.traceId = trace.traceId;
    return startSampled(tracer, name, options);
  };
  return {
    start,
    request: (parent) => new TracedRequest(start, parent),
    async [Symbol.asyncDispose]() {
      // The last spans are lost where the collector does not take them: stopping does not wait for it.
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'tracing shutdown failed'));
    },
  };
}

/** The trace id is drawn before the SDK asks for it, since it decides whether there is a span at all. */
class SpanIds extends RandomIdGenerator {
  /** The id of the trace that the next span without a parent begins. */
  traceId = '';

  override generateTraceId(): string {
    return this.traceId;
  }
}

/** A place in a trace that is not recorded: that of its parent, else one of its own. Log lines have its trace id. */
class UnsampledSpan implements RunningSpan {
  readonly context: SpanContext;

  constructor(context: SpanContext) {
    this.context = context;
  }

  link(): void {}

  set(): void {}

  end(): void {}
}

function startSampled(
  tracer: Tracer,
  name: string,
  { kind, parent, attributes = {}, links = [], startedAt }: SpanOptions,
): RunningSpan {
  const options = { kind: KINDS[kind], attributes, links: links.map((context) => ({ context })) };
  const startTime = startedAt === undefined ? {} : { startTime: startedAt };
  return toRunningSpan(tracer.startSpan(name, { ...options, ...startTime }, contextOf(parent)));
}

function contextOf(parent: SpanContext | null) {
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, traceFlags } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function toRunningSpan(span: Span): RunningSpan {
  return {
    context: span.spanContext(),
    link: (context) => void span.addLink({ context }),
    set: (attributes) => void span.setAttributes(attributes),
    end(outcome) {
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Only the exporter that is asked for is loaded. */
async function createExporter({ endpoint, headers, protocol }: TracesConfig): Promise<SpanExporter> {
  const options = { url: `${endpoint}/v1/traces`, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS };
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter(options);
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter(options);
}
