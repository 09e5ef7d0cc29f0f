import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membersOf, type StartedProgram, startProgram } from './started-program.ts';

/** Each of the scripts that last: how it says where it listens, and what it says at the end of a graceful stop. */
const SCRIPTS = {
  start: { listens: /"url":"http:\/\/127\.0\.0\.1:(\d+)"/, stops: '"msg":"stopped"' },
  dev: { listens: /"url":"http:\/\/127\.0\.0\.1:(\d+)"/, stops: '"msg":"stopped"' },
  sandbox: { listens: /studio API +http:\/\/127\.0\.0\.1:(\d+)/, stops: 'stopped' },
} as const;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** npm ends by itself on the others, and can be given no exit code then. */
const PASSED_ON: readonly string[] = ['SIGTERM', 'SIGINT'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-npm-'));
});
afterEach(() => rm(folder, { recursive: true }));

const runScript = (script: string, env: Readonly<Record<string, string>> = {}): StartedProgram =>
  startProgram(['npm', 'run', '--silent', script], {
    env: { HOME: folder, TMPDIR: folder, PORT: '0', SANDBOX_PORT: '0', SANDBOX_STUDIO_PORT: '0', ...env },
    leadsGroup: true,
  });

async function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy() && resolve(false));
    socket.on('error', () => resolve(true));
  });
}

/** Speech that was synthesised outlives a stop on purpose; npm has files of its own. */
const leftIn = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((name) => !/^(dubbing-gateway-\d+|\.npm|node-compile-cache)$/.test(name));

for (const [script, { listens, stops }] of Object.entries(SCRIPTS)) {
  describe(`npm run ${script}`, () => {
    for (const signal of SIGNALS) {
      for (const [whom, sign] of [
        ['npm alone', 1],
        ['the whole group', -1],
      ] as const) {
        it(`ends gracefully, and leaves nothing, on ${signal} to ${whom}`, async () => {
          await using run = runScript(script);
          const [, port] = await run.written(listens);
          const group = run.child.pid!;
          process.kill(sign * group, signal);
          await expect.poll(() => membersOf(group), { interval: 50 }).toEqual([]);
          const exit = await run.ended;
          if (PASSED_ON.includes(signal) && whom === 'npm alone') expect(exit).toBe(0);
          expect(run.out()).toContain(stops);
          expect(await isRefused(Number(port))).toBe(true);
          expect(await leftIn(folder)).toEqual([]);
        });
      }
    }
  });
}
