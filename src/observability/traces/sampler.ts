import { ROOT_CONTEXT, TraceFlags } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../../config/traces.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';

/** Whether a span is recorded, by its trace and by the span that caused it; null where it begins the trace. */
export type IsSampled = (traceId: string, parent: SpanContext | null) => boolean;

/**
 * The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. They decide by ids alone: a span
 * that is not recorded costs no object of the SDK.
 */
export function createSampler({ sampler, ratio }: Pick<TracesConfig, 'sampler' | 'ratio'>): IsSampled {
  switch (sampler) {
    case 'always_on':
      return () => true;
    case 'always_off':
      return () => false;
    case 'traceidratio':
      return byRatio(ratio);
    case 'parentbased_always_on':
      return byParent(() => true);
    case 'parentbased_always_off':
      return byParent(() => false);
    case 'parentbased_traceidratio':
      return byParent(byRatio(ratio));
  }
}

function byParent(isRootSampled: IsSampled): IsSampled {
  return (traceId, parent) => (parent === null ? isRootSampled(traceId, null) : isRecorded(parent));
}

/** Whether there is a span at this place of a trace. */
export function isRecorded({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** The SDK's function of the trace id: whoever else takes part in the trace decides alike. */
function byRatio(ratio: number): IsSampled {
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return (traceId) => sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
}
