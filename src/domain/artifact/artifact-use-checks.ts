import { canExist } from '../common/id-argument.ts';
import { knownWord } from '../common/known-word.ts';
import { isGiven, type Optional } from '../common/optional.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewVideo } from '../writes.ts';
import { ARTIFACT_TYPES, type Artifact, type ArtifactType, artifactState, isUsable } from './artifact.ts';

/** A place of an input with an artifact's id. */
export interface ArtifactUse {
  readonly path: InputPath;
  readonly artifactId: string;
  /** The required type. Null where it is undocumented. */
  readonly type: ArtifactType | null;
}

/**
 * Every artifact that a new video uses (INTERFACE.md, "POST /api/v1/projects/{projectId}/videos/create"). An artifact
 * that the workflow does not accept is a fault of its own and not listed.
 */
export function artifactUses(video: NewVideo): readonly ArtifactUse[] {
  const { workflowType, sourceArtifactId, sourceScript, targetScripts, referenceArchiveArtifactId } = video;
  const isTts = workflowType === 'tts';
  return [
    use(['sourceArtifactId'], isTts ? null : sourceArtifactId, 'video'),
    use(['sourceScript', 'artifactId'], sourceScript?.artifactId, 'script'),
    ...(targetScripts ?? []).map(({ artifactId }, index) =>
      use(['targetScripts', index, 'artifactId'], artifactId, 'script'),
    ),
    use(['referenceArchiveArtifactId'], isTts ? referenceArchiveArtifactId : null, null),
  ].filter((found) => found !== null);
}

function use(path: InputPath, artifactId: Optional<string>, type: ArtifactType | null): ArtifactUse | null {
  return isGiven(artifactId) ? { path, artifactId, type } : null;
}

/** Checks an id that no artifact can have: it is not read. */
export function artifactIdIssues({ path, artifactId }: ArtifactUse): ValidationIssue[] {
  return canExist('Artifact', [artifactId]) ? [] : [issueAt(path, 'MALFORMED', 'This is not a valid artifact id.')];
}

/**
 * Clients must check that an artifact's upload has completed before they use it (INTERFACE.md, "Artifact status"). The
 * service judges an undocumented status or type. Null: the artifact does not exist.
 */
export function artifactUseIssues({ path, type }: ArtifactUse, artifact: Artifact | null): ValidationIssue[] {
  if (artifact === null) return [issueAt(path, 'NOT_FOUND', 'Artifact not found.')];
  const [mistyped, unfinished] = [typeFault(artifact, type), uploadFault(artifact)];
  return [
    ...(mistyped === null ? [] : [issueAt(path, 'NOT_ALLOWED', mistyped)]),
    ...(unfinished === null ? [] : [issueAt(path, 'CONFLICT', unfinished)]),
  ];
}

function typeFault({ rawType }: Artifact, type: ArtifactType | null): string | null {
  const actual = knownWord(ARTIFACT_TYPES, rawType);
  return type === null || actual === null || actual === type
    ? null
    : `Must be an artifact of type ${type}; this one has type ${actual}.`;
}

function uploadFault(artifact: Artifact): string | null {
  if (isUsable(artifact) || artifactState(artifact.rawStatus) === 'UNKNOWN') return null;
  if (artifact.rawStatus !== 'upload_failed') return 'The upload of this artifact has not completed yet.';
  const { errorMessage } = artifact;
  return errorMessage === null
    ? 'The upload of this artifact failed.'
    : `The upload of this artifact failed: ${errorMessage}`;
}
