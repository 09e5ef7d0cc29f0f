import { knownWord } from '../common/known-word.ts';
import type { ParsedList } from '../common/parsed-list.ts';
import type { PartlyRead } from '../common/unreadable.ts';
import type { JobState } from '../job.ts';
import type { ScriptSegment, TargetSpeaker } from './script.ts';

export const DUBBING_PROJECT_STATUSES = ['in_progress', 'ready', 'error'] as const;
export type DubbingProjectStatus = (typeof DUBBING_PROJECT_STATUSES)[number];

export const MIXING_MODES = [
  'voiceover_only',
  'voiceover_with_original_track',
  'voiceover_without_original_voice',
] as const;
export type MixingMode = (typeof MIXING_MODES)[number];

export const TTS_VOLUMES = ['very_quiet', 'quieter', 'normal', 'louder', 'very_loud'] as const;
export type TtsVolume = (typeof TTS_VOLUMES)[number];

/** A record of the project list (INTERFACE.md, "Dubbing project"). Dates are the service's own text. */
export interface DubbingProjectSummary extends PartlyRead {
  readonly projectId: string;
  readonly name: string | null;
  readonly rawStatus: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** NaN for an invalid number. */
  readonly costMinutes: number | null;
  readonly createdAt: string | null;
}

/** The fields of a project's details only. Which of them are present depends on the status. */
export interface DubbingProjectDetails extends PartlyRead {
  readonly mixingMode: MixingMode | null;
  readonly estimatedCompletionAt: string | null;
  readonly completedAt: string | null;
  readonly output: DubbingOutput | null;
  readonly errorMessage: string | null;
}

/** The result of a ready project. The addresses are signed and passed on unchanged. */
export interface DubbingOutput {
  readonly videoUrl: string | null;
  readonly audioUrl: string | null;
  readonly sourceScript: ParsedList<ScriptSegment>;
  readonly targetScript: ParsedList<ScriptSegment>;
  readonly targetSpeakers: ParsedList<TargetSpeaker>;
  /** The project's target language: where a speaker's voice is looked up first. */
  readonly targetLanguage: string;
}

/** A project of the graph. `details` is null while only the list was read. */
export interface DubbingProject extends DubbingProjectSummary {
  readonly kind: 'DubbingProject';
  readonly details: DubbingProjectDetails | null;
  /** True for the answer to a creation. It lacks `createdAt`, which is read when needed. */
  readonly isJustCreated?: true;
}

/** The project list, in the service's order. */
export interface DubbingProjectList extends ParsedList<DubbingProject> {
  /** Ids of the projects that the account deleted a moment ago. */
  readonly deleted?: readonly string[];
}

/** Null for an undocumented word. */
export function dubbingProjectStatus(rawStatus: string): DubbingProjectStatus | null {
  return knownWord(DUBBING_PROJECT_STATUSES, rawStatus);
}

export function dubbingProjectState(rawStatus: string): JobState {
  switch (dubbingProjectStatus(rawStatus)) {
    case 'in_progress':
      return 'RUNNING';
    case 'ready':
      return 'DONE';
    case 'error':
      return 'FAILED';
    case null:
      return 'UNKNOWN';
  }
}
