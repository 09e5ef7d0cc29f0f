import type { Audio } from '../../src/domain/speech/synthesis.ts';
import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';

const AudioObject = builder.objectRef<Audio>('Audio').implement({
  description: 'Synthesised speech: a file that the gateway keeps for a while.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description:
        'Where to fetch it, from the gateway. The address is the secret: no header is needed, and it expires.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be fetched.' }),
    contentType: t.exposeString('contentType', { description: 'The media type of the file: "audio/wav".' }),
    sizeBytes: t.expose('sizeBytes', { type: 'SafeInt', description: 'The size of the file.' }),
    durationSeconds: t.exposeFloat('durationSeconds', { description: 'How long the speech lasts.' }),
    sampleRateHz: t.exposeInt('sampleRateHz', { description: 'How many samples a second of it has.' }),
    base64: t.string({
      nullable: true,
      description: 'The whole file; ask for it only where it is short.',
      // A value like any other, but one that may fill megabytes.
      extensions: { cost: 10_000 },
      resolve: (audio) => audio.base64(),
    }),
  }),
});

const SynthesizeSpeechInput = builder.inputType('SynthesizeSpeechInput', {
  description: 'A text, the language to speak it in, and the voice to speak it with.',
  fields: (t) => ({
    text: t.string({ required: true, description: '5000 characters at most.' }),
    language: t.string({ required: true, description: 'From options.targetLanguages.' }),
    referenceAudio: t.field({
      type: ['File'],
      required: true,
      description:
        'One or more of WAV, MP3, M4A or FLAC, 50 MB at most each; 3 to 30 seconds of clear speech serve best.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const SynthesizeSpeechPayload = builder.objectRef<Audio>('SynthesizeSpeechPayload').implement({
  description: 'The speech that was synthesised.',
  fields: (t) => ({
    audio: t.field({ type: AudioObject, description: 'The speech, as a WAV file.', resolve: (audio) => audio }),
  }),
});

const result = resultUnion({
  name: 'SynthesizeSpeechResult',
  description: 'How the synthesis of a text has ended.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('synthesizeSpeech', (t) =>
  t.field({
    type: SynthesizeSpeechPayload,
    nullable: true,
    errors: result.errors,
    description: 'Speaks a text in the voice and tone of the reference audio.',
    args: {
      input: t.arg({ type: SynthesizeSpeechInput, required: true, description: 'What to speak, and like whom.' }),
    },
    resolve: (_root, { input: { idempotencyKey, ...speech } }, context) =>
      result.of(context.services.synthesizeSpeech(speech, idempotencyKey), context),
  }),
);
