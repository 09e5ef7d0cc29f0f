import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';
import { outcomeObject } from './outcome.ts';
import { TtsVolumeEnum } from './tts-volume.ts';
import { MixingModeEnum } from './type.ts';

const SourceScriptSegmentInput = builder.inputType('SourceScriptSegmentInput', {
  description: 'One line of a source script: what is said, and when.',
  fields: (t) => ({
    startMs: t.int({ required: true, description: 'When it begins, in milliseconds from the start of the video.' }),
    endMs: t.int({ required: true, description: 'When it ends: later than it begins.' }),
    text: t.string({ required: true, description: 'What is said; not blank.' }),
  }),
});

const SourceScriptInput = builder.inputType('SourceScriptInput', {
  isOneOf: true,
  description: 'What is spoken in the video, so that the service need not write it down: as a text, or line by line.',
  fields: (t) => ({
    content: t.string({ description: 'SRT, VTT or plain text; timings and speaker tags are ignored.' }),
    segments: t.field({
      type: [SourceScriptSegmentInput],
      description: 'Line by line; who speaks, the service finds out by itself.',
    }),
  }),
});

const CreateDubbingProjectInput = builder.inputType('CreateDubbingProjectInput', {
  description: 'A video to dub, from which language into which, and how.',
  fields: (t) => ({
    name: t.string({ description: 'A name to find it by.' }),
    sourceLanguage: t.string({ required: true, description: 'From options.sourceLanguages.' }),
    targetLanguage: t.string({ required: true, description: 'From options.targetLanguages.' }),
    sourceVideoUrl: t.field({
      type: 'URL',
      required: true,
      description: 'A direct link to a video file, or a video-sharing address.',
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      description:
        'What is heard of the original under the new voices; left out, the service takes VOICEOVER_WITH_ORIGINAL_TRACK.',
    }),
    useEmotionalTransfer: t.boolean({
      description:
        'Voices like the original ones that carry the emotion over: more expressive, less stable. Only where the target language supports it.',
    }),
    useSoundalikeVoices: t.boolean({
      description: 'Voices like those of the original speakers. The account needs an active subscription.',
    }),
    sourceScript: t.field({ type: SourceScriptInput, description: 'What is spoken in the video, if it is known.' }),
    useFixedTimings: t.boolean({ description: 'Keeps the timings of sourceScript.segments as they are.' }),
    glossary: t.string({ description: 'A glossary for the translation, as TSV.' }),
    ttsVolume: t.field({
      type: TtsVolumeEnum,
      description: 'How loud the new voices are; left out, the service takes NORMAL.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const CreateDubbingProjectPayload = outcomeObject('CreateDubbingProjectPayload', {
  description: 'What a new project is, and what it has cost.',
  project: 'The new project, taken as in progress.',
  costMinutes: 'How many minutes of the balance it has cost.',
});

const result = resultUnion({
  name: 'CreateDubbingProjectResult',
  description: 'How the creation of a dubbing project has ended.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('createDubbingProject', (t) =>
  t.field({
    type: CreateDubbingProjectPayload,
    nullable: true,
    errors: result.errors,
    description: 'Creates a project and charges its cost.',
    args: { input: t.arg({ type: CreateDubbingProjectInput, required: true, description: 'What to dub, and how.' }) },
    resolve: (_root, { input: { idempotencyKey, ...project } }, context) =>
      result.of(context.services.createDubbingProject(project, idempotencyKey), context),
  }),
);
