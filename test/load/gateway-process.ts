/** The gateway as it runs in production: a process of its own, measured from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { Counts, Question } from './inside.ts';

export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Resident memory: what the system has given the process, whatever is free within it. */
  residentMb(): number;
  /** The most that it ever was. */
  peakResidentMb(): number;
  /** Sockets, files and pipes that it holds. */
  openFiles(): number;
  /** The CPU time of all its threads. */
  cpuMs(): number;
  isAlive(): boolean;
  /** All that it wrote beside the lines of the log, such as Node's warnings, and its lines of level `error` and above. */
  readonly complaints: readonly string[];
  /** The names of the files that lie in its temporary folder, audio that it keeps excepted. */
  spooledFiles(): Promise<string[]>;
  /** The live part of its heap, and the count of each kind; where `looksInside`. The second keeps it busy for some seconds. */
  heapMb(): Promise<number>;
  counts(): Promise<Counts>;
}

export interface GatewayProcessOptions {
  /** The service that it asks. */
  readonly service: Pick<Sandbox, 'dubbingUrl' | 'studioUrl'>;
  readonly env?: Readonly<Record<string, string>>;
  /** Its working directory, without a file `.env`, and its temporary folder; by default one of its own. */
  readonly folder?: string;
  /** Options of node, after those of `npm start`. */
  readonly nodeOptions?: readonly string[];
  /** The only processor that it may use. */
  readonly cpu?: number;
  readonly looksInside?: boolean;
  /** Each line that it writes. */
  readonly onLine?: (line: string) => void;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSIDE = new URL('inside.ts', import.meta.url).href;
const START_MS = 20_000;
/** Words on standard error that looking inside brings. */
const EXPECTED = /v8\.queryObjects\(\) is an experimental feature|^\(Use `node --trace-warnings/;
/** As many complaints as anybody reads. */
const MOST_COMPLAINTS = 100;

/** A temporary folder that nobody else writes to. */
export async function makeFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'gateway-under-load-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts what `npm start` starts, without npm, and resolves once it listens. Disposing stops it by SIGTERM. */
export async function startGatewayProcess(options: GatewayProcessOptions): Promise<GatewayProcess> {
  await using started = new AsyncDisposableStack();
  const folder = options.folder ?? started.use(await makeFolder()).path;
  const [program, ...words] = commandOf(options);
  const child = spawn(program, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      TMPDIR: folder,
      PORT: '0',
      AUTH_MODE: 'open',
      DUBBING_API_URL: options.service.dubbingUrl,
      STUDIO_API_URL: options.service.studioUrl,
      DUBBING_API_KEY: 'sandbox-key',
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      ...startCommand().env,
      ...options.env,
    },
    stdio: options.looksInside ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  started.defer(() => stop(child));
  const complaints: string[] = [];
  const url = await addressOf(child, complaints, options.onLine);
  const running = started.move();
  const proc = `/proc/${child.pid}`;

  return {
    url,
    port: Number(new URL(url).port),
    complaints,
    residentMb: () => statusMb(proc, 'VmRSS'),
    peakResidentMb: () => statusMb(proc, 'VmHWM'),
    openFiles: () => readdirSync(`${proc}/fd`).length,
    cpuMs: () => cpuMs(proc),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async spooledFiles() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('audio')).map(({ name }) => name);
    },
    heapMb: () => askInside(child, 'heapMb'),
    counts: () => askInside(child, 'counts'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The program, and what it is given. */
function commandOf({ nodeOptions = [], cpu, looksInside = false }: GatewayProcessOptions): [string, ...string[]] {
  const { options, file } = startCommand();
  const inside = looksInside ? ['--import', INSIDE] : [];
  const pinned = cpu === undefined ? [] : ['taskset', '--cpu-list', String(cpu)];
  const [program = process.execPath, ...words] = [
    ...pinned,
    process.execPath,
    ...options,
    ...nodeOptions,
    ...inside,
    file,
  ];
  return [program, ...words];
}

interface StartCommand {
  readonly env: Readonly<Record<string, string>>;
  /** Of node. */
  readonly options: readonly string[];
  readonly file: string;
}

/** The command of `npm start`: `NAME=value … exec node`, options, and the file. */
function startCommand(): StartCommand {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const words: string[] = scripts.start.split(' ');
  const execAt = words.indexOf('exec');
  const [node, ...rest] = words.slice(execAt + 1);
  const file = rest.pop();
  if (execAt < 0 || node !== 'node' || file === undefined) {
    throw new Error(`npm start is not understood: ${scripts.start}`);
  }
  const env = Object.fromEntries(words.slice(0, execAt).map((word) => word.split('=') as [string, string]));
  return { env, options: rest, file: join(ROOT, file) };
}

/** Reads what it writes from now on: a pipe that nobody reads would stop it. */
function addressOf(
  child: ChildProcess,
  complaints: string[],
  onLine: (line: string) => void = () => {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const complain = (line: string): void => {
    if (complaints.length < MOST_COMPLAINTS) complaints.push(line);
  };
  const read = (line: string): void => {
    onLine(line);
    if (EXPECTED.test(line)) return;
    if (!line.startsWith('{') || /"level":"(error|fatal)"/.test(line)) complain(line);
    else if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).url);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', read);
  child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}: ${complaints.join('\n')}`)));
  const deadline = setTimeout(() => reject(new Error('The gateway does not listen.')), START_MS);
  return promise.finally(() => clearTimeout(deadline));
}

async function askInside(child: ChildProcess, question: Question) {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_MS);
  await ended;
  clearTimeout(deadline);
}

function statusMb(proc: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`${proc}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** To the nanosecond, unlike `/proc/<pid>/stat`, which counts hundredths of a second. */
function cpuMs(proc: string): number {
  const threads = readdirSync(`${proc}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`${proc}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
