import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { MAX_REFERENCE_AUDIO_BYTES } from '../../domain/speech/speech-checks.ts';
import { UploadedFile } from '../../domain/speech/uploaded-file.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { type BodyPace, enforceBodyTimeouts, tooSlow } from '../request/body-timeouts.ts';
import type { Params } from '../request/params.ts';
import { MOST_FILES } from './file-map.ts';
import { takeNamelessFiles } from './nameless-files.ts';
import type { SpoolFolder } from './spool.ts';
import { TooManyUploadsError } from './too-many-uploads-error.ts';
import { LARGEST_OPERATIONS_BYTES, MOST_PARTS, UploadForm } from './upload-form.ts';

/** An operation that came with files. They are gone once it is disposed of: not before the operation has ended. */
export interface ReceivedUpload extends AsyncDisposable {
  readonly params: Params;
}

const LARGEST_FILE_BYTES = MAX_REFERENCE_AUDIO_BYTES;
/** All that can be rightful, with room for the heads of the parts. */
const LARGEST_BODY_BYTES = MOST_FILES * LARGEST_FILE_BYTES + 4 * 1024 * 1024;

/** How a body is received. */
export interface UploadBody extends BodyPace {
  /** Called for each file that has come, with its bytes. */
  readonly onFile: (bytes: number) => void;
}

/**
 * Receives a multipart request (the GraphQL multipart request specification): its files go to the spool as they come,
 * no faster than the disk takes them.
 *
 * A file that is too large ends the reading: the operation gets it as one that is, and may be answered while the rest
 * still comes. A fault of the request itself ends the reading as well.
 * @throws RefusedRequestError, TooManyUploadsError; what the system says of the disk
 */
export async function receiveUpload(
  request: IncomingMessage,
  openFolder: (announcedBytes: number) => Promise<SpoolFolder>,
  body: UploadBody,
): Promise<ReceivedUpload> {
  const parser = createParser(request);
  const folder = await openFolder(announcedBytes(request)).catch(refuseWithoutRoom);
  const remove = () => folder[Symbol.asyncDispose]();
  try {
    return { params: await readForm(request, parser, folder, body), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    return refuseWithoutRoom(error);
  }
}

/** The declared length of the body in bytes, at most the largest that is accepted. */
const announcedBytes = ({ headers }: IncomingMessage): number =>
  Math.min(Number(headers['content-length'] ?? 0), LARGEST_BODY_BYTES);

/** The disk was asked before, and others write to it as well: that it is full is no fault of the gateway's. */
function refuseWithoutRoom(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new TooManyUploadsError({ cause: error }) : error;
}

function createParser({ headers }: IncomingMessage): busboy.Busboy {
  // Each limit is met by what reaches it: the largest that is taken is one less.
  const limits = {
    fileSize: LARGEST_FILE_BYTES + 1,
    fieldSize: LARGEST_OPERATIONS_BYTES + 1,
    parts: MOST_PARTS + 1,
  };
  try {
    return takeNamelessFiles(busboy({ headers, limits, defParamCharset: 'utf8' }));
  } catch {
    throw new RefusedRequestError(400, 'The content type must be multipart/form-data with a boundary.');
  }
}

async function readForm(
  request: IncomingMessage,
  parser: busboy.Busboy,
  folder: SpoolFolder,
  body: UploadBody,
): Promise<Params> {
  const form = new UploadForm();
  const reading = createReading();
  const writing: Promise<void>[] = [];
  parser.on('field', (name, text, { valueTruncated }) =>
    reading.attempt(() => form.takeField(name, text, valueTruncated)),
  );
  parser.on('file', (name, stream, { filename = '' }) => {
    if (!reading.attempt(() => form.beginFile(name))) return discard(stream);
    stream.once('limit', () => reading.end());
    const path = folder.nextPath();
    const written = writeFile(stream, path).then((size) => {
      body.onFile(size);
      form.endFile(name, toUploadedFile(filename, path, size));
    });
    written.catch((error: unknown) => reading.end(error));
    writing.push(written);
  });
  parser.once('partsLimit', () =>
    reading.end(new RefusedRequestError(400, 'The multipart request has too many parts.')),
  );
  parser.on('error', () =>
    reading.end(new RefusedRequestError(400, 'The multipart request is malformed or incomplete.')),
  );
  parser.once('close', () => reading.end());
  const stopWatching = watch(request, reading, folder, body);
  request.pipe(parser);
  try {
    await reading.ended;
  } finally {
    stopWatching();
    // The rest is for `answer` to deal with.
    request.unpipe(parser).pause();
    parser.destroy();
    await Promise.allSettled(writing);
  }
  await Promise.all(writing);
  return form.finish();
}

/** Ends once: well, or with the first fault. The parser goes on with the rest of its input, so more events may come then. */
interface Reading {
  readonly ended: Promise<void>;
  end(error?: unknown): void;
  /** Runs a step unless it has ended; a step that throws ends it. @returns whether it goes on */
  attempt(step: () => void): boolean;
}

function createReading(): Reading {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  const end: Reading['end'] = (error) => {
    isOver = true;
    if (error === undefined) resolve();
    else reject(error);
  };
  return {
    ended: promise,
    end,
    attempt(step) {
      try {
        if (!isOver) step();
      } catch (error) {
        end(error);
      }
      return !isOver;
    },
  };
}

/** Ends the reading of a body that breaks off, is too slow, or is more than there is room for. */
function watch(request: IncomingMessage, reading: Reading, folder: SpoolFolder, body: BodyPace): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) =>
    reading.attempt(() => {
      bytes += chunk.length;
      if (bytes > LARGEST_BODY_BYTES) throw new RefusedRequestError(413, 'The multipart request is too large.');
      folder.reserve(chunk.length);
    });
  // Also where the body has come whole: what of it was not read when the caller left is lost.
  const breakOff = (): void => {
    if (!request.readableEnded) reading.end(new RefusedRequestError(400, 'The body is incomplete.'));
  };
  // The caller may have left while the folder was made.
  if (request.destroyed) breakOff();
  request.once('close', breakOff);
  request.on('data', count);
  const stopPace = enforceBodyTimeouts(request, body, () => reading.end(tooSlow()));
  return () => {
    stopPace();
    request.off('data', count);
    request.off('close', breakOff);
  };
}

/** Resolves with the size in bytes; for a file that is too large, with the limit plus one. */
async function writeFile(stream: Readable & { readonly truncated?: boolean }, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(stream, file);
  } catch (error) {
    if (!stream.truncated) throw error;
  }
  return stream.truncated ? LARGEST_FILE_BYTES + 1 : file.bytesWritten;
}

const toUploadedFile = (fileName: string, path: string, sizeBytes: number): UploadedFile =>
  new UploadedFile({
    fileName: shortenFileName(fileName),
    path,
    sizeBytes,
    isTooLarge: sizeBytes > LARGEST_FILE_BYTES,
  });

/** As much as file systems take. */
const LONGEST_FILE_NAME = 255;
const EXTENSION = /\.\w{1,10}$/;

/** The extension of a file's name is kept. */
function shortenFileName(fileName: string): string {
  if (fileName.length <= LONGEST_FILE_NAME) return fileName;
  const [extension = ''] = EXTENSION.exec(fileName) ?? [];
  return (fileName.slice(0, LONGEST_FILE_NAME - extension.length) + extension).toWellFormed();
}

function discard(stream: Readable): void {
  stream.on('error', () => {}).resume();
}
