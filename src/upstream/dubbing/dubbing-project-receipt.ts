import { z } from 'zod';
import type { DubbingProjectReceipt } from '../../domain/writes.ts';
import { id, lenient, settle, text } from '../reading/lenient.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';

const receipt = z.object({ cost_minutes: z.number(), estimated_completion_date: text, balance_minutes: z.number() });
const creation = receipt.extend({ project_id: id, translations_count: lenient(z.int32()) });
const retranslation = receipt.extend({ translations_count: z.int32() });

/** The answer to POST /api/v1/projects. */
export const readCreation: AnswerReader<DubbingProjectReceipt> = (json, note) => {
  const wire = readAs(creation, json);
  return {
    projectId: wire.project_id,
    costMinutes: wire.cost_minutes,
    estimatedCompletionAt: settle(wire.estimated_completion_date, 'estimated_completion_date', note),
    balanceMinutes: wire.balance_minutes,
    // "translations_count is always 0 for a new project".
    translationsCount: settle(wire.translations_count, 'translations_count', note) ?? 0,
  };
};

/** The answer to POST …/translations; which project it was is known to who asked. */
export const readRetranslationReceipt =
  (projectId: string): AnswerReader<DubbingProjectReceipt> =>
  (json, note) => {
    const wire = readAs(retranslation, json);
    return {
      projectId,
      costMinutes: wire.cost_minutes,
      estimatedCompletionAt: settle(wire.estimated_completion_date, 'estimated_completion_date', note),
      balanceMinutes: wire.balance_minutes,
      translationsCount: wire.translations_count,
    };
  };
