import { type Clock, repeat } from '../../../clock.ts';
import type { Task, TaskQueue } from '../../fairness/task-queue.ts';

/**
 * Gives everything that is open a turn now and then: proxies and browsers close what is silent. One timer for all.
 */
export function startHeartbeats(parts: {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly turns: TaskQueue;
  open(): Iterable<Task>;
}): Disposable {
  return repeat(parts.clock, parts.everyMs, () => {
    for (const task of parts.open()) parts.turns.add(task);
  });
}
