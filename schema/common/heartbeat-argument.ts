import type { ArgBuilder } from '@pothos/core';
import type { Optional } from '../../src/domain/common/optional.ts';
import { BadUserInputError } from '../../src/errors.ts';
import type { Graph } from '../builder.ts';

const MIN_SECONDS = 10;
const MAX_SECONDS = 600;

/** The same for every subscription. */
export function heartbeatArgument(arg: ArgBuilder<Graph>) {
  return arg.int({
    description: `Asks for updates of kind CHECKED: one at the latest this many seconds after the previous update, if the service was asked in between and nothing has changed. ${MIN_SECONDS} to ${MAX_SECONDS}; none by default.`,
  });
}

/** @throws BadUserInputError if it is out of range */
export function checkHeartbeat(heartbeatSeconds: Optional<number>): void {
  if (heartbeatSeconds == null || (heartbeatSeconds >= MIN_SECONDS && heartbeatSeconds <= MAX_SECONDS)) return;
  throw new BadUserInputError(
    `\`heartbeatSeconds\` must be from ${MIN_SECONDS} to ${MAX_SECONDS}, but is ${heartbeatSeconds}.`,
  );
}
