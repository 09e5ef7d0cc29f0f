import { z } from 'zod';
import type { ScriptSegment, TargetSpeaker } from '../../domain/dubbing-project/script.ts';
import { settle, text } from '../reading/lenient.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';

/** Where the graph has Int: more than 32 bits make the item malformed (behaviour, 11 "Lists"). */
const segment = z
  .object({ start_ms: z.int32(), end_ms: z.int32(), text: z.string(), speaker_id: z.int32().nullish() })
  .transform(
    ({ start_ms, end_ms, text, speaker_id }): ScriptSegment => ({
      startMs: start_ms,
      endMs: end_ms,
      text,
      speakerId: speaker_id ?? null,
    }),
  );

const speaker = z.object({ speaker_id: z.int32(), voice_key: z.string().min(1), style: text });

export const readSegment: AnswerReader<ScriptSegment> = (json) => readAs(segment, json);

export const readSpeaker: AnswerReader<TargetSpeaker> = (json, note) => {
  const { speaker_id, voice_key, style } = readAs(speaker, json);
  return { speakerId: speaker_id, voiceKey: voice_key, style: settle(style, 'style', note) };
};
