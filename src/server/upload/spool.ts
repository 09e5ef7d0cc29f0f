import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { folderPrefix, removeLeftovers } from './orphaned-files.ts';
import { TooManyUploadsError } from './too-many-uploads-error.ts';
import { fairShares, type UploadQuota } from './upload-quota.ts';

const ROOM: UploadQuota = { uploads: 16, bytes: 2 * 1024 ** 3 };
/** About how long a place is taken. */
const RETRY_AFTER_SECONDS = 10;

/** Where files lie from their arrival to the end of their operation: one private folder of this process. */
export interface Spool extends AsyncDisposable {
  /**
   * @param client of whom the files are, to have a fair share of the room; null where clients are not told apart
   * @throws TooManyUploadsError
   */
  open(client: string | null): Promise<SpoolFolder>;
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
  readonly room?: Partial<UploadQuota> | undefined;
  readonly log: Logger;
  readonly clock: Clock;
}): Promise<Spool> {
  const { parent, log, clock } = parts;
  const shareOf = fairShares({ ...ROOM, ...parts.room });
  let made = 0;
  let folder: Promise<string> | undefined;
  await removeLeftovers(parent, log, clock);

  async function makeFolder(): Promise<string> {
    // Private by its mode (0700), and never one that another user has made: the name ends at random.
    folder ??= mkdtemp(join(parent, folderPrefix()));
    const path = join(await folder, String(made++));
    await mkdir(path);
    return path;
  }

  return {
    async open(client) {
      const share = shareOf(client);
      // Also where there is a place, but no room for a single byte.
      if (!share.take({ uploads: 1, bytes: 1 })) throw new TooManyUploadsError(RETRY_AFTER_SECONDS);
      let reserved = 1;
      const giveBack = () => share.giveBack({ uploads: 1, bytes: reserved });
      const path = await makeFolder().catch((error: unknown) => {
        giveBack();
        folder = undefined;
        throw error;
      });
      let files = 0;
      return {
        nextPath: () => join(path, String(files++)),
        reserve(more) {
          if (!share.take({ bytes: more })) throw new TooManyUploadsError(RETRY_AFTER_SECONDS);
          reserved += more;
        },
        async [Symbol.asyncDispose]() {
          await rm(path, { recursive: true, force: true });
          giveBack();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      const path = await folder?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
