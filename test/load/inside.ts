/**
 * Loaded into the gateway before anything else, where a check looks inside (`gateway-process.ts`): tells what is alive once
 * all garbage has gone. It changes nothing.
 */
import { queryObjects } from 'node:v8';
import { PolledResource } from '../../src/live/resources/polled-resource.ts';
import { BaseFeed } from '../../src/live/updates/base-feed.ts';
import { OperationRequest } from '../../src/server/request/operation-request.ts';
import { collectGarbage } from '../kit/collect-garbage.ts';

/** Each is counted by looking at the whole heap, which takes a good part of a second. */
const KINDS = {
  watches: PolledResource,
  feeds: BaseFeed,
  /** Operations that run, subscriptions too. */
  calls: OperationRequest,
  /** That are still to come. */
  timers: timerClass(),
} as const;

/** How many there are of each kind. The prototypes of derived classes count as well: what tells is the difference. */
export type Counts = { readonly [Kind in keyof typeof KINDS]: number };

export type Question = 'heapMb' | 'counts';

process.on('message', (question: Question) => {
  collectGarbage();
  process.send?.(question === 'heapMb' ? process.memoryUsage().heapUsed / 1024 ** 2 : counts());
});
// So that it keeps the process alive no longer than the gateway does.
process.channel?.unref();

const COUNT = { format: 'count' } as const;

function counts(): Counts {
  return {
    watches: queryObjects(KINDS.watches, COUNT),
    feeds: queryObjects(KINDS.feeds, COUNT),
    calls: queryObjects(KINDS.calls, COUNT),
    timers: queryObjects(KINDS.timers, COUNT),
  };
}

/** Node's own, which has no name to import it by. */
function timerClass() {
  const timer = setTimeout(() => {}, 0);
  clearTimeout(timer);
  return timer.constructor;
}
