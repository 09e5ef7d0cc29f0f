import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import { type StringVariable, VIDEO_STATUSES, type Video, WORKFLOW_TYPES } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { LanguageObject } from '../catalogue/language.ts';
import { readableDate, readableItems, readableNumber, readableUrl } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';
import { ofVideoDetails, ofWholeDetails } from './load.ts';
import { VideoObject } from './type.ts';

const VideoStatusEnum = wordEnum('VideoStatus', 'The status of a video as a whole.', VIDEO_STATUSES, {
  new: 'It has just been created.',
  in_progress: 'It is being worked on, by the service or by a person.',
  completed: 'It is finished.',
});

export const WorkflowTypeEnum = wordEnum('WorkflowType', 'What is made of a video.', WORKFLOW_TYPES, {
  dubbing: 'Its speech is replaced by the speech of other voices in the target languages.',
  voiceover: 'Its speech is spoken over in the target languages.',
  audio_description: 'What is seen is described, for those who cannot see it.',
  transcription: 'Its speech is written down, in its own language.',
  translation: 'Its speech is written down in the target languages.',
  subtitling: 'It gets subtitles in the target languages.',
  tts: 'There is no video: a script is spoken line by line, into a file for each.',
});

const StringVariableObject = builder.objectRef<StringVariable>('StringVariable').implement({
  description: 'A note that the creator of a video has left on it, such as the id that another system knows it by.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What the note is called.' }),
    value: t.exposeString('value', { description: 'What it says.' }),
  }),
});

type ResolveList<T> = (
  video: Video,
  args: object,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => readonly T[] | Promise<readonly T[]>;

/**
 * Where a video has to be asked for the rest of itself, what it is part of stands whatever becomes of that: a change
 * that was made, or what a subscription tells. And these fields cannot be null.
 */
function orNone<T>(resolve: ResolveList<T>): ResolveList<T> {
  return (video, args, context, info) => {
    const told = resolve(video, args, context, info);
    if (!(told instanceof Promise)) return told;
    return told.catch(() => {
      context.warn({ path: responsePathAsArray(info.path), message: 'The service did not tell them when asked.' });
      return [];
    });
  };
}

const targetLanguages = orNone(
  ofVideoDetails(
    (details, context, info) => readableItems(details.targetLanguages, context, info).map((code) => ({ code })),
    [],
  ),
);

const stringVariables = orNone(
  ofWholeDetails((details, context, info) => readableItems(details.stringVariables, context, info), []),
);

const durationSeconds = ofWholeDetails(
  (details, context, info) => readableNumber(details.durationSeconds, context, info),
  null,
);

builder.objectFields(VideoObject, (t) => ({
  url: t.field({
    type: 'URL',
    nullable: true,
    description: 'The address of the video.',
    resolve: ofVideoDetails(({ url }, context, info) => readableUrl(url, context, info), null),
  }),
  status: t.field({
    type: VideoStatusEnum,
    nullable: true,
    description: 'The status of the video as a whole; null for a status that this schema does not know.',
    resolve: ofVideoDetails(({ rawStatus }) => knownWord(VIDEO_STATUSES, rawStatus), null),
  }),
  rawStatus: t.string({
    nullable: true,
    description: "The service's own word for the status.",
    resolve: ofVideoDetails(({ rawStatus }) => rawStatus, null),
  }),
  workflowType: t.field({
    type: WorkflowTypeEnum,
    nullable: true,
    description: 'What is made of the video; null for a workflow that this schema does not know.',
    resolve: ofVideoDetails(({ rawWorkflowType }) => knownWord(WORKFLOW_TYPES, rawWorkflowType), null),
  }),
  rawWorkflowType: t.string({
    nullable: true,
    description: "The service's own word for the workflow.",
    resolve: ofVideoDetails(({ rawWorkflowType }) => rawWorkflowType, null),
  }),
  sourceLanguage: t.field({
    type: LanguageObject,
    nullable: true,
    description: 'The language that is spoken in the video.',
    resolve: ofVideoDetails(({ sourceLanguage }) => languageOf(sourceLanguage), null),
  }),
  targetLanguages: t.field({
    type: [LanguageObject],
    description: 'The languages that it is worked on in.',
    resolve: targetLanguages,
  }),
  pivotLanguage: t.field({
    type: LanguageObject,
    nullable: true,
    description: 'Told by the service on creation only.',
    resolve: ofVideoDetails(({ pivotLanguage }) => languageOf(pivotLanguage), null),
  }),
  durationSeconds: t.float({
    nullable: true,
    description: 'The length of the video, where the service tells it.',
    resolve: durationSeconds,
  }),
  remark: t.string({
    nullable: true,
    description: 'What somebody has remarked on the video.',
    resolve: ofVideoDetails(({ remark }) => remark, null),
  }),
  stringVariables: t.field({
    type: [StringVariableObject],
    description: 'The notes that its creator has left on it.',
    resolve: stringVariables,
  }),
  createdAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it was created.',
    resolve: ofVideoDetails(({ createdAt }, context, info) => readableDate(createdAt, context, info), null),
  }),
  updatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it last changed.',
    resolve: ofVideoDetails(({ updatedAt }, context, info) => readableDate(updatedAt, context, info), null),
  }),
}));

function languageOf(code: string | null) {
  return code === null ? null : { code };
}
