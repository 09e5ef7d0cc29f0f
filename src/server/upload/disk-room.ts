import { statfs } from 'node:fs/promises';
import { TooManyUploadsError } from './too-many-uploads-error.ts';

/** Bytes on the disk that are meant for one upload. */
export interface DiskPlace extends Disposable {
  /** To be called for what is written: it is on the disk now, and not still to come. */
  use(bytes: number): void;
}

/** The room of a disk, which other programs use as well: it is asked each time, and what is still to come is counted. */
export interface DiskRoom {
  /** @throws TooManyUploadsError where there is not so much beside what others were promised */
  take(bytes: number): Promise<DiskPlace>;
}

export function createDiskRoom(folder: string): DiskRoom {
  let promised = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function take(bytes: number): Promise<DiskPlace> {
    if (promised + bytes > (await freeBytes(folder))) throw new TooManyUploadsError();
    promised += bytes;
    let left = bytes;
    const use = (used: number) => {
      const less = Math.min(used, left);
      left -= less;
      promised -= less;
    };
    return { use, [Symbol.dispose]: () => use(left) };
  }

  return {
    // One after the other: two that ask at once would both find the room that is there for one.
    take(bytes) {
      const taken = last.then(() => take(bytes));
      last = taken.catch(() => undefined);
      return taken;
    },
  };
}

/** A system that cannot say it has room until it has not. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
