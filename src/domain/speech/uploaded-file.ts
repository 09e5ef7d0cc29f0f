/** A file that has arrived. */
export interface UploadedFileParts {
  /** The caller's name for it: sent to the service, never used as a path. */
  readonly fileName: string;
  /** Path of the spooled file, valid while its operation runs. */
  readonly path: string;
  /** The received size. For a file that is too large, more than the maximum. */
  readonly sizeBytes: number;
  /** The file exceeds the maximum size: the file at `path` is truncated. */
  readonly isTooLarge: boolean;
  /** False if it was not read, because an earlier file was too large: `path` does not exist. Default true. */
  readonly isReceived?: boolean;
}

/**
 * A file of a multipart request, the value of the scalar `File`. It is a class, so that it is recognised by identity
 * and not by shape: JSON cannot forge one, and with it a path on this machine.
 *
 * Where another value belongs, graphql repeats in its message what stands there: what it finds of a file is this one
 * property, and the text of `toJSON`.
 */
export class UploadedFile implements UploadedFileParts {
  readonly 'an uploaded file' = true;
  readonly #parts: Required<UploadedFileParts>;

  constructor(parts: UploadedFileParts) {
    this.#parts = { isReceived: true, ...parts };
  }

  get fileName(): string {
    return this.#parts.fileName;
  }
  get path(): string {
    return this.#parts.path;
  }
  get sizeBytes(): number {
    return this.#parts.sizeBytes;
  }
  get isTooLarge(): boolean {
    return this.#parts.isTooLarge;
  }
  get isReceived(): boolean {
    return this.#parts.isReceived;
  }

  toJSON(): string {
    return '[file]';
  }
}
