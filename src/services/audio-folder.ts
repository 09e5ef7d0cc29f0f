import { access, constants, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

/** The folder of the audio store cannot be created or does not belong to this user. The message is for the operator. */
export class UnusableFolderError extends Error {
  override readonly name = 'UnusableFolderError';
}

/**
 * Creates the folder of the audio store if it is missing.
 * @param folder.isInSharedFolder other users can write next to it: it is used only if it and its parent belong to this
 * user alone, because its file names are secret
 * @throws UnusableFolderError
 */
export async function makeAudioFolder(parts: {
  readonly folder: string;
  readonly isInSharedFolder?: boolean;
  readonly log: Logger;
}): Promise<void> {
  const { folder, isInSharedFolder = false, log } = parts;
  try {
    if (isInSharedFolder) await makePrivateFolder(dirname(folder));
    if (isInSharedFolder) await makePrivateFolder(folder);
    else await makeChosenFolder(folder, log);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = hasCode(cause) ? ` (${cause.code})` : '';
    const why = cause instanceof UnfitFolderError ? `: ${cause.message}` : code;
    throw new UnusableFolderError(
      `AUDIO_STORE: the folder ${folder} cannot be used${why}. Set it to a writable folder.`,
      {
        cause,
      },
    );
  }
}

/** The existing path is not usable. The message is the end of a sentence. */
class UnfitFolderError extends Error {
  override readonly name = 'UnfitFolderError';
}

/** An operator may share a folder between gateways of several users. Others who can read it are logged. */
async function makeChosenFolder(folder: string, log: Logger): Promise<void> {
  await makeWithParents(folder);
  const found = await stat(folder);
  if (!found.isDirectory()) throw new UnfitFolderError('it is not a folder');
  if (isOpenToOthers(found)) log.warn({ folder }, 'other users of this machine can see the folder of AUDIO_STORE');
}

async function makePrivateFolder(folder: string): Promise<void> {
  await makeWithParents(folder);
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new UnfitFolderError(`${folder} is not a folder`);
  const uid = process.getuid?.() ?? found.uid;
  if (found.uid !== uid) throw new UnfitFolderError(`${folder} belongs to user ${found.uid}, this is user ${uid}`);
  if (isOpenToOthers(found)) throw new UnfitFolderError(`${folder} is open to other users (${modeOf(found)})`);
}

interface Owned {
  readonly mode: number;
}

const isOpenToOthers = ({ mode }: Owned): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0;

const modeOf = ({ mode }: Owned): string => `mode ${(mode & 0o777).toString(8)}`;

/** Without `recursive`, which never ends below /proc, where the system denies existing folders. */
async function makeWithParents(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error) && error.code === 'EEXIST') return;
    const parent = dirname(folder);
    if (!hasCode(error) || error.code !== 'ENOENT' || parent === folder) throw error;
    await makeWithParents(parent);
    await mkdir(folder, { mode: 0o700 });
  }
}

function hasCode(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error;
}
