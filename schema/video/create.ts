import type { GraphQLResolveInfo } from 'graphql';
import { isGiven, type Optional } from '../../src/domain/common/optional.ts';
import type { NewVideo, VideoScript } from '../../src/domain/writes.ts';
import {
  NotEnabledError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  ValidationError,
} from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';
import { CreateVideoInput } from './create-input.ts';
import { videoPayload } from './payload.ts';

const CreateVideoPayload = videoPayload('CreateVideoPayload', {
  description: 'The video that was created.',
  video: 'The new video. Selecting its progress costs another request.',
});

const result = resultUnion({
  name: 'CreateVideoResult',
  description: 'The outcome of createVideo.',
  userErrors: [ValidationError, NotFoundError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('createVideo', (t) =>
  t.field({
    type: CreateVideoPayload,
    nullable: true,
    errors: result.errors,
    description:
      'Creates a video in a studio project. Work on it starts, and credits are charged for the characters of its scripts.',
    args: {
      input: t.arg({ type: CreateVideoInput, required: true, description: 'The video and options.' }),
    },
    resolve: (_root, { input: { idempotencyKey, ...video } }, context, info) =>
      result.of(context.services.createVideo(readNewVideo(video, info), idempotencyKey), context),
  }),
);

type Input = Omit<typeof CreateVideoInput.$inferInput, 'idempotencyKey'>;

/** The same with the service's own ids. @throws BadUserInputError */
function readNewVideo(video: Input, info: Pick<GraphQLResolveInfo, 'schema'>): NewVideo {
  const artifactId = (id: string, argument: string) => idToWrite('Artifact', id, info, `input.${argument}`);
  const optionalArtifactId = (id: Optional<string>, argument: string) =>
    isGiven(id) ? artifactId(id, argument) : null;
  const script = <S extends VideoScript>(read: S, at: string): S => ({
    ...read,
    artifactId: artifactId(read.artifactId, `${at}.artifactId`),
  });
  return {
    ...video,
    projectId: idToWrite('StudioProject', video.projectId, info, 'input.projectId'),
    sourceArtifactId: optionalArtifactId(video.sourceArtifactId, 'sourceArtifactId'),
    sourceScript: video.sourceScript && script(video.sourceScript, 'sourceScript'),
    targetScripts: video.targetScripts?.map((target, index) => script(target, `targetScripts.${index}`)),
    referenceArchiveArtifactId: optionalArtifactId(video.referenceArchiveArtifactId, 'referenceArchiveArtifactId'),
  };
}
