import { NotFoundError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { DeletePayloadObject } from '../common/delete-payload.ts';
import { idToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';

const result = resultUnion({
  name: 'DeleteDubbingProjectResult',
  description: 'The outcome of deleteDubbingProject.',
  userErrors: [ValidationError, NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('deleteDubbingProject', (t) =>
  t.field({
    type: DeletePayloadObject,
    nullable: true,
    errors: result.errors,
    description:
      'Deletes a dubbing project and all its data. It cannot be undone, and minutes are not refunded. A project in progress cannot be deleted.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the project, or the service's own id. Case-sensitive.",
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const projectId = idToWrite('DubbingProject', id, info, 'id');
      const deleted = { type: 'DubbingProject', key: [projectId] } as const;
      return result.of(
        context.services.deleteDubbingProject(projectId).then(() => deleted),
        context,
      );
    },
  }),
);
