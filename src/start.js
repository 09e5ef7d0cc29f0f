/*
 * What `npm start` runs, and the one file that is not TypeScript: an old Node cannot read any other, and could not say so.
 * With the compile cache on before the first of the others is loaded, none of them has to be stripped of its types from the
 * second start on, and what does that (18 MB of it) is not even loaded.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `This gateway needs Node 24.12 or newer; this is Node ${process.versions.node}. ` +
      'Run npm ci, which brings its own Node 24, or install a newer Node.',
  );
  process.exit(1);
}

const folder = ownFolder();
if (folder !== null) module.enableCompileCache(folder);
await import('./main.ts');

/**
 * Where compiled code is kept: it is run as it lies there, so that nobody else may have written it. Beside the packages, whose
 * code is run as well; never in the temporary folder of the system, which is anybody's. Null where that cannot be.
 */
function ownFolder() {
  const path = fileURLToPath(new URL('../node_modules/.cache/dubbing-gateway', import.meta.url));
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(path);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isOwn ? path : null;
  } catch {
    return null;
  }
}
