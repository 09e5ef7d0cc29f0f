import { NotFoundError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { videoToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';
import { WorkflowTypeEnum } from './details.ts';
import { videoPayload } from './payload.ts';

const UpdateVideoInput = builder.inputType('UpdateVideoInput', {
  description: 'At least one of the optional fields.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description: 'The global id of the video, or "<projectId>/<videoId>" in the service\'s own ids, to the letter.',
    }),
    name: t.string({ description: 'Its new name.' }),
    targetLanguages: t.stringList({ description: 'All the languages that it is to be worked on in from now on.' }),
    workflowType: t.field({ type: WorkflowTypeEnum, description: 'What is to be made of it instead.' }),
    status: t.string({ description: "The service's own word: it does not list the values it takes." }),
    remark: t.string({ description: 'A new remark on it.' }),
  }),
});

const UpdateVideoPayload = videoPayload('UpdateVideoPayload', {
  description: 'The video that was updated.',
  video: 'The video as it is now.',
});

const result = resultUnion({
  name: 'UpdateVideoResult',
  description: 'How the update of a video has ended.',
  userErrors: [ValidationError, NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('updateVideo', (t) =>
  t.field({
    type: UpdateVideoPayload,
    nullable: true,
    errors: result.errors,
    description: 'Changes a video: what is left out stays as it is.',
    args: {
      input: t.arg({ type: UpdateVideoInput, required: true, description: 'Which video, and what to change.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context, info) =>
      result.of(context.services.updateVideo(videoToWrite(id, info, 'input.id'), changes), context),
  }),
);
