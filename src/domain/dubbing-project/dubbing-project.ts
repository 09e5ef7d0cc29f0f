import { knownWord } from '../common/known-word.ts';
import type { ParsedList } from '../common/parsed-list.ts';
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

/** What a record of the project list tells (interface, "Legacy project"). Dates are the service's own text. */
export interface DubbingProjectSummary {
  readonly projectId: string;
  readonly name: string | null;
  readonly rawStatus: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** NaN where the service told something that is no number. */
  readonly costMinutes: number | null;
  readonly createdAt: string | null;
}

/** What only the project's own address tells. Which of it is there depends on the status. */
export interface DubbingProjectDetails {
  readonly mixingMode: MixingMode | null;
  readonly estimatedCompletionAt: string | null;
  readonly completedAt: string | null;
  readonly output: DubbingOutput | null;
  readonly errorMessage: string | null;
}

/** The result of a ready project. The addresses are signed: they are passed on to the letter. */
export interface DubbingOutput {
  readonly videoUrl: string | null;
  readonly audioUrl: string | null;
  readonly sourceScript: ParsedList<ScriptSegment>;
  readonly targetScript: ParsedList<ScriptSegment>;
  readonly targetSpeakers: ParsedList<TargetSpeaker>;
  /** The project's target language: where a speaker's voice is looked up first. */
  readonly targetLanguage: string;
}

/** A project as the graph knows it; `details` is null as long as only the list was asked. */
export interface DubbingProject extends DubbingProjectSummary {
  readonly kind: 'DubbingProject';
  readonly details: DubbingProjectDetails | null;
  /** It is as the answer to its creation tells it, which is not when that was: `createdAt` is yet to be asked for. */
  readonly isJustCreated?: true;
}

/** The project list, in the service's order. */
export type DubbingProjectList = ParsedList<DubbingProject>;

/** Null for a word that is not in the documentation. */
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
