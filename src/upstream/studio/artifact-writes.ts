import { z } from 'zod';
import type { ArtifactFragment, ArtifactUpload, NewArtifact } from '../../domain/writes.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';
import type { Writes } from '../writes.ts';
import { json, type Writer } from '../writing/writer.ts';
import { readArtifact } from './artifact.ts';

/** The upload's address is signed: it is passed on to the letter. */
const upload = z
  .object({ s3Path: z.string().min(1), presignedUploadUrl: z.string().min(1), expiresAt: z.string().min(1) })
  .transform(({ s3Path, presignedUploadUrl, expiresAt }): ArtifactUpload => {
    return { s3Path, uploadUrl: presignedUploadUrl, expiresAt };
  });
const readUpload: AnswerReader<ArtifactUpload> = (answer) => readAs(upload, answer);

export function createArtifactWrites(writer: Writer): Writes['artifacts'] {
  return {
    requestUpload: (fileName, call) =>
      writer(
        {
          method: 'GET',
          endpoint: 'GET /api/v1/artifacts/create',
          path: '/api/v1/artifacts/create',
          query: `?fileName=${encodeURIComponent(fileName)}`,
          isHarmless: true,
          answer: { read: readUpload },
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
          answer: { read: readArtifact },
        },
        call,
      ),
  };
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
