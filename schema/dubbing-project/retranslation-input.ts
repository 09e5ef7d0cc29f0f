import type { GraphQLResolveInfo } from 'graphql';
import type { Optional } from '../../src/domain/common/optional.ts';
import type { Retranslation } from '../../src/domain/writes.ts';
import { builder } from '../builder.ts';
import { idToWrite } from '../common/id-argument.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { TtsVolumeEnum } from './tts-volume.ts';
import { MixingModeEnum } from './type.ts';

const ScriptSegmentInput = builder.inputType('ScriptSegmentInput', {
  description: 'One line of a target script: its text, timing and speaker.',
  fields: (t) => ({
    startMs: t.int({ required: true, description: 'Start, in milliseconds from the start of the video.' }),
    endMs: t.int({
      required: true,
      description:
        'End, in milliseconds from the start of the video. Must be later than the start, and lines must not overlap.',
    }),
    text: t.string({ required: true, description: 'The text. Must not be blank.' }),
    speakerId: t.int({ required: true, description: "The speaker's id: one of `targetSpeakers`." }),
  }),
});

const TargetSpeakerInput = builder.inputType('TargetSpeakerInput', {
  description: "A speaker of the new script and the speaker's voice.",
  fields: (t) => ({
    speakerId: t.int({
      required: true,
      description: "The id that the speaker's lines refer to. Unique within the list.",
    }),
    voiceKey: t.string({
      required: true,
      description:
        "The key of a catalogue voice in the project's target language, or `soundalike`, or `emotional_transfer`.",
    }),
    style: t.string({ required: true, description: '"feminine", "masculine", or another value of the service.' }),
  }),
});

export const RetranslateDubbingProjectInput = builder.inputType('RetranslateDubbingProjectInput', {
  description: "The new script and its voices. The project's current `output` is the starting point.",
  fields: (t) => ({
    id: t.id({ required: true, description: "The global id of the project, or the service's own id. Case-sensitive." }),
    targetScript: t.field({
      type: [ScriptSegmentInput],
      required: true,
      description: 'The complete new script, by line.',
    }),
    targetSpeakers: t.field({
      type: [TargetSpeakerInput],
      required: true,
      description: 'All speakers of the script, each with a voice.',
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      description:
        'How the original track is mixed with the new voices. If omitted, the service uses VOICEOVER_WITH_ORIGINAL_TRACK.',
    }),
    useFixedTimings: t.boolean({
      description: 'Keep the timings unchanged. Otherwise the service may adjust them to the length of the new speech.',
    }),
    ttsVolume: t.field({
      type: TtsVolumeEnum,
      description: 'Volume of the new voices. If omitted, the service uses NORMAL.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

/** The same with the service's own ids, and the key apart. @throws BadUserInputError */
export function readRetranslation(
  { id, idempotencyKey, ...rest }: typeof RetranslateDubbingProjectInput.$inferInput,
  info: Pick<GraphQLResolveInfo, 'schema'>,
): { readonly retranslation: Retranslation; readonly idempotencyKey: Optional<string> } {
  return { retranslation: { projectId: idToWrite('DubbingProject', id, info, 'input.id'), ...rest }, idempotencyKey };
}
