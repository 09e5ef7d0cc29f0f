import { NotFoundError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { videoToWrite } from '../common/id-argument.ts';
import { resultUnion } from '../common/result-union.ts';
import { WorkflowTypeEnum } from './details.ts';
import { videoPayload } from './payload.ts';

const UpdateVideoInput = builder.inputType('UpdateVideoInput', {
  description: 'The changes to a video: at least one of the optional fields.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description:
        'The global id of the video, or "<projectId>/<videoId>" with the service\'s own ids. Case-sensitive.',
    }),
    name: t.string({ description: 'The new name.' }),
    targetLanguages: t.stringList({ description: 'The complete new list of target languages.' }),
    workflowType: t.field({ type: WorkflowTypeEnum, description: 'The new workflow.' }),
    status: t.string({
      description: 'The new status, as the service writes it. The service does not document the accepted values.',
    }),
    remark: t.string({ description: 'The new remark.' }),
  }),
});

const UpdateVideoPayload = videoPayload('UpdateVideoPayload', {
  description: 'The updated video.',
  video: 'The video after the update.',
});

const result = resultUnion({
  name: 'UpdateVideoResult',
  description: 'The outcome of updateVideo.',
  userErrors: [ValidationError, NotFoundError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('updateVideo', (t) =>
  t.field({
    type: UpdateVideoPayload,
    nullable: true,
    errors: result.errors,
    description: 'Changes a video. Omitted fields stay unchanged.',
    args: {
      input: t.arg({ type: UpdateVideoInput, required: true, description: 'The video and its new values.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context, info) =>
      result.of(context.services.updateVideo(videoToWrite(id, info, 'input.id'), changes), context),
  }),
);
