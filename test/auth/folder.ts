import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files that settings name. */
export interface Folder extends AsyncDisposable {
  /** Writes a file as JSON, unless it is a text, at once (as those do who know that it is read), and gives its path. */
  write(name: string, content: unknown): Promise<string>;
}

export async function makeFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'auth-test-'));
  return {
    async write(name, content) {
      const file = join(path, name);
      await writeFile(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content));
      await rename(`${file}.new`, file);
      return file;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
