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
