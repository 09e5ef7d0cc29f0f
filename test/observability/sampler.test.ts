import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { NewTrace } from '../../src/observability/traces/new-trace.ts';
import { createSampler } from '../../src/observability/traces/sampler.ts';

const TRACES = 2_000;

describe('the sampler of traces', () => {
  it.each([0, 0.01, 0.3, 0.999, 1])('decides as the SDK does by the id of a trace, at a ratio of %d', (ratio) => {
    const sampler = createSampler({ sampler: 'traceidratio', ratio });
    const ofSdk = new TraceIdRatioBasedSampler(ratio);
    for (let count = 0; count < TRACES; count += 1) {
      const trace = new NewTrace();
      const isSampled =
        ofSdk.shouldSample(ROOT_CONTEXT, trace.traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
      expect(sampler.begins(trace.weight)).toBe(isSampled);
      // Another program in the same trace, which knows the id alone.
      expect(sampler.continues(trace)).toBe(isSampled);
    }
  });

  it('begins traces with ids of the form that W3C Trace Context has, each its own', () => {
    const traces = Array.from({ length: TRACES }, () => new NewTrace());
    for (const { traceId, spanId } of traces) {
      expect(traceId).toMatch(/^[\da-f]{32}$/);
      expect(spanId).toMatch(/^[\da-f]{16}$/);
    }
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(TRACES);
    const [first] = traces;
    expect(first?.traceId).toBe(first?.traceId);
  });
});
