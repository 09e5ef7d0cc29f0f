import { type Artifact, isUsable } from '../domain/artifact/artifact.ts';
import { artifactUseIssues, artifactUses } from '../domain/artifact/artifact-use-checks.ts';
import { canExist } from '../domain/common/id-argument.ts';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import type { ValidationIssue } from '../domain/common/validation-issue.ts';
import { PIPELINE_PHASES, type Video, type VideoKey, type VideoProgress } from '../domain/video/video.ts';
import { newVideoIssues, videoUpdateIssues } from '../domain/video/video-checks.ts';
import type { NewVideo, VideoChanges } from '../domain/writes.ts';
import { NotFoundError } from '../errors.ts';
import { checkInput, readForCheck } from './check-input.ts';
import type { ServiceParts, ServiceReads } from './service-parts.ts';
import type { CallersKey, Services } from './services.ts';
import { post, write } from './write.ts';

export function createVideoServices(
  parts: ServiceParts,
): Pick<Services, 'createVideo' | 'updateVideo' | 'deleteVideo'> {
  return {
    createVideo: (input, key) => createVideo(parts, input, key),
    updateVideo: (video, changes) => updateVideo(parts, video, changes),
    deleteVideo: (video) => deleteVideo(parts, video),
  };
}

async function createVideo(parts: ServiceParts, input: NewVideo, key: CallersKey): Promise<Video> {
  await checkInput([...newVideoIssues(input), ...idempotencyKeyIssues(key)], artifactChecks(parts, input));
  // Only a success has consequences: the video of a failed creation is unknown.
  const video = await parts.writes.videos.create(input, post(parts, key));
  parts.invalidate.created({ ...video, progress: begun(input.targetLanguages) });
  parts.invalidate.video(video);
  return video;
}

async function updateVideo(
  { writes, call, invalidate }: ServiceParts,
  video: VideoKey,
  changes: VideoChanges,
): Promise<Video> {
  await checkInput(videoUpdateIssues(video, changes));
  return write(writes.videos.update(video, changes, call), () => invalidate.video(video));
}

async function deleteVideo({ writes, call, invalidate }: ServiceParts, video: VideoKey): Promise<void> {
  if (!canExist('Video', [video.projectId, video.videoId])) throw new NotFoundError('Video not found.');
  const deleted = writes.videos.delete(video, call).then(() => invalidate.deleted({ kind: 'Video', ...video }));
  await write(deleted, () => invalidate.video(video));
}

/** A video that was just created, before its progress is known. */
function begun(targetLanguages: readonly string[]): VideoProgress {
  const items = [...new Set(targetLanguages)].map((language) => ({
    language,
    rawPhase: PIPELINE_PHASES[0],
    rawPendingOn: 'system',
    isError: false,
    eta: null,
  }));
  return { items, malformed: [] };
}

/** One check per artifact, even if the input has it several times. */
function artifactChecks({ reads, call }: ServiceParts, input: NewVideo): Promise<readonly ValidationIssue[]>[] {
  const readable = artifactUses(input).filter(({ artifactId }) => canExist('Artifact', [artifactId]));
  return [...Map.groupBy(readable, ({ artifactId }) => artifactId)].map(async ([artifactId, uses]) => {
    const reading = await readForCheck(readUsable(reads, artifactId), call.log);
    // The service itself judges an artifact that it does not return yet.
    return reading === null || reading.found?.isJustCreated
      ? []
      : uses.flatMap((use) => artifactUseIssues(use, reading.found));
  });
}

/** A cached artifact may be from before its upload completed, so it is read once more. */
async function readUsable(reads: ServiceReads, artifactId: string): Promise<{ readonly found: Artifact | null }> {
  const reading = await reads.artifact(artifactId);
  const isCertain = !reading.isCached || (reading.found !== null && isUsable(reading.found));
  return isCertain ? reading : reads.artifactAnew(artifactId);
}
