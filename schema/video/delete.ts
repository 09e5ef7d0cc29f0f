import { NotFoundError, OutcomeUnknownError, RejectedError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { DeletePayloadObject } from '../common/delete-payload.ts';
import { videoToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';

const result = resultUnion({
  name: 'DeleteVideoResult',
  description: 'The outcome of deleteVideo.',
  userErrors: [NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('deleteVideo', (t) =>
  t.field({
    type: DeletePayloadObject,
    nullable: true,
    errors: result.errors,
    description: 'Deletes a video. It cannot be undone.',
    args: {
      id: t.arg.id({
        required: true,
        description:
          'The global id of the video, or "<projectId>/<videoId>" with the service\'s own ids. Case-sensitive.',
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const video = videoToWrite(id, info, 'id');
      const deleted = { type: 'Video', key: [video.projectId, video.videoId] } as const;
      return result.of(
        context.services.deleteVideo(video).then(() => deleted),
        context,
      );
    },
  }),
);
