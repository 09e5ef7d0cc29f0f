import { isDeepStrictEqual } from 'node:util';

/** Whether the service has told the same again: most often it is the identical object (`upstream/service.ts`). */
export function deepEqual(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
