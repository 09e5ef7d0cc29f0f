import type { ArgBuilder } from '@pothos/core';
import type { Graph } from '../builder.ts';

/** The same for every subscription to videos. */
export function untilSettledArgument(arg: ArgBuilder<Graph>) {
  return arg.boolean({
    defaultValue: false,
    description: 'Whether a video is final once its `progress.isSettled` is true.',
  });
}
