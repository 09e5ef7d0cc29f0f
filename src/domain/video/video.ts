import { instantKey } from '../common/instant.ts';
import type { MalformedItem, ParsedList } from '../common/parsed-list.ts';
import type { PartlyRead } from '../common/unreadable.ts';
import type { JobState } from '../job.ts';

export const WORKFLOW_TYPES = [
  'dubbing',
  'voiceover',
  'audio_description',
  'transcription',
  'translation',
  'subtitling',
  'tts',
] as const;
export type WorkflowType = (typeof WORKFLOW_TYPES)[number];

export const VIDEO_STATUSES = ['new', 'in_progress', 'completed'] as const;

export const PIPELINE_PHASES = ['transcription', 'translation', 'voiceover', 'mixing', 'rendering'] as const;

export const PENDING_ON = ['system', 'editor'] as const;

/** A studio project. The service cannot read one, so only its id is known. */
export interface StudioProject {
  readonly kind: 'StudioProject';
  readonly projectId: string;
}

/** The key of a video: its own id is unique only within its studio project. */
export interface VideoKey {
  readonly projectId: string;
  readonly videoId: string;
}

export interface StringVariable {
  readonly key: string;
  readonly value: string;
}

/** The details of a video (INTERFACE.md, "Video"). Dates are the service's own text. */
export interface VideoDetails extends PartlyRead {
  readonly name: string | null;
  readonly url: string | null;
  readonly rawStatus: string | null;
  readonly rawWorkflowType: string | null;
  readonly sourceLanguage: string | null;
  readonly targetLanguages: ParsedList<string>;
  /** Sent only at creation. */
  readonly pivotLanguage: string | null;
  /** NaN for an invalid number. */
  readonly durationSeconds: number | null;
  readonly remark: string | null;
  readonly stringVariables: ParsedList<StringVariable>;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** A video of the graph. `details` is null if only its progress was read, which also proves that the video exists. */
export interface Video extends VideoKey {
  readonly kind: 'Video';
  readonly details: VideoDetails | null;
  /**
   * True for the answer to an update, which lacks the duration and the string variables (INTERFACE.md, "PATCH
   * /api/projects/{projectId}/videos/{videoId}"); these are read when needed.
   */
  readonly isJustUpdated?: true;
}

/** The progress of one target language (INTERFACE.md, "Video status entry"). */
export interface LanguageProgress {
  readonly language: string;
  readonly rawPhase: string;
  /** Null: stuck on an error. */
  readonly rawPendingOn: string | null;
  readonly isError: boolean;
  /** Estimated end of the running step, as the service wrote it. */
  readonly eta: string | null;
}

/** A language whose entry could not be read, with what of the entry could: null for the rest. */
export interface UnreadLanguage extends MalformedItem {
  readonly language: string | null;
  readonly rawPendingOn: string | null;
  readonly isError: boolean | null;
  readonly eta: string | null;
}

/** How far the languages are. Values that are derived from it count those that could not be read, too. */
export interface VideoProgress extends ParsedList<LanguageProgress> {
  readonly malformed: readonly UnreadLanguage[];
}

/** FAILED if the latest step failed; otherwise by `pendingOn`. */
export function languageState({ isError, rawPendingOn }: Pick<UnreadLanguage, 'isError' | 'rawPendingOn'>): JobState {
  if (isError === true) return 'FAILED';
  if (rawPendingOn === 'system') return 'RUNNING';
  if (rawPendingOn === 'editor') return 'WAITING';
  return 'UNKNOWN';
}

/**
 * True if no language has automated work running or queued. There is no final state: a finished entry rests at
 * `editor`, like one that awaits manual input, and work can resume (INTERFACE.md, "Pipeline phase"). A language that
 * could not be read may be at work.
 */
export function isSettled({ items, malformed }: VideoProgress): boolean {
  return malformed.length === 0 && items.every((entry) => entry.rawPendingOn !== 'system');
}

/** Whether any language is stuck on an error. */
export function hasError({ items, malformed }: VideoProgress): boolean {
  return [...items, ...malformed].some(({ isError }) => isError === true);
}

/** The state of a video derived from its languages, unless its status is `completed`. */
export function stateOfLanguages({ items, malformed }: VideoProgress): JobState {
  const states = new Set([...items, ...malformed].map(languageState));
  // One that could not be read may be at work: the video does not wait for a person alone.
  const isUncertain = malformed.some((entry) => languageState(entry) === 'UNKNOWN');
  const precedence = isUncertain ? (['RUNNING', 'FAILED'] as const) : (['RUNNING', 'FAILED', 'WAITING'] as const);
  return precedence.find((state) => states.has(state)) ?? 'UNKNOWN';
}

/** The latest estimate of the languages, as the service wrote it. Null without a valid one. */
export function latestEta({ items, malformed }: VideoProgress): string | null {
  let latest: { text: string; at: string } | null = null;
  for (const { eta } of [...items, ...malformed]) {
    const at = instantKey(eta);
    if (eta !== null && at !== null && (latest === null || at > latest.at)) latest = { text: eta, at };
  }
  return latest?.text ?? null;
}
