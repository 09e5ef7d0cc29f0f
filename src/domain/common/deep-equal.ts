import { isDeepStrictEqual } from 'node:util';

/** Whether the service sent the same value again. Most often it is the identical object (`upstream/service.ts`). */
export function deepEqual(left: unknown, right: unknown): boolean {
  return left === right || isDeepStrictEqual(left, right);
}
