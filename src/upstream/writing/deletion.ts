import { z } from 'zod';
import { RejectedError } from '../../errors.ts';
import { readAs } from '../reading/reading.ts';
import type { WriteRequest } from './writer.ts';

/** What says that it is done: the dubbing API answers `{success: boolean}`, the studio's `{deleted: true}`. */
const ANSWERS = {
  success: z.object({ success: z.boolean() }).transform(({ success }) => success),
  deleted: z.object({ deleted: z.boolean() }).transform(({ deleted }) => deleted),
} as const;

/** A retry that finds nothing left has succeeded (behaviour, 3). */
export function deletion(endpoint: string, path: string | null, says: keyof typeof ANSWERS): WriteRequest<void> {
  return {
    method: 'DELETE',
    endpoint,
    path,
    answer: {
      read: (answer) => {
        if (readAs(ANSWERS[says], answer)) return;
        throw new RejectedError('The service did not delete it and gave no reason.');
      },
    },
    whenGone: () => {},
  };
}
