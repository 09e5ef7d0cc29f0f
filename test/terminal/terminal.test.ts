import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/sandbox/clock.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { startGateway } from '../kit/gateway.ts';
import { startTerminal } from './terminal-process.ts';

/** Within it the seeded project is done; after it, it runs anew. */
const LONG_ENOUGH_MS = 25 * 60_000;
const LOOKS_OFTEN = {
  WATCH_MIN_INTERVAL_MS: '50',
  WATCH_MAX_INTERVAL_MS: '100',
  QUOTA_PER_MINUTE: '0',
  QUOTA_PER_DAY: '0',
};

describe('npm run watch over a pipe', () => {
  it('writes one line of JSON for each update, and ends with 0 once every job is done', async () => {
    const clock = createManualClock();
    await using gateway = await startGateway({ env: LOOKS_OFTEN, sandbox: { clock } });
    await using terminal = startTerminal(['--url', gateway.url, 'DubbingProject:1004']);
    const first = await terminal.line(({ event }) => event === 'job');
    expect(first).toMatchObject({ id: 'DubbingProject:1004', state: 'RUNNING', freshness: 'LIVE', isFinal: false });
    expect(first.estimatedAt).toMatch(/^\d{4}-.*Z$/);
    clock.advance(LONG_ENOUGH_MS);
    const last = await terminal.line(({ event, isFinal }) => event === 'job' && isFinal);
    expect(last).toMatchObject({ id: 'DubbingProject:1004', state: 'DONE' });
    expect(await terminal.exitCode()).toBe(0);
  });

  it('names an id that is unknown, watches the others, and ends with 1', async () => {
    await using gateway = await startGateway();
    await using terminal = startTerminal(['--url', gateway.url, 'DubbingProject:nothing', 'DubbingProject:1001']);
    await terminal.line(({ event, message }) => event === 'error' && /dubbing project/i.test(message));
    await terminal.line(({ event, id, isFinal }) => event === 'job' && id === 'DubbingProject:1001' && isFinal);
    expect(await terminal.exitCode()).toBe(1);
  });

  it('shows every dubbing project that moves where no id is given, and no other', async () => {
    await using gateway = await startGateway();
    await using terminal = startTerminal(['--url', gateway.url]);
    const { id, state } = await terminal.line(({ event }) => event === 'job');
    expect({ id, state }).toEqual({ id: 'DubbingProject:1004', state: 'RUNNING' });
    terminal.child.kill('SIGINT');
    expect(await terminal.exitCode()).toBe(0);
  });

  it('comes back by itself when the gateway is started anew, and says that the connection was lost', async () => {
    const first = await startGateway();
    const { port } = new URL(first.url);
    await using terminal = startTerminal(['--url', first.url, 'DubbingProject:1004']);
    await terminal.line(({ event }) => event === 'job');
    await first[Symbol.asyncDispose]();
    const lost = await terminal.line(({ connection }) => connection?.is === 'lost');
    await using second = await startGateway({ env: { PORT: port } });
    expect(second.url).toBe(first.url);
    const again = await terminal.line(({ event, time }) => event === 'job' && time > lost.time);
    expect(again).toMatchObject({ id: 'DubbingProject:1004', state: 'RUNNING' });
  });

  it('gives up on a token that the gateway refuses, and says so', async () => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    await using refused = startTerminal(['--url', gateway.url, '--token', 'wrong', 'DubbingProject:1004']);
    expect(await refused.exitCode()).toBe(1);
    expect(refused.errorText()).toContain('The gateway refuses the connection');
    await using accepted = startTerminal(['--url', gateway.url, 'DubbingProject:1004'], {
      DUBBING_GATEWAY_TOKEN: web.token,
    });
    await accepted.line(({ event }) => event === 'job');
  });

  it('explains itself', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['src/terminal/main.ts', '--help']);
    expect(stdout).toMatch(/^Usage: npm run watch /);
  });

  it('explains arguments that it cannot use', async () => {
    await using terminal = startTerminal(['--url', 'nowhere']);
    expect(await terminal.exitCode()).toBe(2);
    expect(terminal.errorText()).toContain('--url is not an http or ws address: nowhere');
    expect(terminal.errorText()).toContain('Usage:');
  });
});
