/*
 * What `npm start` runs, and the one file that is not TypeScript: an old Node cannot read any other, and could not say so.
 * With the compile cache on before the first of the others is loaded, none of them has to be stripped of its types from the
 * second start on, and what does that (18 MB of it) is not even loaded.
 */
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `This gateway needs Node 24.12 or newer; this is Node ${process.versions.node}. ` +
      'Run npm ci, which brings its own Node 24, or install a newer Node.',
  );
  process.exit(1);
}

module.enableCompileCache();
await import('./main.ts');
