import { blankTextIssues, isBlank } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import { webAddressIssues } from '../common/web-address-checks.ts';
import type { ArtifactFragment, ArtifactSource, NewArtifact } from '../writes.ts';
import type { ArtifactType } from './artifact.ts';

/** Rules that need only the input (INTERFACE.md, "POST /api/v1/artifacts/create"). */
export function newArtifactIssues({ name, type, source }: NewArtifact): ValidationIssue[] {
  return [...blankTextIssues(['name'], name), ...sourceIssues(source, type)];
}

function sourceIssues(source: ArtifactSource, type: ArtifactType): ValidationIssue[] {
  if (source.kind !== 'fragments') return locationIssues(['source'], source);
  const at = ['source', 'fragments'];
  return [
    ...(type === 'script' ? [issueAt(at, 'NOT_ALLOWED', 'A script cannot be created from fragments.')] : []),
    ...(source.fragments.length > 0 ? [] : [issueAt(at, 'TOO_SHORT', 'At least one fragment is required.')]),
    ...source.fragments.flatMap((fragment, index) => fragmentIssues([...at, index], fragment)),
  ];
}

function fragmentIssues(at: InputPath, { location, startTimeSeconds }: ArtifactFragment): ValidationIssue[] {
  const issues = locationIssues([...at, 'location'], location);
  if (!(Number.isFinite(startTimeSeconds) && startTimeSeconds >= 0)) {
    issues.push(issueAt([...at, 'startTimeSeconds'], 'OUT_OF_RANGE', 'Must be a number of seconds, 0 or more.'));
  }
  return issues;
}

function locationIssues(at: InputPath, location: ArtifactFragment['location']): ValidationIssue[] {
  return location.kind === 'url'
    ? webAddressIssues([...at, 'url'], location.url)
    : s3PathIssues([...at, 's3Path'], location.s3Path);
}

/** The path of the presigned step, with or without its bucket, or a path in an external bucket. */
function s3PathIssues(path: InputPath, s3Path: string): ValidationIssue[] {
  if (isBlank(s3Path)) return blankTextIssues(path, s3Path);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(s3Path);
  if (!hasScheme || /^s3:\/\/[^/]+\/./.test(s3Path)) return [];
  return [issueAt(path, 'MALFORMED', 'Must be a path in the storage, or s3://bucket/path.')];
}

/** No file system has longer names. */
const MAX_FILE_NAME_LENGTH = 255;

/**
 * Checks the real name of a local file (INTERFACE.md, "GET /api/v1/artifacts/create"): the service derives the type
 * from its extension. Only an impossible name, or one that cannot be written into an address, is refused; anything else
 * is encoded.
 */
export function fileNameIssues(fileName: string): ValidationIssue[] {
  const path = ['fileName'];
  if (isBlank(fileName)) return blankTextIssues(path, fileName);
  if (/[\p{Cc}\p{Cs}]/u.test(fileName)) {
    return [issueAt(path, 'MALFORMED', 'Must not contain control characters or lone surrogates.')];
  }
  if (fileName.length > MAX_FILE_NAME_LENGTH) {
    return [issueAt(path, 'TOO_LONG', `Must not be longer than ${MAX_FILE_NAME_LENGTH} characters.`)];
  }
  if (hasExtension(fileName)) return [];
  return [issueAt(path, 'MALFORMED', 'Must have an extension: the service derives the file type from it.')];
}

function hasExtension(fileName: string): boolean {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 && !isBlank(name.slice(dot + 1));
}
