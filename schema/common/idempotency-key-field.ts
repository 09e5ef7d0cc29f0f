import type { Graph } from '../builder.ts';

/** The same in every input whose endpoint accepts a key. */
export function idempotencyKeyField(t: PothosSchemaTypes.InputFieldBuilder<Graph, 'InputObject'>) {
  return t.string({
    description:
      'Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call.',
  });
}
