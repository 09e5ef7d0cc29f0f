import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** The entries of processes and threads: to load them is to begin. */
const ENTRIES = ['**/main.ts', 'server/graphiql/render.ts'];

/** Loads every part, also those that only some settings ask for: node keeps all of it compiled when the process ends. */
export async function compileAll(): Promise<void> {
  for await (const file of glob('**/*.ts', { cwd: SOURCES, exclude: ENTRIES })) {
    await import(pathToFileURL(join(SOURCES, file)).href);
  }
}
