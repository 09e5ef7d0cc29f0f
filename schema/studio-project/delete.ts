import { NotFoundError, OutcomeUnknownError, RejectedError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { DeletePayloadObject } from '../common/delete-payload.ts';
import { idToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';

const result = resultUnion({
  name: 'DeleteStudioProjectResult',
  description: 'The outcome of deleteStudioProject.',
  userErrors: [NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('deleteStudioProject', (t) =>
  t.field({
    type: DeletePayloadObject,
    nullable: true,
    errors: result.errors,
    description: 'Deletes a studio project with all its videos and translations. It cannot be undone.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the studio project, or the service's own id. Case-sensitive.",
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const projectId = idToWrite('StudioProject', id, info, 'id');
      const deleted = { type: 'StudioProject', key: [projectId] } as const;
      return result.of(
        context.services.deleteStudioProject(projectId).then(() => deleted),
        context,
      );
    },
  }),
);
