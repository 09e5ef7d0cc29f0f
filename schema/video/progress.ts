import { knownWord } from '../../src/domain/common/known-word.ts';
import {
  hasError,
  isSettled,
  type LanguageProgress,
  languageState,
  latestEta,
  PENDING_ON,
  PIPELINE_PHASES,
  type VideoProgress,
} from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { LanguageObject } from '../catalogue/language.ts';
import { readableDate, readableItems } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';
import { JobStateEnum } from '../job/job.ts';

const PipelinePhaseEnum = wordEnum('PipelinePhase', 'The stage of one language of a video.', PIPELINE_PHASES, {
  transcription: 'The speech is transcribed.',
  translation: 'The script is translated.',
  voiceover: 'Voices are selected, or the script is spoken.',
  mixing: 'The new voices are mixed with the original sound.',
  rendering: 'The output files are produced.',
});

const PendingOnEnum = wordEnum('PendingOn', 'Who has to act next.', PENDING_ON, {
  system: 'Automated work is running or queued.',
  editor: 'A person has to act, or the stage is finished. The service does not distinguish the two.',
});

export const LanguageProgressObject = builder.objectRef<LanguageProgress>('LanguageProgress').implement({
  description: 'The progress of one language of a video.',
  fields: (t) => ({
    language: t.field({
      type: LanguageObject,
      description: 'The target language. For a transcription, the source language.',
      resolve: ({ language }) => ({ code: language }),
    }),
    phase: t.field({
      type: PipelinePhaseEnum,
      nullable: true,
      description: 'The current stage. Null for a word that this schema does not list.',
      resolve: ({ rawPhase }) => knownWord(PIPELINE_PHASES, rawPhase),
    }),
    rawPhase: t.exposeString('rawPhase', { description: 'The phase as the service writes it.' }),
    pendingOn: t.field({
      type: PendingOnEnum,
      nullable: true,
      description:
        'SYSTEM: automated work is running or queued. EDITOR: a person has to act, or it is finished. Null: stuck on an error, or a word that this schema does not list.',
      resolve: ({ rawPendingOn }) => knownWord(PENDING_ON, rawPendingOn),
    }),
    rawPendingOn: t.exposeString('rawPendingOn', {
      nullable: true,
      description: 'The value of `pendingOn` as the service writes it. Null if stuck on an error.',
    }),
    isError: t.exposeBoolean('isError', {
      description: 'Whether the latest step failed. It becomes false when a retry starts.',
    }),
    eta: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Estimated end of the step that is running, not of the whole job. Null while queued or in manual work.',
      resolve: ({ eta }, _args, context, info) => readableDate(eta, context, info),
    }),
    state: t.field({
      type: JobStateEnum,
      description: 'FAILED if `isError`; else RUNNING for SYSTEM, WAITING for EDITOR, UNKNOWN otherwise.',
      resolve: languageState,
    }),
  }),
});

export const VideoProgressObject = builder.objectRef<VideoProgress>('VideoProgress').implement({
  description: 'The progress of a video, by language.',
  fields: (t) => ({
    languages: t.field({
      type: [LanguageProgressObject],
      description: 'One entry for each target language. A transcription has one entry, for its source language.',
      resolve: (progress, _args, context, info) => readableItems(progress, context, info),
    }),
    language: t.field({
      type: LanguageProgressObject,
      nullable: true,
      description: 'The entry of one language. Null if the video does not have it.',
      args: { code: t.arg.string({ required: true, description: 'The language code. Case-sensitive.' }) },
      resolve: ({ items }, { code }) => items.find(({ language }) => language === code),
    }),
    isSettled: t.boolean({
      description:
        'True if no language has automated work running or queued: each waits for a person, is finished, or is stuck on an error.',
      resolve: isSettled,
    }),
    hasError: t.boolean({
      description: 'Whether a language is stuck on an error.',
      resolve: hasError,
    }),
    eta: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The latest `eta` of the languages.',
      resolve: (progress, _args, context, info) => readableDate(latestEta(progress), context, info),
    }),
  }),
});
