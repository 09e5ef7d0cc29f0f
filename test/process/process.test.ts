import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type StartedProgram, startGatewayProgram, startProgram } from './started-program.ts';

const SANDBOX = fileURLToPath(new URL('../../src/sandbox/main.ts', import.meta.url));

const started = new Set<StartedProgram>();
afterEach(async () => {
  for (const program of started) await program[Symbol.asyncDispose]();
  started.clear();
});

function run(env: Record<string, string>): StartedProgram {
  const program = startGatewayProgram(env);
  started.add(program);
  return program;
}

describe('the process', () => {
  it('stops also when the reader of its log has left', async () => {
    const { child, ended, line } = run({ PORT: '0' });
    await line('listening');
    child.stdout!.destroy();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it.each(['/proc/nope', '/dev/null/audio'])('names a folder that it cannot keep speech in (%s)', async (folder) => {
    const { ended, err } = run({ PORT: '0', AUDIO_STORE: folder });
    expect(await ended).toBe(1);
    expect(err()).toMatch(/^AUDIO_STORE: the folder \S+ cannot be used \(E[A-Z]+\)\. [^\n]+\n$/);
  });

  it('names what is wrong with its settings and ends with 1', async () => {
    const { ended, out, err } = run({ PORT: 'x', AUTH_MODE: 'closed', DUBBING_API_KEY: 'not a key' });
    expect(await ended).toBe(1);
    expect(err()).toMatch(
      /^The configuration cannot be used:\n {2}- PORT must .*\n {2}- DUBBING_API_KEY must .*\n {2}- AUTH_MODE is .*\n$/,
    );
    expect(err()).not.toContain('not a key');
    expect(out()).toBe('');
  });

  it('names what is wrong with its trusted documents and ends with 1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-documents-'));
    const file = join(folder, 'documents.json');
    const text = 'query Q { balance { minuten } }';
    await writeFile(file, JSON.stringify({ [createHash('sha256').update(text).digest('hex')]: text }));
    const { ended, err } = run({ PORT: '0', TRUSTED_DOCUMENTS: file });
    expect(await ended).toBe(1);
    expect(err()).toMatch(
      /^TRUSTED_DOCUMENTS has invalid documents:\n {2}- [0-9a-f]{64} \(query Q [^\n]+\): Cannot query field "minuten"[^\n]+\n$/,
    );
    await rm(folder, { recursive: true });
  });

  it('says in one sentence that its port is taken, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { ended, err } = run({ PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await ended).toBe(1);
    expect(err()).toBe(`Port ${port} of 127.0.0.1 is in use by another program. Set PORT to a free port.\n`);
    const metrics = run({ PORT: '0', METRICS_PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await metrics.ended).toBe(1);
    expect(metrics.err()).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Set METRICS_PORT to a free port.\n`,
    );
    other.close();
  });

  it('says in one sentence that its folder is gone, and ends with 1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-gone-'));
    const start = fileURLToPath(new URL('../../src/start.js', import.meta.url));
    const words = ['-c', 'rmdir "$PWD" && exec "$0" "$1"', process.execPath, start];
    const { ended, err } = startProgram(['sh', ...words], { env: { PORT: '0' }, cwd: folder });
    expect(await ended).toBe(1);
    expect(err()).toBe('The gateway cannot start: the folder that it is started in does not exist any more.\n');
  });

  it('says so of the sandbox, and of an argument that it does not know', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const words of [['--port', String(port)], ['--prot', '1'], ['4001'], ['--speed', 'fast']]) {
      const { ended, err } = startProgram([process.execPath, SANDBOX, ...words], {});
      expect(await ended).toBe(1);
      expect(err()).toMatch(/^The sandbox cannot start: [^\n]+\.\n$/);
    }
    other.close();
  });

  it.for(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'serves the sandbox, logs JSON, and ends with 0 on %s',
    async (signal) => {
      const { child, ended, err, line } = run({ PORT: '0' });
      const { url, service, authMode } = await line('listening');
      expect([service, authMode]).toEqual(['sandbox', 'open']);
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{ balance { minutes } }"}',
      });
      expect(await response.json()).toEqual({ data: { balance: { minutes: expect.any(Number) } } });
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(await line('stopping')).toMatchObject({ signal });
      expect(await line('stopped')).toBeTruthy();
      expect(err()).toBe('');
    },
  );

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'ends with 0 on %s that comes before it is loaded',
    async (signal) => {
      const hook = `export async function resolve(specifier, context, next) {
        if (specifier === './main.ts') process.kill(process.pid, '${signal}');
        return next(specifier, context);
      }`;
      const inUrl = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;
      const preload = inUrl(`import { register } from 'node:module'; register(${JSON.stringify(inUrl(hook))});`);
      const { ended, err } = run({ PORT: '0', NODE_OPTIONS: `--import=${preload}` });
      expect(await ended).toBe(0);
      expect(err()).toBe('');
    },
  );

  it('does not wait for the rest when it is told to stop again', async () => {
    const { child, ended, line } = run({ PORT: '0', SHUTDOWN_GRACE_MS: '60000' });
    const { url } = await line('listening');
    // "100 Continue" tells that the request has arrived; its body never comes.
    const socket = connect(Number(new URL(String(url)).port), '127.0.0.1').on('error', () => {});
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
    );
    await once(socket, 'data');
    child.kill('SIGTERM');
    await line('stopping');
    const again = setInterval(() => child.kill('SIGTERM'), 100);
    expect(await ended).toBe(143);
    clearInterval(again);
    socket.destroy();
  });

  it('is told once by signals that come together, as those to the whole group of npm do', async () => {
    const { child, ended, line } = run({ PORT: '0', SHUTDOWN_GRACE_MS: '60000' });
    const { url } = await line('listening');
    const socket = connect(Number(new URL(String(url)).port), '127.0.0.1').setEncoding('latin1');
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 26\r\n\r\n',
    );
    await once(socket, 'data');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await line('stopping');
    socket.write('{"query":"{ __typename }"}');
    expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 200');
    expect(await ended).toBe(0);
  });
});
