import type { Video, VideoDetails, VideoKey } from '../../domain/video/video.ts';
import { pathTo } from '../http/address.ts';
import type { AnswerReader } from '../reading/reading.ts';
import { property } from '../refusal/words.ts';
import type { Writes } from '../writes.ts';
import { deletion } from '../writing/deletion.ts';
import { json, type Writer } from '../writing/writer.ts';
import { readVideoDetails, readVideoId } from './video.ts';
import { toNewVideo, toVideoUpdate } from './video-body.ts';

export function createVideoWrites(writer: Writer): Writes['videos'] {
  return {
    create: (input, call) =>
      writer(
        {
          method: 'POST',
          endpoint: 'POST /api/v1/projects/{projectId}/videos/create',
          path: pathTo`/api/v1/projects/${input.projectId}/videos/create`,
          idempotencyKey: call.idempotencyKey,
          content: json(toNewVideo(input)),
          answer: { read: readCreated(input.projectId), saysDone: isVideo },
        },
        call,
      ),
    update: (key, changes, call) =>
      writer(
        {
          method: 'PATCH',
          endpoint: 'PATCH /api/projects/{projectId}/videos/{videoId}',
          path: unversionedPathTo(key),
          content: json(toVideoUpdate(changes)),
          answer: { read: readUpdated(key), readNothing: () => justUpdated(key, null) },
        },
        call,
      ),
    delete: (key, call) =>
      writer(deletion('DELETE /api/projects/{projectId}/videos/{videoId}', unversionedPathTo(key)), call),
  };
}

/**
 * PATCH and DELETE of a video have no /v1 segment (INTERFACE.md, "PATCH /api/projects/{projectId}/videos/{videoId}").
 * Not a typo.
 */
function unversionedPathTo({ projectId, videoId }: VideoKey): string | null {
  return pathTo`/api/projects/${projectId}/videos/${videoId}`;
}

/** A thing with an id and a status is no error, whatever else stands in it. */
function isVideo(answer: unknown): boolean {
  return property(answer, 'id') !== undefined && property(answer, 'status') !== undefined;
}

const readCreated =
  (projectId: string): AnswerReader<Video> =>
  (answer, note) => ({
    kind: 'Video',
    projectId,
    videoId: readVideoId(answer),
    details: readVideoDetails(answer, note),
  });

/**
 * The answer to an update has fewer fields than that of the video's own address (INTERFACE.md, "PATCH
 * /api/projects/{projectId}/videos/{videoId}"). An answer with even fewer fields, such as `{success: true}`, holds nothing
 * about the video.
 */
const readUpdated =
  (key: VideoKey): AnswerReader<Video> =>
  (answer, note) => {
    const isDocumented = isVideo(answer) && property(answer, 'dstLangs') !== undefined;
    const isWhole = isDocumented && property(answer, 'stringVariables') !== undefined;
    const details = isDocumented ? readVideoDetails(answer, note) : null;
    const { projectId, videoId } = key;
    return isWhole ? { kind: 'Video', projectId, videoId, details } : justUpdated(key, details);
  };

function justUpdated({ projectId, videoId }: VideoKey, details: VideoDetails | null): Video {
  return { kind: 'Video', projectId, videoId, details, isJustUpdated: true };
}
