import { knownWord } from '../../src/domain/common/known-word.ts';
import {
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

const PipelinePhaseEnum = wordEnum('PipelinePhase', 'What a language of a video is going through.', PIPELINE_PHASES, {
  transcription: 'The speech is written down.',
  translation: 'The script is translated.',
  voiceover: 'Voices are chosen, or speak the script.',
  mixing: 'The new voices are mixed with the original sound.',
  rendering: 'The files are made.',
});

const PendingOnEnum = wordEnum('PendingOn', 'Whose turn it is.', PENDING_ON, {
  system: 'Automated work, running or queued.',
  editor: "A person's turn, or finished: the service does not tell which.",
});

export const LanguageProgressObject = builder.objectRef<LanguageProgress>('LanguageProgress').implement({
  description: 'Where one language of a video stands.',
  fields: (t) => ({
    language: t.field({
      type: LanguageObject,
      description: 'The target language; of a transcription, the source language.',
      resolve: ({ language }) => ({ code: language }),
    }),
    phase: t.field({
      type: PipelinePhaseEnum,
      nullable: true,
      description: 'What it is going through; null for a phase that this schema does not know.',
      resolve: ({ rawPhase }) => knownWord(PIPELINE_PHASES, rawPhase),
    }),
    rawPhase: t.exposeString('rawPhase', { description: "The service's own word for the phase." }),
    pendingOn: t.field({
      type: PendingOnEnum,
      nullable: true,
      description:
        "SYSTEM: automated work, running or queued. EDITOR: a person's turn, or finished. null: stuck on an error, or an unknown word.",
      resolve: ({ rawPendingOn }) => knownWord(PENDING_ON, rawPendingOn),
    }),
    rawPendingOn: t.exposeString('rawPendingOn', {
      nullable: true,
      description: "The service's own word for whose turn it is; null if it is stuck on an error.",
    }),
    isError: t.exposeBoolean('isError', {
      description: 'Whether the latest step has failed. It clears by itself when a new try begins.',
    }),
    eta: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        "Estimated end of the step that is running now, not of the whole job; null while queued or in a person's hands.",
      resolve: ({ eta }, _args, context, info) => readableDate(eta, context, info),
    }),
    state: t.field({
      type: JobStateEnum,
      description: 'FAILED if isError; else RUNNING with SYSTEM, WAITING with EDITOR, UNKNOWN otherwise.',
      resolve: languageState,
    }),
  }),
});

export const VideoProgressObject = builder.objectRef<VideoProgress>('VideoProgress').implement({
  description: 'How far the work on a video is, language by language.',
  fields: (t) => ({
    languages: t.field({
      type: [LanguageProgressObject],
      description: 'One entry a target language (of a transcription, one, for its source language).',
      resolve: (progress, _args, context, info) => readableItems(progress, context, info),
    }),
    language: t.field({
      type: LanguageProgressObject,
      nullable: true,
      description: 'The entry of one language; null where the video has no such language.',
      args: { code: t.arg.string({ required: true, description: 'The code of the language, to the letter.' }) },
      resolve: ({ items }, { code }) => items.find(({ language }) => language === code),
    }),
    isSettled: t.boolean({
      description: 'True once no language has automated work running or queued: each waits for a person or is stuck.',
      resolve: isSettled,
    }),
    hasError: t.boolean({
      description: 'Whether any language is stuck on an error.',
      resolve: ({ items }) => items.some(({ isError }) => isError),
    }),
    eta: t.field({
      type: 'DateTime',
      nullable: true,
      description: "The latest of the languages' estimates.",
      resolve: latestEta,
    }),
  }),
});
