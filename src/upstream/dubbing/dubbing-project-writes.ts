import { pathTo } from '../http/address.ts';
import { property } from '../refusal/words.ts';
import type { Writes } from '../writes.ts';
import { deletion } from '../writing/deletion.ts';
import { json, type Writer } from '../writing/writer.ts';
import { toNewDubbingProject, toRetranslation } from './dubbing-project-body.ts';
import { isRetranslationReceipt, readCreation, readRetranslationReceipt } from './dubbing-project-receipt.ts';
import { validateRetranslation } from './retranslation-validation.ts';

export function createDubbingProjectWrites(writer: Writer): Writes['dubbingProjects'] {
  return {
    create: (input, call) =>
      writer(
        {
          method: 'POST',
          endpoint: 'POST /api/v1/projects',
          path: '/api/v1/projects',
          idempotencyKey: call.idempotencyKey,
          content: json(toNewDubbingProject(input)),
          answer: { read: readCreation, saysDone: (answer) => property(answer, 'project_id') !== undefined },
        },
        call,
      ),
    retranslate: (input, call) =>
      writer(
        {
          method: 'POST',
          endpoint: 'POST /api/v1/projects/{project_id}/translations',
          path: pathTo`/api/v1/projects/${input.projectId}/translations`,
          idempotencyKey: call.idempotencyKey,
          content: json(toRetranslation(input)),
          answer: { read: readRetranslationReceipt(input.projectId), saysDone: isRetranslationReceipt },
        },
        call,
      ),
    validateRetranslation: (input, call) => validateRetranslation(writer, input, call),
    delete: (projectId, call) =>
      writer(deletion('DELETE /api/v1/projects/{project_id}', pathTo`/api/v1/projects/${projectId}`), call),
  };
}
