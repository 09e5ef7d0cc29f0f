import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { createDiskRoom, type DiskPlace } from './disk-room.ts';
import { folderPrefix, removeLeftovers } from './orphaned-files.ts';
import { TooManyUploadsError } from './too-many-uploads-error.ts';
import { fairShares, type UploadQuota } from './upload-quota.ts';

const ROOM: UploadQuota = { uploads: 16, bytes: 2 * 1024 ** 3 };

/** Where files lie from their arrival to the end of their operation: one private folder of this process. */
export interface Spool extends AsyncDisposable {
  /**
   * @param client the owner of the files, who has a fair share of the room; null where clients are not distinguished
   * @param announcedBytes as many as its sender says that will come: they must have room on the disk; 0 if it does not say
   * @throws TooManyUploadsError
   */
  open(client: string | null, announcedBytes: number): Promise<SpoolFolder>;
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
  const disk = createDiskRoom(parent);
  let made = 0;
  let folder: Promise<string> | undefined;
  await removeLeftovers(parent, log, clock);

  async function makeFolder(): Promise<string> {
    // Private by its mode (0700), and never one that another user has made: the name ends at random.
    folder ??= mkdtemp(join(parent, folderPrefix()));
    const path = join(await folder, String(made++));
    try {
      await mkdir(path);
      return path;
    } catch (error) {
      // Programs that clean the temporary folder up take what has lain there for long.
      if (!isGone(error)) throw error;
      folder = mkdtemp(join(parent, folderPrefix()));
      const again = join(await folder, String(made++));
      await mkdir(again);
      return again;
    }
  }

  async function makePlace(bytes: number): Promise<{ readonly path: string; readonly place: DiskPlace }> {
    const place = await disk.take(bytes);
    try {
      return { path: await makeFolder(), place };
    } catch (error) {
      place[Symbol.dispose]();
      folder = undefined;
      throw error;
    }
  }

  return {
    async open(client, announcedBytes) {
      const share = shareOf(client);
      // Also where there is a place, but no room for a single byte.
      if (!share.take({ uploads: 1, bytes: 1 })) throw new TooManyUploadsError();
      let reserved = 1;
      const { path, place } = await makePlace(announcedBytes).catch((error: unknown) => {
        share.giveBack({ uploads: 1, bytes: reserved });
        throw error;
      });
      let files = 0;
      return {
        nextPath: () => join(path, String(files++)),
        reserve(more) {
          if (!share.take({ bytes: more })) throw new TooManyUploadsError();
          reserved += more;
          place.use(more);
        },
        async [Symbol.asyncDispose]() {
          await rm(path, { recursive: true, force: true });
          place[Symbol.dispose]();
          share.giveBack({ uploads: 1, bytes: reserved });
        },
      };
    },
    async [Symbol.asyncDispose]() {
      const path = await folder?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
