import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { WorkflowTypeEnum } from './details.ts';
import { TargetVideoScriptInput, VideoScriptInput } from './script-input.ts';

const PipelineOptionsInput = builder.inputType('PipelineOptionsInput', {
  description: 'Which steps the service takes by itself, and how it finds voices.',
  fields: (t) => ({
    shouldAutomateTranscription: t.boolean({ description: 'Whether the speech is written down without a person.' }),
    shouldAutomateTranslation: t.boolean({ description: 'Whether the script is translated without a person.' }),
    shouldAutomateVoiceSelection: t.boolean({ description: 'Whether voices are chosen without a person.' }),
    voiceSelectionMode: t.string({ description: '`label`, `cloning`, or another word of the service.' }),
    voiceSelectionVoicesLabel: t.string({ description: 'With the mode `label`: which label the voices have.' }),
  }),
});

const SubtitlingParamsInput = builder.inputType('SubtitlingParamsInput', {
  description: 'How the subtitles of one target language are cut.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'One of the targetLanguages.' }),
    maxLinesPerSubtitle: t.int({ description: 'How many lines a subtitle may have.' }),
    maxCharsPerLine: t.int({ description: 'How many characters a line may have.' }),
    maxCharsPerSecond: t.float({ description: 'How many characters a viewer may have to read in a second.' }),
    minDurationMs: t.int({ description: 'How long a subtitle is shown at least, in milliseconds.' }),
    maxDurationMs: t.int({ description: 'How long a subtitle is shown at most, in milliseconds.' }),
  }),
});

const ProcessingOptionsInput = builder.inputType('ProcessingOptionsInput', {
  description: 'How the files are made.',
  fields: (t) => ({
    exportTtsAaf: t.boolean({ description: 'Whether the voices are also exported as an AAF file.' }),
    targetLoudness: t.float({ description: 'The loudness that the result is brought to.' }),
    exportWavCodec: t.string({ description: "The codec of exported WAV files, in the service's words." }),
    exportWavRate: t.int({ description: 'The sample rate of exported WAV files.' }),
    voiceoverMuffleDb: t.float({
      description: 'By how many decibels the original is muffled under a voice-over.',
    }),
  }),
});

const StringVariableInput = builder.inputType('StringVariableInput', {
  description: 'A note to leave on a video, such as the id that another system knows it by.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'What the note is called.' }),
    value: t.string({ required: true, description: 'What it says.' }),
  }),
});

export const CreateVideoInput = builder.inputType('CreateVideoInput', {
  description: 'A video to work on: out of which artifacts, in which languages, and how.',
  fields: (t) => ({
    projectId: t.id({
      required: true,
      description: "The global id of the studio project that is to hold it, or the service's own, to the letter.",
    }),
    name: t.string({ required: true, description: 'A name to show; not blank.' }),
    workflowType: t.field({ type: WorkflowTypeEnum, required: true, description: 'What is to be made of it.' }),
    sourceArtifactId: t.id({
      description: 'A video artifact whose upload has completed. Required, except for TTS, which has none.',
    }),
    sourceLanguage: t.string({
      required: true,
      description: 'ISO 639-1, or `multi` where the account may use several source languages.',
    }),
    targetLanguages: t.stringList({
      required: true,
      description: 'BCP 47, language and region: which languages it is worked on in.',
    }),
    pivotLanguage: t.string({ description: 'A language to translate by way of.' }),
    sourceScript: t.field({
      type: VideoScriptInput,
      description: 'A ready transcript. For TTS, the lines to speak.',
    }),
    targetScripts: t.field({
      type: [TargetVideoScriptInput],
      description: 'Ready translations, for DUBBING, VOICEOVER, AUDIO_DESCRIPTION and TRANSLATION.',
    }),
    referenceArchiveArtifactId: t.id({ description: 'TTS: an archive of reference files.' }),
    pipelineOptions: t.field({
      type: PipelineOptionsInput,
      description: 'Which steps the service takes by itself; left out, as it likes.',
    }),
    subtitlingParams: t.field({
      type: [SubtitlingParamsInput],
      description: 'How subtitles are cut, for each target language once at most.',
    }),
    processingOptions: t.field({ type: ProcessingOptionsInput, description: 'How the files are made.' }),
    remark: t.string({ description: 'A remark on the video.' }),
    stringVariables: t.field({ type: [StringVariableInput], description: 'Notes to leave on the video.' }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});
