import { z } from 'zod';
import type { ScriptSegment, TargetSpeaker } from '../../domain/dubbing-project/script.ts';
import { lenient, settleNumber, settleTexts, text } from '../reading/lenient.ts';
import { int32, readInt32 } from '../reading/numbers.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';

/** The graph has Int, without null, for the times: what is no such number costs the line (BEHAVIOUR.md, "Lists"). */
const segment = z.object({ start_ms: int32, end_ms: int32, text: z.string(), speaker_id: lenient(readInt32) });
const speaker = z.object({ speaker_id: int32, voice_key: z.string().min(1), style: text });

export const readSegment: AnswerReader<ScriptSegment> = (json, note) => {
  const { start_ms, end_ms, text, speaker_id } = readAs(segment, json);
  return { startMs: start_ms, endMs: end_ms, text, speakerId: settleNumber(speaker_id, 'speaker_id', note) };
};

export const readSpeaker: AnswerReader<TargetSpeaker> = (json, note) => {
  const wire = readAs(speaker, json);
  return { speakerId: wire.speaker_id, voiceKey: wire.voice_key, ...settleTexts(wire, { style: 'style' }, note) };
};
