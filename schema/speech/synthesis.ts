import type { Audio } from '../../src/domain/speech/synthesis.ts';
import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';

const AudioObject = builder.objectRef<Audio>('Audio').implement({
  description: 'Synthesised speech: an audio file that the gateway keeps until `expiresAt`.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description: 'Download address at the gateway. The address is unguessable: no header is needed. It expires.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the file is deleted.' }),
    contentType: t.exposeString('contentType', { description: 'The media type of the file: "audio/wav".' }),
    sizeBytes: t.expose('sizeBytes', { type: 'SafeInt', description: 'Size in bytes.' }),
    durationSeconds: t.exposeFloat('durationSeconds', { description: 'Length in seconds.' }),
    sampleRateHz: t.exposeInt('sampleRateHz', { description: 'Samples per second.' }),
    base64: t.string({
      nullable: true,
      description: 'The whole file in Base64. Select it only for short audio.',
      // One value, but possibly megabytes.
      extensions: { cost: 10_000 },
      resolve: (audio) => audio.base64(),
    }),
  }),
});

const SynthesizeSpeechInput = builder.inputType('SynthesizeSpeechInput', {
  description: 'The text to speak, its language, and recordings of the voice to use.',
  fields: (t) => ({
    text: t.string({ required: true, description: 'At most 5000 characters (Unicode code points).' }),
    language: t.string({ required: true, description: 'One of options.targetLanguages.' }),
    referenceAudio: t.field({
      type: ['File'],
      required: true,
      description:
        'One or more recordings as WAV, MP3, M4A or FLAC, at most 50 MB each. 3 to 30 seconds of clear speech work best.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const SynthesizeSpeechPayload = builder.objectRef<Audio>('SynthesizeSpeechPayload').implement({
  description: 'The synthesised speech.',
  fields: (t) => ({
    audio: t.field({ type: AudioObject, description: 'The speech, as a WAV file.', resolve: (audio) => audio }),
  }),
});

const result = resultUnion({
  name: 'SynthesizeSpeechResult',
  description: 'The outcome of synthesizeSpeech.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('synthesizeSpeech', (t) =>
  t.field({
    type: SynthesizeSpeechPayload,
    nullable: true,
    errors: result.errors,
    description: 'Speaks a text in the voice and tone of the reference recordings.',
    args: {
      input: t.arg({
        type: SynthesizeSpeechInput,
        required: true,
        description: 'The text and the reference recordings.',
      }),
    },
    resolve: (_root, { input: { idempotencyKey, ...speech } }, context) =>
      result.of(context.services.synthesizeSpeech(speech, idempotencyKey), context),
  }),
);
