import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { RequestBodyError } from '../http/exchange-error.ts';
import type { Content } from './writer.ts';

export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A file on disk, which is read anew each time that the form is sent. */
export interface FormFile {
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * A multipart/form-data body of known length, never whole in memory. Each stream of it has the same bytes. Values go out
 * as they are: a form's usual encoders turn LF into CRLF.
 */
export function multipart(fields: readonly FormField[], files: readonly FormFile[]): Content {
  const boundary = `dubbing-gateway-${randomBytes(24).toString('hex')}`;
  const parts: Part[] = [
    ...fields.map(({ name, value }) => Buffer.from(`${partHead(boundary, name)}\r\n${value}\r\n`)),
    ...files.flatMap((file) => [Buffer.from(fileHead(boundary, file)), file, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  const length = parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.sizeBytes), 0);
  return {
    headers: [...['content-type', `multipart/form-data; boundary=${boundary}`], ...['content-length', String(length)]],
    body: () => Readable.from(bytesOf(parts), { objectMode: false }),
  };
}

type Part = Buffer | FormFile;

async function* bytesOf(parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* fileBytes(part);
  }
}

async function* fileBytes({ path, sizeBytes }: FormFile): AsyncGenerator<Buffer> {
  const file: AsyncIterable<Buffer> = createReadStream(path);
  let bytes = 0;
  try {
    for await (const chunk of file) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    throw new RequestBodyError('a spooled file cannot be read', { cause });
  }
  if (bytes !== sizeBytes) throw new RequestBodyError('a spooled file does not have its declared size');
}

function partHead(boundary: string, name: string, more = ''): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
}

function fileHead(boundary: string, { name, fileName, contentType }: FormFile): string {
  const head = partHead(boundary, name, `; filename="${quotable(fileName)}"`);
  return `${head}Content-Type: ${contentType}\r\n\r\n`;
}

/**
 * As browsers write a file's name (the HTML standard, "Multipart form data"): UTF-8, with what would end the quoted text
 * or the line percent-encoded. The same for other control characters, and for the backslash, by which some readers escape.
 */
function quotable(fileName: string): string {
  return fileName.toWellFormed().replace(/[\p{Cc}"\\]/gu, encodeURIComponent);
}
