import { z } from 'zod';
import { canonicalInstant } from '../../domain/common/instant.ts';
import type { ArtifactUpload } from '../../domain/writes.ts';
import { type AnswerReader, readAs } from '../reading/reading.ts';

/** The upload's address is signed: it is passed on to the letter. */
const upload = z.object({
  s3Path: z.string().min(1),
  presignedUploadUrl: z.string().min(1),
  expiresAt: z.unknown().optional(),
});

/** "Typically 24 hours after generation" (INTERFACE.md, "Limits"). */
const TYPICAL_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The answer to GET /api/v1/artifacts/create. The graph has no null for its end: it is read from wherever it stands. */
export const readUpload =
  (now: () => number): AnswerReader<ArtifactUpload> =>
  (answer, note) => {
    const { s3Path, presignedUploadUrl, expiresAt } = readAs(upload, answer);
    const stated = momentOf(expiresAt);
    if (stated === null) note('expiresAt');
    const end = stated ?? signedEnd(presignedUploadUrl) ?? new Date(now() + TYPICAL_LIFETIME_MS).toISOString();
    return { s3Path, uploadUrl: presignedUploadUrl, expiresAt: end };
  };

/** A date, or a number of seconds or milliseconds since 1970. */
function momentOf(value: unknown): string | null {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return canonicalInstant(value);
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  const ms = number < 1e11 ? number * 1000 : number;
  return ms > 0 && ms < 8e15 ? new Date(ms).toISOString() : null;
}

/** When the signature of an address ends, as S3 writes it: `X-Amz-Date` and `X-Amz-Expires`, or `Expires`. */
function signedEnd(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { searchParams } = new URL(url);
  const begin = searchParams.get('X-Amz-Date')?.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  const beginMs = begin === undefined ? Number.NaN : Date.parse(begin);
  const endMs = beginMs + Number(searchParams.get('X-Amz-Expires') ?? Number.NaN) * 1000;
  return Number.isNaN(endMs) ? momentOf(searchParams.get('Expires')) : momentOf(endMs);
}
