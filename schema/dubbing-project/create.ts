import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';
import { outcomeObject } from './outcome.ts';
import { TtsVolumeEnum } from './tts-volume.ts';
import { MixingModeEnum } from './type.ts';

const SourceScriptSegmentInput = builder.inputType('SourceScriptSegmentInput', {
  description: 'One line of a source script: its text and timing.',
  fields: (t) => ({
    startMs: t.int({ required: true, description: 'Start, in milliseconds from the start of the video.' }),
    endMs: t.int({
      required: true,
      description: 'End, in milliseconds from the start of the video. Must be later than the start.',
    }),
    text: t.string({ required: true, description: 'The text. Must not be blank.' }),
  }),
});

const SourceScriptInput = builder.inputType('SourceScriptInput', {
  isOneOf: true,
  description: 'A transcript of the video, as one text or by line, so that the service does not transcribe it.',
  fields: (t) => ({
    content: t.string({ description: 'SRT, VTT or plain text. Timings and speaker tags are ignored.' }),
    segments: t.field({
      type: [SourceScriptSegmentInput],
      description: 'The lines. The service detects the speakers.',
    }),
  }),
});

const CreateDubbingProjectInput = builder.inputType('CreateDubbingProjectInput', {
  description: 'The video to dub, its languages, and options.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the project.' }),
    sourceLanguage: t.string({ required: true, description: 'One of options.sourceLanguages.' }),
    targetLanguage: t.string({ required: true, description: 'One of options.targetLanguages.' }),
    sourceVideoUrl: t.field({
      type: 'URL',
      required: true,
      description: 'A direct link to a video file, or the address of a page of a video-sharing site.',
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      description:
        'How the original track is mixed with the new voices. If omitted, the service uses VOICEOVER_WITH_ORIGINAL_TRACK.',
    }),
    useEmotionalTransfer: t.boolean({
      description:
        "Use voices like the original speakers' that also keep their emotion: more expressive, less stable. Only for languages with `supportsEmotionalTransfer`.",
    }),
    useSoundalikeVoices: t.boolean({
      description: 'Use voices like those of the original speakers. The account needs an active subscription.',
    }),
    sourceScript: t.field({ type: SourceScriptInput, description: 'A transcript of the video, if there is one.' }),
    useFixedTimings: t.boolean({ description: 'Keep the timings of `sourceScript.segments` unchanged.' }),
    glossary: t.string({ description: 'A translation glossary in TSV format.' }),
    ttsVolume: t.field({
      type: TtsVolumeEnum,
      description: 'Volume of the new voices. If omitted, the service uses NORMAL.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const CreateDubbingProjectPayload = outcomeObject('CreateDubbingProjectPayload', {
  description: 'The new project and its cost.',
  project: 'The new project, in progress.',
  costMinutes: 'Minutes of the balance that were charged.',
  leastTranslations: 0,
});

const result = resultUnion({
  name: 'CreateDubbingProjectResult',
  description: 'The outcome of createDubbingProject.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('createDubbingProject', (t) =>
  t.field({
    type: CreateDubbingProjectPayload,
    nullable: true,
    errors: result.errors,
    description: 'Creates a dubbing project and charges its cost.',
    args: {
      input: t.arg({ type: CreateDubbingProjectInput, required: true, description: 'The video to dub and options.' }),
    },
    resolve: (_root, { input: { idempotencyKey, ...project } }, context) =>
      result.of(context.services.createDubbingProject(project, idempotencyKey), context),
  }),
);
