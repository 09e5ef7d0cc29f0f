import { blankTextIssues, isBlank } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import { webAddressIssues } from '../common/web-address-checks.ts';
import type { ArtifactFragment, ArtifactSource, NewArtifact } from '../writes.ts';
import type { ArtifactType } from './artifact.ts';

/** What the input tells by itself (interface, POST /api/v1/artifacts/create). */
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

/** A path that the presigned step told, with its bucket or without; or one in an external bucket, with it. */
function s3PathIssues(path: InputPath, s3Path: string): ValidationIssue[] {
  if (isBlank(s3Path)) return blankTextIssues(path, s3Path);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(s3Path);
  if (!hasScheme || /^s3:\/\/[^/]+\/./.test(s3Path)) return [];
  return [issueAt(path, 'MALFORMED', 'Must be a path in the storage, or s3://bucket/path.')];
}

/** No file system of the day has longer names. */
const MAX_FILE_NAME_LENGTH = 255;

/**
 * For the real name of a local file (interface, GET /api/v1/artifacts/create): its extension tells the service what
 * it is. Only what cannot be such a name, or cannot be written into an address, is refused; the rest is encoded.
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
