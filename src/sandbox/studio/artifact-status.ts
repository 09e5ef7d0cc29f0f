import type { AccountStore, ArtifactRecord } from '../account-store.ts';
import { toIso } from '../clock.ts';
import { paceOf, type World } from '../http/endpoint-request.ts';
import { endOfWork, stateOfWork, workDone } from '../work.ts';
import { BUCKET, grantKey, type Upload } from './grants.ts';

/** "Files up to 5 GB": 5 × 1024³ bytes. */
export const MAX_ARTIFACT_BYTES = 5 * 1024 ** 3;

export interface ArtifactState {
  status: 'created' | 'upload_started' | 'upload_completed' | 'upload_failed';
  errorMessage: string | null;
  size: number | null;
  duration: number | null;
  characters: number;
  updatedAt: number;
}

/** The current status of an artifact. Its upload counts as of the end of its processing. */
export function stateOfArtifact(artifact: ArtifactRecord, account: AccountStore, world: World): ArtifactState {
  const pace = paceOf(world);
  const state = stateOfWork(artifact.work, pace);
  const end = endOfWork(artifact.work, pace);
  const begin = end - artifact.work.workMs / pace.speed;
  const none = { errorMessage: null, size: null, duration: null, characters: 0 };
  if (state === 'running') {
    const isStarted = workDone(artifact.work, pace) >= artifact.createdMs;
    const startedAt = Math.round(begin + artifact.createdMs / pace.speed);
    return isStarted
      ? { ...none, status: 'upload_started', updatedAt: startedAt }
      : { ...none, status: 'created', updatedAt: Math.round(begin) };
  }
  const upload = artifact.awaitsUpload ? uploadOf(artifact, account, world, end) : null;
  const size = upload?.size ?? artifact.size;
  const errorMessage = state === 'failed' ? artifact.errorMessage : faultOf(artifact, upload, size);
  if (errorMessage !== null) return { ...none, status: 'upload_failed', errorMessage, updatedAt: end };
  const duration = artifact.type === 'script' ? null : upload === null ? artifact.duration : secondsFor(upload.size);
  const characters = upload?.characters ?? artifact.characters;
  return { status: 'upload_completed', errorMessage: null, size, duration, characters, updatedAt: end };
}

function uploadOf(artifact: ArtifactRecord, account: AccountStore, world: World, end: number): Upload | null {
  const upload = world.grants.byPath.get(grantKey(account, artifact.s3Path))?.upload ?? null;
  return upload !== null && upload.at <= end ? upload : null;
}

function faultOf(artifact: ArtifactRecord, upload: Upload | null, size: number): string | null {
  if (artifact.awaitsUpload && upload === null) return 'File not found in storage: it was never uploaded';
  return size > MAX_ARTIFACT_BYTES ? 'File exceeds the limit of 5 GB' : null;
}

/** Seconds of media in so many bytes, at 2 Mbit/s. */
export const secondsFor = (bytes: number): number => Math.max(0.1, Math.round(bytes / 25_000) / 10);

/** The bucket, and the names of `company` and `createdBy`, are sent only at creation. */
export function toArtifact(
  artifact: ArtifactRecord,
  account: AccountStore,
  world: World,
  isCreation: boolean,
): Record<string, unknown> {
  const { status, errorMessage, size, duration, updatedAt } = stateOfArtifact(artifact, account, world);
  const party = (kind: string, name: string): Record<string, string> => {
    const id = `${kind}_${account.number}`;
    return isCreation ? { id, name: `${name} ${account.number}` } : { id };
  };
  return {
    id: artifact.id,
    name: artifact.name,
    type: artifact.type,
    status,
    uploadMethod: artifact.uploadMethod,
    size,
    duration,
    errorMessage,
    s3Path: artifact.s3Path,
    ...(isCreation ? { s3Bucket: BUCKET } : {}),
    createdAt: toIso(artifact.createdAt),
    updatedAt: toIso(updatedAt),
    company: party('company', 'Company'),
    createdBy: party('user', 'User'),
    // A creation is answered rightly: what its name asks for shows when it is read.
    ...(isCreation ? {} : artifact.overrides),
  };
}
