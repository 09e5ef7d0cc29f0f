/** A program as people start it: a process of its own, with these settings and no others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface StartedProgram extends AsyncDisposable {
  readonly child: ChildProcess;
  /** How it ended: its exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  out(): string;
  err(): string;
  /** Resolves with what follows once the program has written that. */
  written(pattern: RegExp): Promise<RegExpExecArray>;
  /** The line of the log with this message. */
  line(message: string): Promise<Record<string, unknown>>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ProgramOptions {
  /** Without the settings of the process that runs the tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Leads a group of processes, as a shell makes one for each command. */
  readonly leadsGroup?: boolean;
  readonly uid?: number;
  readonly gid?: number;
}

/** The gateway as `npm start` starts it, without npm. */
export const startGatewayProgram = (env: Readonly<Record<string, string>> = {}, options: ProgramOptions = {}) =>
  startProgram([process.execPath, `${ROOT}src/start.js`], { ...options, env });

export function startProgram([program = '', ...words]: readonly string[], options: ProgramOptions): StartedProgram {
  const { env, cwd = ROOT, leadsGroup = false, ...user } = options;
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: leadsGroup,
    ...user,
  });
  let [out, err] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  async function written(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(out);
      if (match) return match;
      const event = await Promise.race([once(child.stdout!, 'data'), ended.then(() => 'closed')]);
      if (event === 'closed' && !pattern.test(out)) throw new Error(`It ended without a word of that.\n${out}\n${err}`);
    }
  }
  return {
    child,
    ended,
    out: () => out,
    err: () => err,
    written,
    line: async (message) => JSON.parse((await written(new RegExp(`^.*"msg":"${message}".*$`, 'm')))[0]),
    async [Symbol.asyncDispose]() {
      if (leadsGroup && child.pid !== undefined) killAll(membersOf(child.pid));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** The living processes of a group, by the number of its leader. */
export function membersOf(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [state, , groupOfIt] = readStat(pid);
      return groupOfIt === String(group) && state !== 'Z';
    });
}

/** The fields of /proc about a process after its name: its state, its parent, its group. */
function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
