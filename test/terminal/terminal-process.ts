import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Answer } from '../kit/gateway.ts';

/** `npm run watch` as a process whose output is a pipe. */
export interface TerminalProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Waits for the first line, of all that were written, that fits. */
  line(fits: (line: Answer) => boolean): Promise<Answer>;
  /** Waits until it ends. */
  exitCode(): Promise<number | null>;
  readonly errorText: () => string;
}

export function startTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): TerminalProcess {
  const child = spawn(process.execPath, ['src/terminal/main.ts', ...args], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: Answer[] = [];
  const waiting = new Set<() => void>();
  let errorText = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorText += chunk.toString();
  });
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    lines.push(JSON.parse(line));
    for (const wake of waiting) wake();
  });
  const ended = once(child, 'close');
  const noMoreLines = ended.then(() => {
    throw new Error(`The terminal has ended: ${errorText}`);
  });
  noMoreLines.catch(() => undefined);
  return {
    child,
    errorText: () => errorText,
    async line(fits) {
      for (;;) {
        const found = lines.find(fits);
        if (found !== undefined) return found;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await Promise.race([promise, noMoreLines]);
        waiting.delete(resolve);
      }
    },
    async exitCode() {
      const [code] = await ended;
      return code;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
