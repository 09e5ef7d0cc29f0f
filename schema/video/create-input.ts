import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { WorkflowTypeEnum } from './details.ts';
import { TargetVideoScriptInput, VideoScriptInput } from './script-input.ts';

const PipelineOptionsInput = builder.inputType('PipelineOptionsInput', {
  description: 'The steps that the service automates, and how it selects voices.',
  fields: (t) => ({
    shouldAutomateTranscription: t.boolean({ description: 'Transcribe without manual work.' }),
    shouldAutomateTranslation: t.boolean({ description: 'Translate without manual work.' }),
    shouldAutomateVoiceSelection: t.boolean({ description: 'Select voices without manual work.' }),
    voiceSelectionMode: t.string({ description: '`label`, `cloning`, or another value that the service accepts.' }),
    voiceSelectionVoicesLabel: t.string({ description: 'For the mode `label`: the label of the voices.' }),
  }),
});

const SubtitlingParamsInput = builder.inputType('SubtitlingParamsInput', {
  description: 'Limits for the subtitles of one target language.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'One of `targetLanguages`.' }),
    maxLinesPerSubtitle: t.int({ description: 'Maximum number of lines in a subtitle.' }),
    maxCharsPerLine: t.int({ description: 'Maximum number of characters in a line.' }),
    maxCharsPerSecond: t.float({ description: 'Maximum reading speed, in characters per second.' }),
    minDurationMs: t.int({ description: 'Minimum display time of a subtitle, in milliseconds.' }),
    maxDurationMs: t.int({ description: 'Maximum display time of a subtitle, in milliseconds.' }),
  }),
});

const ProcessingOptionsInput = builder.inputType('ProcessingOptionsInput', {
  description: 'Options for the output files.',
  fields: (t) => ({
    exportTtsAaf: t.boolean({ description: 'Also export the voices as an AAF file.' }),
    targetLoudness: t.float({ description: 'Target loudness of the result.' }),
    exportWavCodec: t.string({ description: 'Codec of exported WAV files, as the service writes it.' }),
    exportWavRate: t.int({ description: 'Sample rate of exported WAV files.' }),
    voiceoverMuffleDb: t.float({ description: 'Attenuation of the original track under a voice-over, in decibels.' }),
  }),
});

const StringVariableInput = builder.inputType('StringVariableInput', {
  description: 'A key-value pair to store with a video, such as its id in another system.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key.' }),
    value: t.string({ required: true, description: 'The value.' }),
  }),
});

export const CreateVideoInput = builder.inputType('CreateVideoInput', {
  description: 'The video to create: its artifacts, languages and options.',
  fields: (t) => ({
    projectId: t.id({
      required: true,
      description: "The global id of the studio project, or the service's own id. Case-sensitive.",
    }),
    name: t.string({ required: true, description: 'Display name. Must not be blank.' }),
    workflowType: t.field({ type: WorkflowTypeEnum, required: true, description: 'The workflow.' }),
    sourceArtifactId: t.id({
      description:
        'A video artifact whose upload has completed. Required for every workflow except TTS, which must omit it.',
    }),
    sourceLanguage: t.string({
      required: true,
      description: 'ISO 639-1 code, or `multi` if the account may use several source languages.',
    }),
    targetLanguages: t.stringList({ required: true, description: 'BCP 47 codes with a region, such as fr-FR.' }),
    pivotLanguage: t.string({ description: 'An intermediate language for the translation.' }),
    sourceScript: t.field({
      type: VideoScriptInput,
      description: 'A finished transcript. For TTS, the lines to speak.',
    }),
    targetScripts: t.field({
      type: [TargetVideoScriptInput],
      description: 'Finished translations. Only for DUBBING, VOICEOVER, AUDIO_DESCRIPTION and TRANSLATION.',
    }),
    referenceArchiveArtifactId: t.id({ description: 'Only for TTS: an archive of reference files.' }),
    pipelineOptions: t.field({
      type: PipelineOptionsInput,
      description: 'The steps that the service automates. If omitted, the service decides.',
    }),
    subtitlingParams: t.field({
      type: [SubtitlingParamsInput],
      description: 'Limits for subtitles, at most one entry for each target language.',
    }),
    processingOptions: t.field({ type: ProcessingOptionsInput, description: 'Options for the output files.' }),
    remark: t.string({ description: 'A remark about the video.' }),
    stringVariables: t.field({ type: [StringVariableInput], description: 'Key-value pairs to store with the video.' }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});
