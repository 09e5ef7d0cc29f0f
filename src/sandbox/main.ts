/* Runs the sandbox alone: `npm run sandbox`. The process edge: environment, flags and signals are known only here. */
import { parseArgs } from 'node:util';
import type { Sandbox } from './index.ts';

let sandbox: Sandbox | null = null;
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await sandbox?.[Symbol.asyncDispose]();
  console.log('stopped');
  process.exit(0);
}

for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, stop);

// Loading it takes a while, in which a signal counts as well.
const { startSandbox } = await import('./index.ts');

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env['SANDBOX_PORT'] ?? '4001' },
      'studio-port': { type: 'string', default: process.env['SANDBOX_STUDIO_PORT'] ?? '4002' },
      speed: { type: 'string', default: process.env['SANDBOX_SPEED'] ?? '60' },
      seed: { type: 'string', default: process.env['SANDBOX_SEED'] ?? '1' },
    },
  });
  return {
    dubbingPort: toNumber('SANDBOX_PORT', values.port, isPort),
    studioPort: toNumber('SANDBOX_STUDIO_PORT', values['studio-port'], isPort),
    speed: toNumber('SANDBOX_SPEED', values.speed, (value) => Number.isFinite(value) && value > 0),
    seed: toNumber('SANDBOX_SEED', values.seed, Number.isInteger),
  };
}

function toNumber(name: string, text: string, isAllowed: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() !== '' && isAllowed(value)) return value;
  throw new Error(`${name} is "${text}"`);
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 65_536;
}

try {
  sandbox = await startSandbox(readOptions());
} catch (error) {
  // An unknown argument, a value that is none, or a port that the system refuses.
  console.error(`The sandbox cannot start: ${error instanceof Error ? error.message : String(error)}.`);
  process.exit(1);
}

// npm passes on two of them only. The system gives a process another parent when its own has ended.
const parent = process.ppid;
const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
if (isRunByNpm) setInterval(() => process.ppid !== parent && stop(), 250).unref();

console.log(`dubbing API  ${sandbox.dubbingUrl}`);
console.log(`studio API   ${sandbox.studioUrl}`);
console.log(`API key      ${sandbox.keys.join(', ')}`);
