import type { ARTIFACT_STATUSES, Artifact } from './artifact/artifact.ts';
import type { Balance } from './balance.ts';
import type { DubbingProject, DubbingProjectStatus } from './dubbing-project/dubbing-project.ts';
import type { LanguageProgress, Video, VideoProgress } from './video/video.ts';

export const UPDATE_KINDS = ['SNAPSHOT', 'CHANGED', 'ADDED', 'GONE', 'FRESHNESS'] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

export const FRESHNESSES = ['LIVE', 'STALE', 'THROTTLED'] as const;
export type Freshness = (typeof FRESHNESSES)[number];

/** What every update of a subscription tells beside its subject (`contract.graphql`, `Update`). */
export interface Update {
  readonly kind: UpdateKind;
  readonly sequence: number;
  readonly skipped: number;
  /** ISO timestamps. */
  readonly checkedAt: string;
  readonly nextCheckAt: string | null;
  readonly freshness: Freshness;
  readonly isFinal: boolean;
  /** It is sent even where its reader can see nothing new in it: all but a CHANGED that is not final. */
  readonly isSentAnyway: boolean;
}

/** What an update of a job tells beside it. */
interface OneOfJobs extends Update {
  /** The global id of the job. */
  readonly subject: string;
}

export interface DubbingProjectUpdate extends OneOfJobs {
  readonly of: 'DubbingProject';
  readonly project: DubbingProject;
  readonly previousStatus: DubbingProjectStatus | null;
}

export interface DubbingProjectsUpdate extends Update {
  readonly of: 'DubbingProjects';
  readonly projects: readonly DubbingProject[];
  /** As they were in the update before, by their ids; null in the first. */
  readonly before: ReadonlyMap<string, DubbingProject> | null;
}

export interface LanguageChange {
  readonly language: string;
  readonly before: LanguageProgress | null;
  readonly after: LanguageProgress | null;
}

export interface VideoUpdate extends OneOfJobs {
  readonly of: 'Video';
  /** With `details` null where no reader has asked for them. */
  readonly video: Video;
  readonly progress: VideoProgress;
  readonly changes: readonly LanguageChange[];
}

export interface ArtifactUpdate extends OneOfJobs {
  readonly of: 'Artifact';
  readonly artifact: Artifact;
  readonly previousStatus: (typeof ARTIFACT_STATUSES)[number] | null;
}

export interface BalanceUpdate extends Update {
  readonly of: 'Balance';
  readonly balance: Balance;
}

export type JobUpdate = DubbingProjectUpdate | VideoUpdate | ArtifactUpdate;
export type AnyUpdate = JobUpdate | DubbingProjectsUpdate | BalanceUpdate;
