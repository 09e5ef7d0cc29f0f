import type { Clock } from '../../../clock.ts';

/** Something that has to be done a little at a time. */
export interface Task {
  /** Never throws. */
  run(): void;
}

/** Lets many have their turn without keeping everything else waiting. */
export interface TaskQueue {
  /** Soon, in the order of asking. */
  add(turn: Task): void;
}

/** So often the clock is looked at, which costs as much as a short turn. */
const TURNS_A_LOOK = 16;

export interface TaskQueueParts {
  readonly sliceMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Works for so many milliseconds, then lets the event loop have a round: whoever else asks is answered in between. */
export function createTaskQueue({ sliceMs, clock }: TaskQueueParts): TaskQueue {
  let now: Task[] = [];
  let later: Task[] = [];
  let next = 0;
  let isScheduled = false;

  /** Undefined once all have had theirs. */
  const takeNext = (): Task | undefined => {
    if (next >= now.length) [now, later, next] = [later, [], 0];
    return now[next++];
  };

  const work = (): void => {
    const until = clock.now() + sliceMs;
    for (let turns = 1; ; turns += 1) {
      const one = takeNext();
      isScheduled = one !== undefined;
      if (one === undefined) return;
      one.run();
      if (turns % TURNS_A_LOOK === 0 && clock.now() >= until) break;
    }
    setImmediate(work);
  };

  return {
    add(turn) {
      later.push(turn);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(work);
    },
  };
}
