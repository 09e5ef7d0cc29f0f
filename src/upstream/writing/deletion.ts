import { RejectedError } from '../../errors.ts';
import { UnreadableError } from '../reading/reading.ts';
import { readBoolean } from '../refusal/booleans.ts';
import { property } from '../refusal/words.ts';
import type { WriteRequest } from './writer.ts';

/** The field that says whether it is done: the dubbing API answers `{success: boolean}`, the studio's `{deleted: true}`. */
const SAYING = ['success', 'deleted'] as const;

/** A success without a body says that it is done, and so does a retry that finds nothing left (BEHAVIOUR.md, "Writing"). */
export function deletion(endpoint: string, path: string | null): WriteRequest<void> {
  return {
    method: 'DELETE',
    endpoint,
    path,
    answer: {
      read: (answer) => {
        if (typeof answer !== 'object') throw new UnreadableError('', 'cannot be read');
        const said = SAYING.map((member) => property(answer, member)).find((value) => value !== undefined);
        // A record of what is gone, or a sentence about it, is the answer of a success as well.
        if (said === undefined) return;
        const isDone = readBoolean(said);
        if (isDone === null) throw new UnreadableError('', 'cannot be read');
        if (!isDone) throw new RejectedError('The service did not delete it and gave no reason.');
      },
      readNothing: () => {},
    },
    whenGone: () => {},
  };
}
