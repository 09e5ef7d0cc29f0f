import { supportsEmotionalTransfer } from '../catalogue/language.ts';
import { isSendableId } from '../common/global-id.ts';
import { blankTextIssues, isBlank } from '../common/text-checks.ts';
import { issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewTargetSegment, NewTargetSpeaker, Retranslation } from '../writes.ts';
import { targetVoiceKind } from './script.ts';
import { overlapIssues, segmentIssues } from './script-checks.ts';

/** The part of the voice catalogue that the checks need. */
export interface VoiceLookup {
  /** The voice with this key, from the first language that lists it. */
  find(key: string): { readonly language: string } | null;
  findIn(language: string, key: string): object | null;
  /** Entries that could not be read, by language: any unknown key may be one of theirs. */
  readonly malformed: ReadonlyMap<string, readonly unknown[]>;
}

/** Rules that need only the input (INTERFACE.md, "Rules of a re-translation"). */
export function retranslationIssues({ projectId, targetScript, targetSpeakers }: Retranslation): ValidationIssue[] {
  return [
    ...(isSendableId(projectId) ? [] : [issueAt(['id'], 'MALFORMED', 'This is not a valid dubbing project id.')]),
    // An empty script would replace the whole speech by silence.
    ...(targetScript.length > 0 ? [] : [issueAt(['targetScript'], 'TOO_SHORT', 'At least one segment is required.')]),
    ...segmentIssues(['targetScript'], targetScript),
    ...overlapIssues(['targetScript'], targetScript),
    ...unknownSpeakerIssues(targetScript, targetSpeakers),
    ...speakerIssues(targetSpeakers),
  ];
}

function unknownSpeakerIssues(
  script: readonly NewTargetSegment[],
  speakers: readonly NewTargetSpeaker[],
): ValidationIssue[] {
  const speakerIds = new Set(speakers.map(({ speakerId }) => speakerId));
  return script.flatMap(({ speakerId }, index) =>
    speakerIds.has(speakerId)
      ? []
      : [issueAt(['targetScript', index, 'speakerId'], 'NOT_FOUND', `Speaker ${speakerId} is not in targetSpeakers.`)],
  );
}

function speakerIssues(speakers: readonly NewTargetSpeaker[]): ValidationIssue[] {
  const firstPlaces = new Map<number, number>();
  return speakers.flatMap(({ speakerId, voiceKey, style }, index) => {
    const issues: ValidationIssue[] = [];
    const first = firstPlaces.get(speakerId);
    if (first === undefined) firstPlaces.set(speakerId, index);
    else {
      const message = `Speaker ${speakerId} is a duplicate of targetSpeakers[${first}].`;
      issues.push(issueAt(['targetSpeakers', index, 'speakerId'], 'CONFLICT', message));
    }
    issues.push(...blankTextIssues(['targetSpeakers', index, 'voiceKey'], voiceKey));
    issues.push(...blankTextIssues(['targetSpeakers', index, 'style'], style));
    return issues;
  });
}

/** Whether checking these speakers' voices needs the catalogue. */
export function needsVoiceCatalogue(speakers: readonly NewTargetSpeaker[]): boolean {
  return speakers.some(({ voiceKey }) => targetVoiceKind(voiceKey) === 'CATALOGUE' && !isBlank(voiceKey));
}

/**
 * Checks the speakers' voices against the project's target language and the catalogue. Without a catalogue (null) only
 * the special keys are checked. The languages of `soundalike` are undocumented (BEHAVIOUR.md, "Writing").
 */
export function targetVoiceIssues(
  speakers: readonly NewTargetSpeaker[],
  targetLanguage: string,
  voices: VoiceLookup | null,
): ValidationIssue[] {
  return speakers.flatMap(({ voiceKey }, index) => {
    const fault = voiceFault(voiceKey, targetLanguage, voices);
    return fault === null ? [] : [issueAt(['targetSpeakers', index, 'voiceKey'], fault.code, fault.message)];
  });
}

type VoiceFault = Pick<ValidationIssue, 'code' | 'message'>;

function voiceFault(voiceKey: string, targetLanguage: string, voices: VoiceLookup | null): VoiceFault | null {
  switch (targetVoiceKind(voiceKey)) {
    case 'SOUNDALIKE':
      return null;
    case 'EMOTIONAL_TRANSFER':
      return supportsEmotionalTransfer(targetLanguage)
        ? null
        : {
            code: 'NOT_ALLOWED',
            message: `emotional_transfer does not support ${targetLanguage}, the target language of the project.`,
          };
    case 'CATALOGUE':
      return voices === null || isBlank(voiceKey) ? null : catalogueFault(voiceKey, targetLanguage, voices);
  }
}

function catalogueFault(voiceKey: string, targetLanguage: string, voices: VoiceLookup): VoiceFault | null {
  if (voices.findIn(targetLanguage, voiceKey) !== null) return null;
  if ((voices.malformed.get(targetLanguage)?.length ?? 0) > 0) return null;
  const elsewhere = voices.find(voiceKey);
  return elsewhere === null
    ? { code: 'NOT_FOUND', message: 'The catalogue has no voice with this key.' }
    : {
        code: 'NOT_ALLOWED',
        message: `This voice speaks ${elsewhere.language}, not ${targetLanguage}, the target language of the project.`,
      };
}
