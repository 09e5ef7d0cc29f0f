import type { PartlyRead } from '../common/unreadable.ts';

/** One line of a script (INTERFACE.md, "Script segment"). */
export interface ScriptSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Null in a source script without speakers; NaN where the service sent something that is no such id. */
  readonly speakerId: number | null;
}

/** A speaker of a target script and its voice (INTERFACE.md, "Target speaker"). */
export interface TargetSpeaker extends PartlyRead {
  readonly speakerId: number;
  readonly voiceKey: string;
  readonly style: string | null;
}

export const TARGET_VOICE_KINDS = ['CATALOGUE', 'SOUNDALIKE', 'EMOTIONAL_TRANSFER'] as const;
export type TargetVoiceKind = (typeof TARGET_VOICE_KINDS)[number];

/** Every key other than the two special ones is a key of the catalogue. */
export function targetVoiceKind(voiceKey: string): TargetVoiceKind {
  if (voiceKey === 'soundalike') return 'SOUNDALIKE';
  if (voiceKey === 'emotional_transfer') return 'EMOTIONAL_TRANSFER';
  return 'CATALOGUE';
}

export const SCRIPT_KINDS = ['source', 'target'] as const;
