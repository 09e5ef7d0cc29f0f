import { z } from 'zod';
import type { Retranslation } from '../../domain/writes.ts';
import { RejectedError } from '../../errors.ts';
import { pathTo } from '../http/address.ts';
import { settle, words } from '../reading/lenient.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';
import { readBoolean } from '../refusal/booleans.ts';
import type { PostCall } from '../writes.ts';
import { invalid } from '../writing/write-failure.ts';
import { json, type Writer } from '../writing/writer.ts';
import { toRetranslation } from './dubbing-project-body.ts';

const answer = z.object({ valid: z.preprocess(readBoolean, z.boolean()), message: words, error: words });

/** "Response on success `{valid: true}`; on failure `{error, message}`"; be ready for `{valid: false, message}` too. */
const read: AnswerReader<void> = (wire, note) => {
  const { valid, message, error } = readAs(answer, wire);
  if (valid) return;
  throw invalid(settle(message, 'message', note) ?? settle(error, 'error', note) ?? 'The service rejected this.');
};

/** POST …/validate-translation-request; resolves if valid. A refusal of this call means that the input is invalid. */
export async function validateRetranslation(writer: Writer, input: Retranslation, call: PostCall): Promise<void> {
  try {
    await writer(
      {
        method: 'POST',
        endpoint: 'POST /api/v1/projects/{project_id}/validate-translation-request',
        path: pathTo`/api/v1/projects/${input.projectId}/validate-translation-request`,
        idempotencyKey: call.idempotencyKey,
        isHarmless: true,
        content: json(toRetranslation(input)),
        answer: { read },
      },
      call,
    );
  } catch (error) {
    throw error instanceof RejectedError ? invalid(error.message) : error;
  }
}
