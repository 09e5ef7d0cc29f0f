import { z } from 'zod';
import type { Video, VideoKey } from '../../domain/video/video.ts';
import { pathTo } from '../http/address.ts';
import { id } from '../reading/lenient.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';
import type { Writes } from '../writes.ts';
import { deletion } from '../writing/deletion.ts';
import { json, type Writer } from '../writing/writer.ts';
import { readVideoDetails } from './video.ts';
import { toNewVideo, toVideoUpdate } from './video-body.ts';

const created = z.object({ id });
const updated = z.object({ stringVariables: z.unknown().optional() });

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
          answer: { read: readCreated(input.projectId) },
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
          answer: { read: readUpdated(key) },
        },
        call,
      ),
    delete: (key, call) =>
      writer(deletion('DELETE /api/projects/{projectId}/videos/{videoId}', unversionedPathTo(key), 'deleted'), call),
  };
}

/** PATCH and DELETE of a video have no /v1 segment (interface, "Endpoints", note). Not a typo. */
function unversionedPathTo({ projectId, videoId }: VideoKey): string | null {
  return pathTo`/api/projects/${projectId}/videos/${videoId}`;
}

const readCreated =
  (projectId: string): AnswerReader<Video> =>
  (answer, note) => ({
    kind: 'Video',
    projectId,
    videoId: readAs(created, answer).id,
    details: readVideoDetails(answer, note),
  });

/** An update is answered with less than the video's own address tells (interface, PATCH). */
const readUpdated =
  ({ projectId, videoId }: VideoKey): AnswerReader<Video> =>
  (answer, note) => {
    const details = readVideoDetails(answer, note);
    const isWhole = readAs(updated, answer).stringVariables !== undefined;
    return { kind: 'Video', projectId, videoId, details, ...(!isWhole && { isJustUpdated: true }) };
  };
