import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Dispatcher } from 'undici';

/** More than two hours of speech; a larger answer would fill the gateway's disk. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** A file that the body of an answer goes to as it comes: no faster than the disk takes it. */
export class AnswerFile {
  readonly #stream: WriteStream;

  /** @param onError what to do when the disk fails; after it, nothing more is written. */
  constructor(path: string, onError: (error: Error) => void) {
    this.#stream = createWriteStream(path, { mode: 0o600 });
    this.#stream.on('error', onError);
  }

  write(chunk: Buffer, source: Dispatcher.DispatchController): void {
    if (this.#stream.write(chunk)) return;
    source.pause();
    this.#stream.once('drain', () => source.resume());
  }

  /** Settles once everything is written. */
  close(): Promise<void> {
    this.#stream.end();
    return finished(this.#stream);
  }

  /** Settles once nothing will be written any more: another try may then write the same file from its beginning. */
  discard(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#stream.closed) resolve();
    else this.#stream.once('close', () => resolve());
    this.#stream.destroy();
    return promise;
  }
}
