import { TraceFlags } from '@opentelemetry/api';
import type { TracesConfig } from '../../config/traces.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import { weightOf } from './new-trace.ts';

/** Decides whether a span is recorded. One that is not costs no object of the SDK. */
export interface Sampler {
  /** Whether a new trace is, by the weight of its id (`weightOf`). */
  readonly begins: (weight: number) => boolean;
  /** Whether a span is that another one has caused. */
  readonly continues: (parent: SpanContext) => boolean;
}

/** The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. */
export function createSampler({ sampler, ratio }: Pick<TracesConfig, 'sampler' | 'ratio'>): Sampler {
  switch (sampler) {
    case 'always_on':
      return ALWAYS;
    case 'always_off':
      return NEVER;
    case 'traceidratio':
      return byRatio(ratio);
    case 'parentbased_always_on':
      return byParent(ALWAYS);
    case 'parentbased_always_off':
      return byParent(NEVER);
    case 'parentbased_traceidratio':
      return byParent(byRatio(ratio));
  }
}

const ALWAYS: Sampler = { begins: () => true, continues: () => true };
const NEVER: Sampler = { begins: () => false, continues: () => false };

const byParent = ({ begins }: Sampler): Sampler => ({ begins, continues: isRecorded });

/** Whether there is a span at this place of a trace. */
export function isRecorded({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** As the SDK decides by a trace id: whoever else takes part in the trace decides alike. */
function byRatio(ratio: number): Sampler {
  const bound = ratio === 1 ? 2 ** 32 : Math.floor(ratio * (2 ** 32 - 1));
  const begins = (weight: number): boolean => weight < bound;
  return { begins, continues: ({ traceId }) => begins(weightOf(traceId)) };
}
