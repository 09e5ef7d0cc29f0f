import type { Clock } from '../../clock.ts';
import type { ArtifactFragment, NewArtifact } from '../../domain/writes.ts';
import { property } from '../refusal/words.ts';
import type { Writes } from '../writes.ts';
import { json, type Writer } from '../writing/writer.ts';
import { readCreatedArtifact } from './artifact.ts';
import { readUpload } from './artifact-upload.ts';

export function createArtifactWrites(writer: Writer, clock: Pick<Clock, 'wallTime'>): Writes['artifacts'] {
  return {
    requestUpload: (fileName, call) =>
      writer(
        {
          method: 'GET',
          endpoint: 'GET /api/v1/artifacts/create',
          path: '/api/v1/artifacts/create',
          query: `?fileName=${encodeURIComponent(fileName)}`,
          isHarmless: true,
          answer: { read: readUpload(clock.wallTime) },
        },
        call,
      ),
    create: (input, call) =>
      writer(
        {
          method: 'POST',
          endpoint: 'POST /api/v1/artifacts/create',
          path: '/api/v1/artifacts/create',
          idempotencyKey: call.idempotencyKey,
          content: json(toNewArtifact(input)),
          answer: { read: readCreatedArtifact, saysDone: isArtifact },
        },
        call,
      ),
  };
}

/** A thing with an id and a status is no error, whatever else stands in it. */
function isArtifact(answer: unknown): boolean {
  return property(answer, 'id') !== undefined && property(answer, 'status') !== undefined;
}

function toNewArtifact({ name, type, source }: NewArtifact): object {
  switch (source.kind) {
    case 's3Path':
      return { name, type, s3Path: source.s3Path };
    case 'url':
      return { name, type, url: source.url };
    case 'fragments':
      return { name, type, fragments: source.fragments.map(toFragment) };
  }
}

function toFragment({ location, startTimeSeconds }: ArtifactFragment): object {
  const startTime = startTimeSeconds;
  return location.kind === 'url' ? { url: location.url, startTime } : { s3Path: location.s3Path, startTime };
}
