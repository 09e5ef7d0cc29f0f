/** What is known of a file once it has arrived. */
export interface UploadedFileParts {
  /** The caller's name for it: told to the service, never used as a path. */
  readonly fileName: string;
  /** Where it lies spooled on disk, as long as the operation that it came with runs. */
  readonly path: string;
  /** As much of it as has arrived; of a file that is too large, more than the largest size that is taken. */
  readonly sizeBytes: number;
  /** It went beyond the largest size that is taken: what lies at `path` is cut off. */
  readonly isTooLarge: boolean;
  /** False if it was not read, since a file before it was too large: nothing lies at `path`. Default true. */
  readonly isReceived?: boolean;
}

/**
 * A file of a multipart request: what the scalar `File` holds. A class, so that it is told by what it is and not by
 * its shape: JSON cannot forge one, and with it a path of this machine.
 */
export class UploadedFile implements UploadedFileParts {
  readonly fileName: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly isTooLarge: boolean;
  readonly isReceived: boolean;
  constructor({ fileName, path, sizeBytes, isTooLarge, isReceived = true }: UploadedFileParts) {
    this.fileName = fileName;
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.isTooLarge = isTooLarge;
    this.isReceived = isReceived;
  }
}
