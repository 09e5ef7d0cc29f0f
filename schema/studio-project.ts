import { formatGlobalId } from '../src/domain/global-id.ts';
import type { StudioProject } from '../src/domain/video.ts';
import { NotFoundError, OutcomeUnknownError, RejectedError } from '../src/errors.ts';
import { builder } from './builder.ts';
import { DeletePayloadObject } from './delete-payload.ts';
import { idToWrite, keyOfId } from './id-argument.ts';
import { NodeInterface } from './node.ts';
import { resultUnion } from './result-union.ts';

/** `video` is added by `video/queries.ts`, where videos are at home. */
export const StudioProjectObject = builder.objectRef<StudioProject>('StudioProject').implement({
  description:
    'A project of the studio, which holds videos. The service has no call that reads one, so that its id is all there is.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "StudioProject:<projectId>".',
      resolve: ({ projectId }) => formatGlobalId('StudioProject', projectId),
    }),
    projectId: t.exposeString('projectId', { description: "The service's own id." }),
  }),
});

export function studioProject(projectId: string): StudioProject {
  return { kind: 'StudioProject', projectId };
}

builder.queryField('studioProject', (t) =>
  t.field({
    type: StudioProjectObject,
    nullable: true,
    description:
      'A handle on a studio project. The service has no call that reads one: null only where the id cannot be one.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the studio project, or the service's own, to the letter.",
      }),
    },
    resolve: (_root, { id }, _context, info) => {
      const [projectId] = keyOfId('StudioProject', id, info) ?? [];
      return projectId === undefined ? null : studioProject(projectId);
    },
  }),
);

const deletion = resultUnion({
  name: 'DeleteStudioProjectResult',
  description: 'How the deletion of a studio project has ended.',
  userErrors: [NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('deleteStudioProject', (t) =>
  t.field({
    type: DeletePayloadObject,
    nullable: true,
    errors: deletion.errors,
    description: 'Deletes a studio project with all its videos and translations.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the studio project, or the service's own, to the letter.",
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const projectId = idToWrite('StudioProject', id, info, 'id');
      const deleted = { type: 'StudioProject', key: [projectId] } as const;
      return deletion.of(
        context.services.deleteStudioProject(projectId).then(() => deleted),
        context,
      );
    },
  }),
);
