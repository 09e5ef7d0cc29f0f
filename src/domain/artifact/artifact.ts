import { knownWord } from '../common/known-word.ts';
import type { PartlyRead } from '../common/unreadable.ts';
import type { JobState } from '../job.ts';

export const ARTIFACT_TYPES = ['video', 'audio', 'script'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export const ARTIFACT_STATUSES = ['created', 'upload_started', 'upload_completed', 'upload_failed'] as const;

export const UPLOAD_METHODS = ['direct_url', 'fragments'] as const;

/** A company or a person that an artifact refers to. */
export interface Party extends PartlyRead {
  readonly id: string;
  readonly name: string | null;
}

/** A media or script file of the studio (INTERFACE.md, "Artifact"). Dates are the service's own text. */
export interface Artifact extends PartlyRead {
  readonly kind: 'Artifact';
  readonly artifactId: string;
  readonly name: string | null;
  readonly rawType: string | null;
  readonly rawStatus: string;
  readonly rawUploadMethod: string | null;
  /** Null until processing completes; NaN for an invalid size. */
  readonly sizeBytes: number | null;
  readonly durationSeconds: number | null;
  readonly errorMessage: string | null;
  readonly s3Path: string | null;
  readonly s3Bucket: string | null;
  readonly company: Party | null;
  readonly createdBy: Party | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** True for the answer to a creation: reading the artifact may still give 404. */
  readonly isJustCreated?: true;
}

/** Other calls may use an artifact only once its upload has completed (INTERFACE.md, "Artifact status"). */
export function isUsable(artifact: Pick<Artifact, 'rawStatus'>): boolean {
  return artifact.rawStatus === 'upload_completed';
}

export function artifactState(rawStatus: string): JobState {
  switch (knownWord(ARTIFACT_STATUSES, rawStatus)) {
    case 'created':
    case 'upload_started':
      return 'RUNNING';
    case 'upload_completed':
      return 'DONE';
    case 'upload_failed':
      return 'FAILED';
    case null:
      return 'UNKNOWN';
  }
}
