import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Clock, repeat } from '../clock.ts';
import { NoRoomError } from '../errors.ts';
import { makeAudioFolder } from './audio-folder.ts';

export interface AudioStoreParts {
  /** Created if missing. Several gateways may share it: each finds all files. */
  readonly folder: string;
  /** Other users can write next to it: it is used only if it and its parent belong to this user alone. */
  readonly isInSharedFolder?: boolean;
  /** How long a complete file is kept. */
  readonly ttlMs: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** How many bytes the disk of a folder has room for; default: the system's error. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** WAV files with unguessable names, until they expire. They survive a restart. */
export interface AudioStore extends AsyncDisposable {
  /**
   * A draft for a file of about this size. Disposing of the draft deletes the file unless it was kept. A missing folder
   * is created again.
   * @throws NoRoomError if the disk is full or the folder cannot be used
   */
  draft(expectedBytes?: number): Promise<AudioDraft>;
  /** Null for an expired file, and for a text that is not a token of the store. */
  find(token: string): Promise<StoredAudio | null>;
  /** Files that are kept now. */
  count(): Promise<number>;
}

export interface AudioDraft extends AsyncDisposable {
  readonly path: string;
  /** Call it once, when the file is complete. */
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
/** Other files in the folder are not the store's and are never removed. */
const OWN_FILE = /^speech-[\w-]{43}\.wav(\.part)?$/;
/** No synthesis takes this long: an older draft belongs to a gateway that has died. */
const ABANDONED_MS = 60 * 60 * 1000;
/** An expired file is not found any more, but is deleted up to this much later. */
const SWEEP_EVERY_MS = 60 * 1000;

/** Creates the folder and removes expired files until it is disposed of. */
export async function startAudioStore(parts: AudioStoreParts): Promise<AudioStore> {
  const { folder, ttlMs, log, clock, freeBytes = roomOfDisk } = parts;
  const pathOf = (token: string): string => join(folder, `speech-${token}.wav`);
  // A file's modification time is when it was kept, so no index is needed.
  const expiry = (mtimeMs: number): number => Math.round(mtimeMs) + ttlMs;

  await makeAudioFolder(parts);
  const sweep = (): Promise<void> => removeOutdated(folder, { ttlMs, nowMs: clock.wallTime() });
  await sweep();
  let sweeping = Promise.resolve();
  const sweeps = repeat(clock, Math.min(SWEEP_EVERY_MS, Math.max(ttlMs, 1000)), () => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => log.warn({ err: error }, 'audio store sweep failed'));
  });

  /** The bytes reserved for open drafts. */
  let promisedBytes = 0;

  async function openDraft(path: string): Promise<void> {
    const free = await freeBytes(folder).catch(async () => {
      // Another process has removed it.
      await makeAudioFolder(parts);
      return freeBytes(folder);
    });
    if (free < promisedBytes) throw new Error(`${free} bytes are free, ${promisedBytes} are needed`);
    // Created here, so that only this user can read it.
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
        // After `keep` this name is gone. The next sweep removes leftovers.
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
    async count() {
      const names = await namesIn(folder);
      return names.filter((name) => OWN_FILE.test(name) && !name.endsWith('.part')).length;
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
    // Another process has removed the folder. The next draft creates it again.
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
