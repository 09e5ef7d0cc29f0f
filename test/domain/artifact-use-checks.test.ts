import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import { type ArtifactUse, artifactUseIssues, artifactUses } from '../../src/domain/artifact/artifact-use-checks.ts';
import type { NewVideo } from '../../src/domain/writes.ts';

const artifact = (rawStatus: string, more: Partial<Artifact> = {}): Artifact => ({
  kind: 'Artifact',
  artifactId: 'art_1',
  name: 'Trailer',
  rawType: 'video',
  rawStatus,
  rawUploadMethod: 'direct_url',
  sizeBytes: null,
  durationSeconds: null,
  errorMessage: null,
  s3Path: null,
  s3Bucket: null,
  company: null,
  createdBy: null,
  createdAt: null,
  updatedAt: null,
  ...more,
});
const source: ArtifactUse = { path: ['sourceArtifactId'], artifactId: 'art_1', type: 'video' };
const faults = (found: Artifact | null, use = source) => artifactUseIssues(use, found).map(({ message }) => message);

describe('an artifact that a video is to be made of', () => {
  it('has been uploaded', () => {
    expect(faults(artifact('upload_completed'))).toEqual([]);
    expect(faults(artifact('created'))).toEqual(['The upload of this artifact has not completed yet.']);
    expect(faults(artifact('upload_started'))).toEqual(['The upload of this artifact has not completed yet.']);
    expect(faults(artifact('upload_failed'))).toEqual(['The upload of this artifact failed.']);
    expect(faults(artifact('upload_failed', { errorMessage: 'No such file' }))).toEqual([
      'The upload of this artifact failed: No such file',
    ]);
  });

  it('is there', () => {
    expect(artifactUseIssues(source, null)).toEqual([
      { path: ['sourceArtifactId'], code: 'NOT_FOUND', message: 'Artifact not found.' },
    ]);
  });

  it('is of the type that its place wants', () => {
    expect(faults(artifact('upload_completed', { rawType: 'script' }))).toEqual([
      'Must be an artifact of type video; this one has type script.',
    ]);
    expect(faults(artifact('upload_completed', { rawType: 'audio' }), { ...source, type: null })).toEqual([]);
  });

  it('is left to the service where it tells a status or a type that the document does not list', () => {
    expect(faults(artifact('archived', { rawType: 'image' }))).toEqual([]);
    expect(faults(artifact('upload_completed', { rawType: null }))).toEqual([]);
  });
});

describe('the artifacts of a new video', () => {
  const video: NewVideo = {
    projectId: 'proj_1',
    name: 'Trailer',
    workflowType: 'dubbing',
    sourceArtifactId: 'a',
    sourceLanguage: 'en',
    targetLanguages: ['fr-FR'],
    sourceScript: { artifactId: 'b' },
    targetScripts: [{ language: 'fr-FR', artifactId: 'c' }],
    referenceArchiveArtifactId: 'd',
  };
  const places = (workflowType: NewVideo['workflowType']) =>
    artifactUses({ ...video, workflowType }).map(({ path, type }) => `${path.join('.')} ${type}`);

  it('are those that its workflow takes', () => {
    const scripts = ['sourceScript.artifactId script', 'targetScripts.0.artifactId script'];
    expect(places('dubbing')).toEqual(['sourceArtifactId video', ...scripts]);
    expect(places('tts')).toEqual([...scripts, 'referenceArchiveArtifactId null']);
  });
});
