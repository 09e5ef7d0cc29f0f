import type { IncomingMessage } from 'node:http';
import { HASH_PREFIX } from '../../config/trusted-documents.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import type { Reservation } from '../fairness/byte-shares.ts';
import { type BodyPace, tooSlow } from './body-timeouts.ts';

/** The parameters of a request (GraphQL over HTTP, "Request parameters"). */
export interface Params extends AskedDocument {
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  /** `extensions: {cost: true}`, for transports without headers. */
  readonly showsCost: boolean;
  /** `extensions: {traceparent: "…"}`, as the caller sent it. */
  readonly traceparent: unknown;
}

/** Which document is asked for. Its text is `documents.textOf(…)`, for every door. */
export interface AskedDocument {
  /** Null where it is asked for by its hash alone. */
  readonly query: string | null;
  /** The SHA-256 of its text, in hex: how trusted documents are asked for. */
  readonly hash: string | null;
}

/** Text, not files: a script of five hours has 300 KB. */
const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * Reads the parameters of a request to `/graphql`: out of the body by POST, out of the address by any other method.
 *
 * Only JSON is taken. A body that a form of a foreign page can send without asking first (a form's three types, or none)
 * is refused before it is read: it would run with the credentials that the browser adds (CSRF).
 * @throws RefusedRequestError
 */
export function readParams(request: IncomingMessage, body: BodyReading): Params | Promise<Params> {
  const isPost = request.method === 'POST';
  const contentType = request.headers['content-type'];
  if (isPost ? !isJson(contentType) : contentType !== undefined && !isJson(contentType)) {
    const message = 'The content type must be application/json in UTF-8, or multipart/form-data for files.';
    throw new RefusedRequestError(415, message, { accept: 'application/json' });
  }
  if (!isPost) return toParams(paramsOfAddress(request.url ?? ''));
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new RefusedRequestError(415, 'A compressed body is not supported.');
  }
  const whole = takeWhole(request, body);
  return whole === null ? readLong(request, body) : toParams(parseJson(whole.toString(), 'The body'));
}

/** How a body is read, and on whose account. */
export interface BodyReading extends BodyPace {
  /** The memory of the caller: grows by all that comes, and by what is made of it. */
  readonly reservation: Pick<Reservation, 'grow'>;
  /** Resolves when it is their turn to compute. */
  begin(): Promise<void> | undefined;
  /** Called when a body was read that had come with its headers. */
  onWhole(): void;
}

/** From here on parsing takes a while, and what is parsed may take much more memory than its text. */
const LARGE_BODY_BYTES = 16 * 1024;
const BYTES_OF_VALUES = 8;

/** A trimmed header. No two parts of it may take the same blanks: there can be 16 KB of them, and each way to share them would be tried. */
const JSON_CONTENT_TYPE = /^application\/json(\s*;\s*charset\s*=\s*"?utf-?8"?)?\s*;?$/i;

function isJson(contentType: string | undefined): boolean {
  return contentType === 'application/json' || JSON_CONTENT_TYPE.test(contentType?.trim() ?? '');
}

/**
 * A short body that has come with its headers, as most do: nothing of it can be late. Null for any other, of which nothing is taken.
 * @throws TooMuchHeldError
 */
function takeWhole(request: IncomingMessage, { reservation, onWhole }: BodyReading): Buffer | null {
  const { readableLength, headers } = request;
  const isWhole = readableLength > 0 && readableLength === Number(headers['content-length']);
  if (!isWhole || readableLength >= LARGE_BODY_BYTES) return null;
  reservation.grow(readableLength);
  onWhole();
  return request.read();
}

/** @throws RefusedRequestError, TooMuchHeldError */
async function readLong(request: IncomingMessage, body: BodyReading): Promise<Params> {
  const bytes = await readBody(request, body);
  if (bytes.length >= LARGE_BODY_BYTES) {
    body.reservation.grow(bytes.length * (BYTES_OF_VALUES - 1));
    await body.begin();
  }
  return toParams(parseJson(bytes.toString(), 'The body'));
}

/**
 * Nothing of it is kept, though the request is, for as long as its answer lasts.
 * @throws RefusedRequestError if it is longer than is taken, TooMuchHeldError; the rest is not read.
 */
async function readBody(request: IncomingMessage, { pace, clock, reservation }: BodyReading): Promise<Buffer> {
  const tooLarge = () =>
    new RefusedRequestError(413, `The body is larger than ${LARGEST_BODY_BYTES} bytes, the maximum.`, {
      connection: 'close',
    });
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > LARGEST_BODY_BYTES) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const listeners = {
    data(chunk: Buffer) {
      length += chunk.length;
      try {
        if (length > LARGEST_BODY_BYTES) throw tooLarge();
        reservation.grow(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        reject(error);
      }
    },
    end: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    close() {
      if (!request.readableEnded) reject(new RefusedRequestError(400, 'The body is incomplete.'));
    },
  };
  const deadline = clock.after(pace.graceMs, () => reject(tooSlow()));
  const { data, end, close } = listeners;
  request.on('data', data).on('end', end).on('close', close);
  try {
    return await promise;
  } finally {
    deadline[Symbol.dispose]();
    request.off('data', data).off('end', end).off('close', close);
  }
}

function paramsOfAddress(url: string): Record<string, unknown> {
  const search = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const json = (name: string) => {
    const text = search.get(name);
    return text ? parseJson(text, `The parameter "${name}"`) : undefined;
  };
  return {
    query: search.get('query'),
    documentId: search.get('documentId'),
    operationName: search.get('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

/**
 * The parser's own message repeats the text, so it is not used.
 * @throws RefusedRequestError
 */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedRequestError(400, `${what} is not valid JSON.`);
  }
}

/** @throws RefusedRequestError */
export function toParams(value: unknown): Params {
  if (Array.isArray(value))
    throw new RefusedRequestError(400, 'Batches are not supported. Send one operation per request.');
  if (!isObject(value)) throw new RefusedRequestError(400, 'The request must be a JSON object.');
  const { query, documentId, operationName, variables, extensions } = value;
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw new RefusedRequestError(400, 'The parameter "operationName" must be a string.');
  }
  if (!isAbsent(variables) && !isObject(variables)) {
    throw new RefusedRequestError(400, 'The parameter "variables" must be an object.');
  }
  if (!isAbsent(extensions) && !isObject(extensions)) {
    throw new RefusedRequestError(400, 'The parameter "extensions" must be an object.');
  }
  return {
    ...toAskedDocument(query, documentId ?? hashWithin(extensions)),
    operationName: operationName || undefined,
    variables: variables ?? undefined,
    showsCost: extensions?.['cost'] === true || extensions?.['cost'] === 1,
    traceparent: extensions?.['traceparent'],
  };
}

/** @throws RefusedRequestError */
function toAskedDocument(query: unknown, hash: unknown): AskedDocument {
  if (!isAbsent(query) && typeof query !== 'string') {
    throw new RefusedRequestError(400, 'The parameter "query" must be a string.');
  }
  if (!isAbsent(hash) && typeof hash !== 'string') {
    throw new RefusedRequestError(400, 'The hash of a document must be a string.');
  }
  if (isAbsent(query) && isAbsent(hash)) throw new RefusedRequestError(400, 'The parameter "query" is missing.');
  if (isAbsent(hash)) return { query: query ?? null, hash: null };
  // Clients of graphql-ws must send a text, if an empty one.
  return { query: query || null, hash: hash.replace(HASH_PREFIX, '').toLowerCase() };
}

/** Apollo's form: `{"persistedQuery": {"version": 1, "sha256Hash": "…"}}`. */
function hashWithin(extensions: Readonly<Record<string, unknown>> | null | undefined): unknown {
  const persistedQuery = extensions?.['persistedQuery'];
  return isObject(persistedQuery) ? persistedQuery['sha256Hash'] : null;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
