import { createByteShares } from './byte-shares.ts';
import { READ_BYTES, UNFINISHED_BYTES, WORK_LIMITS, type WorkLimits, type WorkParts } from './operation-work.ts';
import { createSharedHoldings } from './shared-holdings.ts';
import { createSlots, LARGE_OPERATIONS } from './slots.ts';
import type { TaskQueue } from './task-queue.ts';

/** The resources that the operations of all clients share. */
export function createWorkParts(turns: TaskQueue, limits?: Partial<WorkLimits>): WorkParts {
  const unfinished = createByteShares(UNFINISHED_BYTES);
  return {
    turns,
    slots: createSlots(LARGE_OPERATIONS),
    work: { ...WORK_LIMITS, ...limits },
    readShares: createByteShares(READ_BYTES),
    unfinished,
    runningDocuments: createSharedHoldings(unfinished),
  };
}
