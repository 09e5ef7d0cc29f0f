import type { ArgBuilder } from '@pothos/core';
import type { Graph } from '../builder.ts';

/** The same wherever videos are watched. */
export function untilSettledArgument(arg: ArgBuilder<Graph>) {
  return arg.boolean({
    defaultValue: false,
    description: 'Whether to be done with a video once each of its languages waits for a person or is stuck.',
  });
}
