import { readFileSync, statSync } from 'node:fs';

/** A file, or an answer, that is no text in UTF-8. The reason completes a sentence about it, and repeats nothing of it. */
class TextFileError extends Error {
  override readonly name = 'TextFileError';
  readonly reason: string;
  constructor(reason: string) {
    super(`It cannot be read: ${reason}.`);
    this.reason = reason;
  }
}

/** A file of trusted documents may be large; none has as much. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * The text of a file that a setting names: every one of them is read by this.
 * @throws TextFileError; what the system says
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
 * Bytes as text. A byte order mark, which some editors begin a file with, is no part of it.
 * @throws TextFileError
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new TextFileError(UTF_16);
  // Without a mark, UTF-16 shows by the other half of its ASCII characters.
  if (bytes.includes(0)) throw new TextFileError(`it holds NUL bytes: ${UTF_16}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TextFileError('it is not in UTF-8');
  }
}

/** Why a file cannot be read, as the end of a sentence. */
export function unreadableBecause(error: unknown): string {
  if (error instanceof TextFileError) return `: ${error.reason}`;
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
