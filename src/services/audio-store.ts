import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Clock, repeat } from '../clock.ts';
import { NoRoomError } from '../errors.ts';
import { makeAudioFolder } from './audio-folder.ts';

export interface AudioStoreParts {
  /** Made if it is not there. Several gateways may share one: what is kept is found by any of them. */
  readonly folder: string;
  /** Others of this machine can write beside it: it is used only if it, and what it lies in, are this user's alone. */
  readonly isInSharedFolder?: boolean;
  /** How long a file is kept, from when it was whole. */
  readonly ttlMs: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** How many bytes the disk of a folder has room for; default: what the system says. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** WAV files, each at a name that cannot be guessed, until they expire. They outlive a restart. */
export interface AudioStore extends AsyncDisposable {
  /**
   * Room for a file of about this size that is yet to be written. It is gone when the draft is disposed of, unless it was
   * kept. The folder is made again if it has gone.
   * @throws NoRoomError if there is none, or the folder cannot be used
   */
  draft(expectedBytes?: number): Promise<AudioDraft>;
  /** Null for what has expired, and for any text that is no token of the store. */
  find(token: string): Promise<StoredAudio | null>;
}

export interface AudioDraft extends AsyncDisposable {
  readonly path: string;
  /** To be called once, when the file is whole. */
  keep(): Promise<StoredAudio>;
}

export interface StoredAudio {
  /** 256 random bits, base64url: 43 letters, digits, `-` and `_`. */
  readonly token: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Nothing else in the folder is the store's, and so nothing else is ever removed. */
const OWN_FILE = /^speech-[\w-]{43}\.wav(\.part)?$/;
/** No synthesis takes this long: a draft that was not touched for it belongs to a gateway that has died. */
const ABANDONED_MS = 60 * 60 * 1000;
/** What has expired is not found any more; its file may lie there for so much longer. */
const SWEEP_EVERY_MS = 60 * 1000;

/** Makes the folder, removes from it what has expired, and goes on to do so until it is disposed of. */
export async function startAudioStore(parts: AudioStoreParts): Promise<AudioStore> {
  const { folder, ttlMs, log, clock, freeBytes = roomOfDisk } = parts;
  const pathOf = (token: string): string => join(folder, `speech-${token}.wav`);
  // A file's time of modification is when it was kept: all that must be known of it lies beside it.
  const expiry = (mtimeMs: number): number => Math.round(mtimeMs) + ttlMs;

  await makeAudioFolder(parts);
  const sweep = (): Promise<void> => removeOutdated(folder, { ttlMs, nowMs: clock.wallTime() });
  await sweep();
  let sweeping = Promise.resolve();
  const sweeps = repeat(clock, Math.min(SWEEP_EVERY_MS, Math.max(ttlMs, 1000)), () => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => log.warn({ err: error }, 'audio store sweep failed'));
  });

  /** What the drafts that are being written may still take. */
  let promisedBytes = 0;

  async function openDraft(path: string): Promise<void> {
    const free = await freeBytes(folder).catch(async () => {
      // Somebody has cleaned up.
      await makeAudioFolder(parts);
      return freeBytes(folder);
    });
    if (free < promisedBytes) throw new Error(`${free} bytes are free, ${promisedBytes} are needed`);
    // Made here, so that nobody else can read what its writer puts in.
    await (await open(path, 'wx', 0o600)).close();
  }

  return {
    async draft(expectedBytes = 0) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const path = `${pathOf(token)}.part`;
      promisedBytes += expectedBytes;
      try {
        await openDraft(path);
      } catch (cause) {
        promisedBytes -= expectedBytes;
        throw new NoRoomError({ cause });
      }
      return {
        path,
        async keep() {
          const keptAt = new Date(clock.wallTime());
          await utimes(path, keptAt, keptAt);
          await rename(path, pathOf(token));
          const { size } = await stat(pathOf(token));
          return { token, path: pathOf(token), sizeBytes: size, expiresAtMs: expiry(keptAt.getTime()) };
        },
        // After `keep` there is nothing left under this name. What is left, the next sweep removes.
        [Symbol.asyncDispose]: async () => {
          promisedBytes -= expectedBytes;
          await rm(path, { force: true }).catch((error: unknown) => log.warn({ err: error }, 'a draft is left'));
        },
      };
    },
    async find(token) {
      if (!TOKEN.test(token)) return null;
      const path = pathOf(token);
      const file = await statIfThere(path);
      if (file === null || expiry(file.mtimeMs) <= clock.wallTime()) return null;
      return { token, path, sizeBytes: file.size, expiresAtMs: expiry(file.mtimeMs) };
    },
    async [Symbol.asyncDispose]() {
      sweeps[Symbol.dispose]();
      await sweeping;
    },
  };
}

function hasCode(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error;
}

async function roomOfDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Somebody has cleaned up: the next draft makes it again.
    if (hasCode(error) && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function removeOutdated(folder: string, { ttlMs, nowMs }: { ttlMs: number; nowMs: number }): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!OWN_FILE.test(name)) continue;
    const path = join(folder, name);
    const file = await statIfThere(path);
    const ageLimitMs = name.endsWith('.part') ? ABANDONED_MS : ttlMs;
    if (file !== null && Math.round(file.mtimeMs) + ageLimitMs <= nowMs) await rm(path, { force: true });
  }
}

/** Another gateway that shares the folder may have removed it. */
async function statIfThere(path: string): Promise<{ readonly mtimeMs: number; readonly size: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}
