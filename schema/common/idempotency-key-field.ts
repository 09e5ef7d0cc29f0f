import type { Graph } from '../builder.ts';

/** The same in every input whose service call takes a key. */
export function idempotencyKeyField(t: PothosSchemaTypes.InputFieldBuilder<Graph, 'InputObject'>) {
  return t.string({
    description:
      'Sent as Idempotency-Key. Without it the gateway makes one for each call, so that its own retries create nothing twice.',
  });
}
