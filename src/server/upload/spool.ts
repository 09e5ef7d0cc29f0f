import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { folderPrefix, removeLeftovers } from './leftovers.ts';
import { TooManyUploadsError } from './too-many-uploads-error.ts';

/** How much may lie in the spool at once. */
export interface SpoolLimits {
  /** Requests with files: those that are being received, and those whose operations run. */
  readonly uploads: number;
  readonly bytes: number;
}

const LIMITS: SpoolLimits = { uploads: 16, bytes: 2 * 1024 ** 3 };
/** About how long a place is taken. */
const RETRY_AFTER_SECONDS = 10;

/** Where files lie from their arrival to the end of their operation: one private folder of this process. */
export interface Spool extends AsyncDisposable {
  /** @throws TooManyUploadsError */
  open(): Promise<SpoolFolder>;
}

/** The files of one request; all of them are gone once it is disposed of. */
export interface SpoolFolder extends AsyncDisposable {
  /** A path for a file, which has nothing of what its sender calls it. */
  nextPath(): string;
  /**
   * To be called for all that is received, before it is written.
   * @throws TooManyUploadsError
   */
  reserve(bytes: number): void;
}

/** Removes what dead processes have left behind. Its own folder is made for the first upload. */
export async function startSpool(parts: {
  /** A folder of this machine's own, which may be anybody's, such as the system's temporary one. */
  readonly parent: string;
  readonly limits?: Partial<SpoolLimits> | undefined;
  readonly log: Logger;
}): Promise<Spool> {
  const { parent, log } = parts;
  const limits = { ...LIMITS, ...parts.limits };
  let uploads = 0;
  let bytes = 0;
  let made = 0;
  let folder: Promise<string> | undefined;
  await removeLeftovers(parent, log);

  async function makeFolder(): Promise<string> {
    // Private by its mode (0700), and never one that another user has made: the name ends at random.
    folder ??= mkdtemp(join(parent, folderPrefix()));
    const path = join(await folder, String(made++));
    await mkdir(path);
    return path;
  }

  return {
    async open() {
      if (uploads >= limits.uploads || bytes >= limits.bytes) throw new TooManyUploadsError(RETRY_AFTER_SECONDS);
      uploads += 1;
      let reserved = 0;
      const path = await makeFolder().catch((error: unknown) => {
        uploads -= 1;
        folder = undefined;
        throw error;
      });
      let files = 0;
      return {
        nextPath: () => join(path, String(files++)),
        reserve(more) {
          if (bytes + more > limits.bytes) throw new TooManyUploadsError(RETRY_AFTER_SECONDS);
          bytes += more;
          reserved += more;
        },
        async [Symbol.asyncDispose]() {
          await rm(path, { recursive: true, force: true });
          uploads -= 1;
          bytes -= reserved;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      const path = await folder?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
