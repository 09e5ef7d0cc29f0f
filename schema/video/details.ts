import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import type { Language } from '../../src/domain/catalogue/language.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import { memoByIdentity } from '../../src/domain/common/memo-by-identity.ts';
import type { ParsedList } from '../../src/domain/common/parsed-list.ts';
import { type StringVariable, VIDEO_STATUSES, type Video, WORKFLOW_TYPES } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { LanguageObject } from '../catalogue/language.ts';
import { readableDate, readableItems, readableNumber, readableText, readableUrl } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';
import { ofVideoDetails, ofWholeDetails, type TextOfDetails, textOfDetails } from './load.ts';
import { VideoObject } from './type.ts';

const VideoStatusEnum = wordEnum('VideoStatus', 'The status of a video as a whole.', VIDEO_STATUSES, {
  new: 'The video was just created.',
  in_progress: 'The service or a person works on it.',
  completed: 'The video is finished.',
});

export const WorkflowTypeEnum = wordEnum('WorkflowType', 'The workflow of a video.', WORKFLOW_TYPES, {
  dubbing: 'The speech is replaced by other voices in the target languages.',
  voiceover: 'Other voices speak over the original in the target languages.',
  audio_description: 'The pictures are described in words, for people who cannot see them.',
  transcription: 'The speech is transcribed in its own language.',
  translation: 'The speech is transcribed and translated into the target languages.',
  subtitling: 'Subtitles in the target languages are made.',
  tts: 'Text to speech without a video: each line of a script is spoken into a file.',
});

const StringVariableObject = builder.objectRef<StringVariable>('StringVariable').implement({
  description: 'A key-value pair stored with a video, such as its id in another system.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key.' }),
    value: t.exposeString('value', { description: 'The value.' }),
  }),
});

type ResolveList<T> = (
  video: Video,
  args: object,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => readonly T[] | Promise<readonly T[]>;

/**
 * Reading the rest of a video must not cost its parent, such as a payload or an update. These fields cannot be null, so
 * the video itself is null then.
 */
function orNone<T>(resolve: ResolveList<T>): ResolveList<T> {
  return (video, args, context, info) => {
    const resolved = resolve(video, args, context, info);
    if (!(resolved instanceof Promise)) return resolved;
    return resolved.catch(() => {
      context.warn({ path: responsePathAsArray(info.path), message: 'The service did not return them.' });
      return [];
    });
  };
}

/** The identical languages for the identical codes, so that what was written of them serves again. */
const languagesOf = memoByIdentity(({ items }: ParsedList<string>): readonly Language[] =>
  items.map((code) => ({ code })),
);

const targetLanguages = orNone(
  ofVideoDetails(({ targetLanguages }, context, info) => {
    readableItems(targetLanguages, context, info);
    return languagesOf(targetLanguages);
  }, []),
);

const stringVariables = orNone(
  ofWholeDetails((details, context, info) => readableItems(details.stringVariables, context, info), []),
);

const durationSeconds = ofWholeDetails(
  (details, context, info) => readableNumber(details.durationSeconds, context, info),
  null,
);

const wordOfDetails = <Word extends string>(words: readonly Word[], field: TextOfDetails) =>
  ofVideoDetails((details, context, info) => knownWord(words, readableText(details, field, context, info)), null);

const languageOfDetails = (field: TextOfDetails) =>
  ofVideoDetails((details, context, info) => languageOf(readableText(details, field, context, info)), null);

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
    description: 'The status of the video as a whole. Null for a word that this schema does not list.',
    resolve: wordOfDetails(VIDEO_STATUSES, 'rawStatus'),
  }),
  rawStatus: t.string({
    nullable: true,
    description: 'The status as the service writes it.',
    resolve: textOfDetails('rawStatus'),
  }),
  workflowType: t.field({
    type: WorkflowTypeEnum,
    nullable: true,
    description: 'The workflow. Null for a word that this schema does not list.',
    resolve: wordOfDetails(WORKFLOW_TYPES, 'rawWorkflowType'),
  }),
  rawWorkflowType: t.string({
    nullable: true,
    description: 'The workflow as the service writes it.',
    resolve: textOfDetails('rawWorkflowType'),
  }),
  sourceLanguage: t.field({
    type: LanguageObject,
    nullable: true,
    description: 'The language spoken in the video.',
    resolve: languageOfDetails('sourceLanguage'),
  }),
  targetLanguages: t.field({
    type: [LanguageObject],
    description: 'The target languages.',
    resolve: targetLanguages,
  }),
  pivotLanguage: t.field({
    type: LanguageObject,
    nullable: true,
    description: 'The intermediate language for the translation. The service sends it only at creation.',
    resolve: languageOfDetails('pivotLanguage'),
  }),
  durationSeconds: t.float({
    nullable: true,
    description: 'Length in seconds, if the service reports it.',
    resolve: durationSeconds,
  }),
  remark: t.string({
    nullable: true,
    description: 'A remark about the video.',
    resolve: textOfDetails('remark'),
  }),
  stringVariables: t.field({
    type: [StringVariableObject],
    description: 'Key-value pairs stored at creation.',
    resolve: stringVariables,
  }),
  createdAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of creation.',
    resolve: ofVideoDetails(({ createdAt }, context, info) => readableDate(createdAt, context, info), null),
  }),
  updatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last change.',
    resolve: ofVideoDetails(({ updatedAt }, context, info) => readableDate(updatedAt, context, info), null),
  }),
}));

function languageOf(code: string | null) {
  return code === null ? null : { code };
}
