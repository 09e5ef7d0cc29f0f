import { isDeepStrictEqual } from 'node:util';

/** Whether the service sent the same value again. Most often it is the identical object (`upstream/service.ts`). */
export function deepEqual(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
