import type { GraphQLResolveInfo } from 'graphql';
import type { Optional } from '../../src/domain/common/optional.ts';
import type { Retranslation } from '../../src/domain/writes.ts';
import { builder } from '../builder.ts';
import { idToWrite } from '../common/id-argument.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { TtsVolumeEnum } from './tts-volume.ts';
import { MixingModeEnum } from './type.ts';

const ScriptSegmentInput = builder.inputType('ScriptSegmentInput', {
  description: 'One line of a target script: what is said, when, and by whom.',
  fields: (t) => ({
    startMs: t.int({ required: true, description: 'When it begins, in milliseconds from the start of the video.' }),
    endMs: t.int({ required: true, description: 'When it ends: later than it begins. Lines must not overlap.' }),
    text: t.string({ required: true, description: 'What is said; not blank.' }),
    speakerId: t.int({ required: true, description: 'Who says it: one of the targetSpeakers.' }),
  }),
});

const TargetSpeakerInput = builder.inputType('TargetSpeakerInput', {
  description: "`voiceKey`: a voice's key, or `soundalike`, or `emotional_transfer`.",
  fields: (t) => ({
    speakerId: t.int({ required: true, description: 'What the lines of this speaker carry; unique in the list.' }),
    voiceKey: t.string({
      required: true,
      description: "The key of a voice in the project's target language, or one of the two special keys.",
    }),
    style: t.string({ required: true, description: '"feminine", "masculine", or another word of the service.' }),
  }),
});

export const RetranslateDubbingProjectInput = builder.inputType('RetranslateDubbingProjectInput', {
  description: "What is to be said instead, and by which voices. The project's present output is what to start from.",
  fields: (t) => ({
    id: t.id({
      required: true,
      description: "The global id of the project, or the service's own, to the letter.",
    }),
    targetScript: t.field({
      type: [ScriptSegmentInput],
      required: true,
      description: 'The whole new script, line by line.',
    }),
    targetSpeakers: t.field({
      type: [TargetSpeakerInput],
      required: true,
      description: 'Everybody who speaks in the script, each with a voice.',
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      description:
        'What is heard of the original under the new voices; left out, the service takes VOICEOVER_WITH_ORIGINAL_TRACK.',
    }),
    useFixedTimings: t.boolean({
      description: 'Keeps the timings as they are; otherwise they may be adjusted to how long the new speech is.',
    }),
    ttsVolume: t.field({
      type: TtsVolumeEnum,
      description: 'How loud the new voices are; left out, the service takes NORMAL.',
    }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

/** The same without the graph's forms of ids, and its key apart. @throws BadUserInputError */
export function readRetranslation(
  { id, idempotencyKey, ...rest }: typeof RetranslateDubbingProjectInput.$inferInput,
  info: Pick<GraphQLResolveInfo, 'schema'>,
): { readonly retranslation: Retranslation; readonly idempotencyKey: Optional<string> } {
  return { retranslation: { projectId: idToWrite('DubbingProject', id, info, 'input.id'), ...rest }, idempotencyKey };
}
