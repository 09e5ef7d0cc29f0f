import type { ARTIFACT_STATUSES, Artifact } from './artifact/artifact.ts';
import type { Balance, RequestBudget } from './balance.ts';
import type { SpanContext } from './common/span-context.ts';
import type { DubbingProject, DubbingProjectStatus } from './dubbing-project/dubbing-project.ts';
import type { DubbingProjectSelection } from './dubbing-project/dubbing-project-selection.ts';
import type { LanguageProgress, Video, VideoProgress } from './video/video.ts';

export const UPDATE_KINDS = ['SNAPSHOT', 'CHANGED', 'ADDED', 'GONE', 'FRESHNESS', 'CHECKED'] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

export const FRESHNESSES = ['LIVE', 'STALE', 'THROTTLED'] as const;
export type Freshness = (typeof FRESHNESSES)[number];

interface UpdateRetry {
  /** 1 for the first retry. */
  readonly attempt: number;
  /** How many fields could not be read before. */
  readonly errors: number;
  /** How long the fields have been owed. */
  readonly waitedMs: number;
}

/** The fields of every update besides its subject (`contract.graphql`, `Update`). */
export interface Update {
  readonly kind: UpdateKind;
  readonly sequence: number;
  readonly skipped: number;
  /** ISO timestamps. */
  readonly checkedAt: string;
  readonly nextCheckAt: string | null;
  readonly freshness: Freshness;
  readonly isFinal: boolean;
  /** Sent even if the reader's selection shows no change: every update except a CHANGED that is not final. */
  readonly alwaysSend: boolean;
  /** The span that its state was asked for by; null where nothing is traced. */
  readonly cause: SpanContext | null;
  /** Present if fields of an earlier update could not be read, and this one is to bring them. */
  readonly retry?: UpdateRetry | undefined;
}

/** The fields of a job's update besides the job. */
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
  /** The projects of the previous update, by id. Null in the first update. */
  readonly before: ReadonlyMap<string, DubbingProject> | null;
  /** All matching projects, by id, as a reader of this update knows them. */
  readonly after: () => ReadonlyMap<string, DubbingProject>;
  readonly selection: DubbingProjectSelection;
}

export interface LanguageChange {
  readonly language: string;
  readonly before: LanguageProgress | null;
  readonly after: LanguageProgress | null;
}

export interface VideoUpdate extends OneOfJobs {
  readonly of: 'Video';
  /** `details` is null if no reader selects them. */
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

export interface RequestBudgetUpdate extends Update {
  readonly of: 'RequestBudget';
  readonly budget: RequestBudget;
}

export type JobUpdate = DubbingProjectUpdate | VideoUpdate | ArtifactUpdate;
export type AnyUpdate = JobUpdate | DubbingProjectsUpdate | BalanceUpdate | RequestBudgetUpdate;
