import { Agent, type Dispatcher, interceptors, request } from 'undici';
import type { Clock } from '../clock.ts';
import { decodeText } from '../config/text-file.ts';
import { connectorWithoutInterim } from '../interim-answers.ts';

const PATIENCE_MS = 5000;
/** Room for some hundred keys; an issuer has two or three. */
const LARGEST_BYTES = 256 * 1024;
/** A proxy on the way has changed the form of a good answer (RFC 9110, 15.3.4). */
const TRANSFORMED = 203;
const ACCEPT = { accept: 'application/jwk-set+json, application/json' };

/**
 * Fetches an issuer's key set. A redirect is not followed: the keys would belong to another server.
 * @throws Error with the reason
 */
export async function fetchKeys(url: string, clock: Clock): Promise<string> {
  const timeout = new AbortController();
  using _timer = clock.after(PATIENCE_MS, () =>
    timeout.abort(new Error(`The address of the keys did not answer within ${PATIENCE_MS} ms.`)),
  );
  const connections = new Agent({ connect: connectorWithoutInterim({ allowH2: false }) });
  // Compression is not asked for, and some servers compress all the same.
  const dispatcher = connections.compose(interceptors.decompress({ maxSize: LARGEST_BYTES }));
  try {
    return await readKeys(await request(url, { dispatcher, headers: ACCEPT, signal: timeout.signal }));
  } finally {
    await connections.destroy();
  }
}

async function readKeys({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  if (statusCode !== 200 && statusCode !== TRANSFORMED) {
    await body.dump({ limit: LARGEST_BYTES }).catch(() => undefined);
    throw new Error(`JWT_JWKS_URL answered with status ${statusCode}.`);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LARGEST_BYTES) throw new Error('The answer of JWT_JWKS_URL is too large.');
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}
