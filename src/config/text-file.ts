import { readFileSync, statSync } from 'node:fs';

/** A file or an answer that is not UTF-8 text. The reason completes a sentence and does not repeat the content. */
class TextFileError extends Error {
  override readonly name = 'TextFileError';
  readonly reason: string;
  constructor(reason: string) {
    super(`It cannot be read: ${reason}.`);
    this.reason = reason;
  }
}

/** No file of trusted documents is as large. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * Reads every file that a setting names.
 * @throws TextFileError; the system's error
 */
export function readTextFile(path: string): string {
  const file = statSync(path);
  if (file.isDirectory()) throw new TextFileError('it is a folder');
  // Opening a pipe waits for its writer, and some devices never end.
  if (!file.isFile()) throw new TextFileError('it is not a regular file');
  if (file.size > LARGEST_BYTES) throw new TextFileError(`it has more than ${LARGEST_BYTES} bytes`);
  return decodeText(readFileSync(path));
}

const UTF_16 = 'it is in UTF-16, save it in UTF-8';

/**
 * Bytes as text. A byte order mark at the beginning is removed.
 * @throws TextFileError
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new TextFileError(UTF_16);
  // UTF-16 without a mark is recognised by the zero bytes of its ASCII characters.
  if (bytes.includes(0)) throw new TextFileError(`it holds NUL bytes: ${UTF_16}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TextFileError('it is not in UTF-8');
  }
}

/** The reason why a file cannot be read, as the end of a sentence. */
export function unreadableBecause(error: unknown): string {
  if (error instanceof TextFileError) return `: ${error.reason}`;
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
