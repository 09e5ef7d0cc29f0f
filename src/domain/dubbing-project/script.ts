/** One line of a script (interface, "Script segment"). */
export interface ScriptSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Null in a source script whose speakers were not told; NaN where the service told something that is no such id. */
  readonly speakerId: number | null;
}

/** Who speaks the lines of a target script, and with which voice (interface, "Target speaker"). */
export interface TargetSpeaker {
  readonly speakerId: number;
  readonly voiceKey: string;
  readonly style: string | null;
}

export const TARGET_VOICE_KINDS = ['CATALOGUE', 'SOUNDALIKE', 'EMOTIONAL_TRANSFER'] as const;
export type TargetVoiceKind = (typeof TARGET_VOICE_KINDS)[number];

/** The two special keys are words of the service; every other key is the catalogue's. */
export function targetVoiceKind(voiceKey: string): TargetVoiceKind {
  if (voiceKey === 'soundalike') return 'SOUNDALIKE';
  if (voiceKey === 'emotional_transfer') return 'EMOTIONAL_TRANSFER';
  return 'CATALOGUE';
}

export const SCRIPT_KINDS = ['source', 'target'] as const;
