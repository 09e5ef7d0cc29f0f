import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from './read-arguments.ts';

/** Beside the files of a kit: the hash of each as it was written, by which a later change of the front end shows. */
const MANIFEST = 'kit.json';

interface Manifest {
  readonly files: Readonly<Record<string, string>>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Writes all files or none.
 * @returns the paths of the files that are new or different, and of those that no longer belong to the kit
 * @throws CommandError if a file was changed since it was written, or was never written by this command
 */
export async function writeKit(
  folder: string,
  files: ReadonlyMap<string, string>,
  isForced: boolean,
): Promise<{ readonly written: string[]; readonly removed: string[] }> {
  const manifest = await readManifest(folder);
  const paths = [...new Set([...files.keys(), ...Object.keys(manifest.files)])];
  const present = new Map<string, string>();
  for (const path of paths) {
    const text = await read(join(folder, path));
    if (text !== null) present.set(path, text);
  }
  const isForeign = (path: string, text: string) => text !== files.get(path) && hashOf(text) !== manifest.files[path];
  const foreign = [...present].filter(([path, text]) => isForeign(path, text)).map(([path]) => path);
  if (foreign.length > 0 && !isForced) {
    throw new CommandError(
      `These files in ${folder} were changed or are not of a kit: ${foreign.join(', ')}. Nothing was written. Add --force to replace them.`,
    );
  }
  const removed = [...present.keys()].filter((path) => !files.has(path));
  const written = [...files.keys()].filter((path) => present.get(path) !== files.get(path));
  for (const path of written) await write(join(folder, path), files.get(path) ?? '');
  for (const path of removed) await rm(join(folder, path));
  const hashes = Object.fromEntries([...files].map(([path, text]) => [path, hashOf(text)]));
  await write(join(folder, MANIFEST), `${JSON.stringify({ files: hashes } satisfies Manifest, null, 2)}\n`);
  return { written, removed };
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await read(join(folder, MANIFEST));
  if (text === null) return { files: {} };
  try {
    const value = JSON.parse(text) as Partial<Manifest>;
    return { files: value.files ?? {} };
  } catch {
    throw new CommandError(`The file ${MANIFEST} in ${folder} is not JSON. Remove it, and add --force.`);
  }
}

/** Null if there is no such file. */
async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
