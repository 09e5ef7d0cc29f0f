/*
 * The entry of `npm run dev`: the gateway, started anew at each change of its files. node's own watcher passes on SIGTERM and
 * SIGINT only, and outlives the npm that started it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstStopRequest } from './process/stop-requests.ts';

const watcher = spawn(process.execPath, ['--watch', fileURLToPath(new URL('start.js', import.meta.url))], {
  stdio: 'inherit',
});
watcher.once('exit', (code) => process.exit(code ?? 0));

await firstStopRequest(true);
watcher.kill('SIGTERM');
