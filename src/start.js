/*
 * The entry of `npm start`. It is not TypeScript, so that an old Node can read it and report its version. The compile cache is
 * enabled before any other file is loaded. Where it is empty, a process of its own fills it (`--compile`): what strips the
 * types stays in memory (18 MB) wherever it was needed once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Nothing has begun yet. `process/stop-requests.ts` takes the signals over.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, () => process.exit(0));

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
if (process.argv[2] !== '--compile' && isNothingCompiled()) await compile();
await import('./main.ts');

/** False where nothing can be kept. */
function isNothingCompiled() {
  const compiled = module.getCompileCacheDir();
  return compiled !== undefined && readdirSync(compiled).length === 0;
}

/** If it fails, this process compiles for itself. */
async function compile() {
  const parent = process.ppid;
  const words = [...process.execArgv, fileURLToPath(import.meta.url), '--compile'];
  const compiler = spawn(process.execPath, words, { stdio: 'inherit' });
  process.once('exit', () => compiler.kill());
  await once(compiler, 'exit').catch(() => undefined);
  // The npm that has started it has ended meanwhile (`process/stop-requests.ts`).
  if (process.env['npm_lifecycle_event'] !== undefined && process.ppid !== parent) process.exit(0);
}

/**
 * The folder of compiled code. Code there is executed, so only this user may write it. It is next to the packages,
 * never in the shared temporary folder. Null if that is not writable.
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
