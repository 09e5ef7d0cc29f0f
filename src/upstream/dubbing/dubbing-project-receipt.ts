import { z } from 'zod';
import type { DubbingProjectReceipt } from '../../domain/writes.ts';
import { id, lenient, minutes, settle, settleChecked, text } from '../reading/lenient.ts';
import { readInt32 } from '../reading/numbers.ts';
import { type AnswerReader, type Note, readAs, UnreadableError } from '../reading/reading.ts';
import { property } from '../refusal/words.ts';

/** The work is done and charged: nothing of its receipt is worth losing it, but the id of what was made. */
const receipt = z.object({
  cost_minutes: minutes,
  estimated_completion_date: text,
  balance_minutes: minutes,
  translations_count: lenient(readInt32),
});
const creation = receipt.extend({ project_id: id });

/** The answer to POST /api/v1/projects. */
export const readCreation: AnswerReader<DubbingProjectReceipt> = (json, note) => {
  const wire = readAs(creation, json);
  // "translations_count is always 0 for a new project".
  return { ...toReceipt(wire.project_id, wire, note), translationsCount: 0 };
};

/** The answer to POST …/translations; which project it was is known to who asked. */
export const readRetranslationReceipt =
  (projectId: string): AnswerReader<DubbingProjectReceipt> =>
  (json, note) => {
    const wire = readAs(receipt, json);
    const isReceipt = typeof json === 'object' && json !== null && RECEIPT_FIELDS.some((field) => field in json);
    if (!isReceipt) throw new UnreadableError('', 'cannot be read');
    return toReceipt(projectId, wire, note);
  };

/** The fields that only a receipt has: an error may repeat the project's id, or what it would have cost. */
export function isRetranslationReceipt(json: unknown): boolean {
  return (
    property(json, 'translations_count') !== undefined || property(json, 'estimated_completion_date') !== undefined
  );
}

/** One of them at least stands in a receipt. */
const RECEIPT_FIELDS = ['project_id', ...Object.keys(receipt.shape)];

function toReceipt(projectId: string, wire: z.output<typeof receipt>, note: Note): DubbingProjectReceipt {
  return {
    projectId,
    costMinutes: settle(wire.cost_minutes, 'cost_minutes', note),
    estimatedCompletionAt: settleChecked(wire.estimated_completion_date, 'estimated_completion_date', note),
    balanceMinutes: settle(wire.balance_minutes, 'balance_minutes', note),
    translationsCount: settle(wire.translations_count, 'translations_count', note),
  };
}
