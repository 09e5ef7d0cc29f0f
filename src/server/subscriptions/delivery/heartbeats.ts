import type { Task, TaskQueue } from './task-queue.ts';

/**
 * Gives everything that is open a turn now and then: proxies and browsers close what is silent. One timer for all, which
 * keeps no process alive.
 */
export function startHeartbeats(parts: {
  readonly everyMs: number;
  readonly turns: TaskQueue;
  open(): Iterable<Task>;
}): Disposable {
  const timer = setInterval(() => {
    for (const one of parts.open()) parts.turns.add(one);
  }, parts.everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
