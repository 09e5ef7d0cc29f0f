import type { Clock } from '../../src/clock.ts';
import type { ScheduleHandle, Scheduler } from '../../src/live/schedule/polling.ts';

/** The pace to compare with: everything that is watched is asked at equal intervals, whatever is known of it. */
export function createUniformScheduler(clock: Clock, intervalMs: number): Scheduler {
  const slots = new Set<ScheduleHandle>();
  return {
    add(pollable) {
      let timer: Disposable | null = null;
      let isOver = false;
      const ask = async (priority: 'interactive' | 'polling'): Promise<void> => {
        timer?.[Symbol.dispose]();
        await pollable.poll(priority);
        if (isOver) return;
        timer?.[Symbol.dispose]();
        timer = clock.after(intervalMs, turn);
        pollable.onScheduled({ nextAt: clock.now() + intervalMs, isThrottled: false });
      };
      const turn = (): void => {
        if (pollable.isWatched) return void ask('polling');
        slot[Symbol.dispose]();
        pollable.onUnwatched();
      };
      const slot: ScheduleHandle = {
        pollNow: () => void ask('interactive'),
        reschedule: () => undefined,
        [Symbol.dispose]() {
          isOver = true;
          timer?.[Symbol.dispose]();
          slots.delete(slot);
        },
      };
      slots.add(slot);
      slot.pollNow();
      return slot;
    },
    [Symbol.dispose]() {
      for (const slot of slots) slot[Symbol.dispose]();
    },
  };
}
