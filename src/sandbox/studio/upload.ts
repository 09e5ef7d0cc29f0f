import type { IncomingMessage } from 'node:http';
import { toIso } from '../clock.ts';
import { type Answer, invalidAnswer, ok, refuse } from '../http/answer.ts';
import { type EndpointRequest, named } from '../http/endpoint-request.ts';
import { receive } from '../http/receive.ts';
import type { Route } from '../http/router.ts';
import type { OpenRequest } from '../journal.ts';
import { hashOf } from '../random.ts';
import { BUCKET, type Grant, type Grants, grantKey } from './grants.ts';

export const uploadRoutes: readonly Route[] = [
  { api: 'studio', method: 'GET', path: '/api/v1/artifacts/create', body: 'none', handle: prepare },
];

/** "typically 24 hours after generation" */
const LIFETIME_MS = 24 * 60 * 60_000;

function prepare(call: EndpointRequest): Answer {
  const fileName = call.query.get('fileName') ?? '';
  if (fileName === '') return invalidAnswer('fileName is required');
  // "the extension determines the file type"
  if (!/[^.]\.[A-Za-z0-9]+$/.test(fileName)) return invalidAnswer('fileName must have an extension');
  if (call.query.getAll('fileName').length > 1) refuse(invalidAnswer('fileName must be given once'));
  return named(call, 'create', fileName, () => ok(grant(call, fileName)));
}

function grant(call: EndpointRequest, fileName: string): Record<string, string> {
  const { world, account } = call;
  const token = `${account.number}-${world.nextNumber()}`;
  const path = `temp/${token}/${fileName}`;
  const expiresAt = world.clock.now() + LIFETIME_MS;
  // The escapes are there on purpose: the link must reach the client byte for byte.
  const signature = `${hashOf(`${token} ${fileName}`).toString(36)}%2Fq%2B7%3D`;
  const file = encodeURIComponent(fileName).replaceAll('%20', '+');
  const target = `/storage/${BUCKET}/temp/${token}/${file}?X-Expires=${expiresAt}&X-Signature=${signature}`;
  const given: Grant = { expiresAt, upload: null };
  world.grants.byTarget.set(target, given);
  world.grants.byPath.set(grantKey(account, path), given);
  return {
    s3Path: `s3://${BUCKET}/${path}`,
    presignedUploadUrl: world.urls.studio + target,
    expiresAt: toIso(expiresAt),
  };
}

/** Takes the PUT of a file. No key is asked for: the link is the permission. Nothing of the file is kept. */
export async function takeUpload(
  grants: Grants,
  message: IncomingMessage,
  request: OpenRequest,
  now: () => number,
): Promise<Answer> {
  let characters = 0;
  const isScript = /\.(srt|vtt|txt|csv|tsv|xlsx?)$/i.test(request.path);
  const { isComplete } = await receive(message, request, {
    onChunk: (chunk) => {
      if (isScript) characters += charactersIn(chunk);
    },
  });
  const given = grants.byTarget.get(message.url ?? '');
  if (given === undefined) return storageRefusal('SignatureDoesNotMatch', 'The link is not one that was given out');
  if (now() > given.expiresAt) return storageRefusal('AccessDenied', 'Request has expired');
  if (request.headers['content-type'] !== 'application/octet-stream') {
    return storageRefusal('SignatureDoesNotMatch', 'The content type must be application/octet-stream');
  }
  if (isComplete) given.upload = { size: request.bodySize, characters, at: now() };
  return {
    status: 200,
    contentType: 'text/plain',
    body: '',
    headers: { etag: `"${request.bodySha256.slice(0, 32)}"` },
  };
}

/** Code points of UTF-8, counted piece by piece. */
function charactersIn(chunk: Buffer): number {
  let count = 0;
  for (const byte of chunk) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}

/** As storage answers: XML, with 403. */
function storageRefusal(code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status: 403, contentType: 'application/xml', body };
}
