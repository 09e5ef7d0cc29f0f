/** Files and folders that settings name, on a machine where something is wrong with them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedProgram, startGatewayProgram } from './started-program.ts';

const isRoot = process.getuid?.() === 0;
const BYTE_ORDER_MARK = '\ufeff';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const REAL = { DUBBING_API_URL: 'http://127.0.0.1:9', STUDIO_API_URL: 'http://127.0.0.1:9', DUBBING_API_KEY: 'key-1' };

/** Each setting that names a file: with what else has to be set, and a text that is right. */
const FILES = {
  ACCOUNTS_FILE: { env: { AUTH_MODE: 'passthrough' }, text: '{"studio":"key-2"}' },
  AUTH_TOKENS_FILE: {
    env: { AUTH_MODE: 'tokens' },
    text: JSON.stringify([{ name: 'web', sha256: hashOf('token'), scopes: ['read'] }]),
  },
  TRUSTED_DOCUMENTS: { env: {}, text: JSON.stringify({ [hashOf('{ __typename }')]: '{ __typename }' }) },
} as const;
type Named = keyof typeof FILES;
const NAMES = Object.keys(FILES) as Named[];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const start = (env: Readonly<Record<string, string>> = {}): StartedProgram =>
  startGatewayProgram({ PORT: '0', TMPDIR: folder, ...env }, { cwd: folder });

const startWith = (name: Named, path: string): StartedProgram =>
  start({ ...REAL, AUTH_MODE: 'open', ...FILES[name].env, [name]: path });

async function isRefused(program: StartedProgram): Promise<string> {
  await using refused = program;
  expect(await refused.ended).toBe(1);
  expect(refused.out()).not.toContain('listening');
  return refused.err();
}

describe('a file that a setting names', () => {
  it.for(NAMES)('may begin with a byte order mark (%s)', async (name) => {
    const path = join(folder, 'settings.json');
    await writeFile(path, BYTE_ORDER_MARK + FILES[name].text);
    await using program = startWith(name, path);
    expect(await program.line('listening')).toBeTruthy();
  });

  it.for(
    NAMES.flatMap((name) =>
      (['UTF-16LE', 'UTF-16BE', 'UTF-16LE without a mark', 'Latin-1'] as const).map((form) => [name, form] as const),
    ),
  )('is refused by name, path and reason where it is not in UTF-8 (%s, %s)', async ([name, form]) => {
    const path = join(folder, 'settings.json');
    const text = FILES[name].text;
    const bytes = {
      'UTF-16LE': Buffer.from(BYTE_ORDER_MARK + text, 'utf16le'),
      'UTF-16BE': Buffer.from(BYTE_ORDER_MARK + text, 'utf16le').swap16(),
      'UTF-16LE without a mark': Buffer.from(text, 'utf16le'),
      'Latin-1': Buffer.from(`${text} ü`, 'latin1'),
    }[form];
    await writeFile(path, bytes);
    const reason = form === 'Latin-1' ? 'it is not in UTF-8' : 'it (is in UTF-16|holds NUL bytes: it is in UTF-16)';
    expect(await isRefused(startWith(name, path))).toMatch(
      new RegExp(
        `^The configuration cannot be used:\\n {2}- ${name} is "${path}", which cannot be read: ${reason}[^\\n]*\\.\\n$`,
      ),
    );
  });

  it.for(NAMES)('is refused in a sentence where it is a folder, a pipe or a device (%s)', async (name) => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [path, reason] of [
      [folder, 'it is a folder'],
      [pipe, 'it is not a regular file'],
      ['/dev/zero', 'it is not a regular file'],
    ]) {
      expect(await isRefused(startWith(name, path!))).toMatch(
        new RegExp(
          `^The configuration cannot be used:\\n {2}- ${name} is "${path}", which cannot be read: ${reason}\\.\\n$`,
        ),
      );
    }
  });
});

describe('the file .env', () => {
  it('may begin with a byte order mark', async () => {
    await writeFile(join(folder, '.env'), `${BYTE_ORDER_MARK}LOG_LEVEL=shouting\n`);
    expect(await isRefused(start())).toContain('LOG_LEVEL is "shouting"');
  });

  it('gives way to what the environment holds', async () => {
    await writeFile(join(folder, '.env'), 'LOG_LEVEL=shouting\n');
    await using program = start({ LOG_LEVEL: 'info' });
    expect(await program.line('listening')).toBeTruthy();
  });

  it('is refused in a sentence where it is in UTF-16, or a folder', async () => {
    const path = join(folder, '.env');
    await writeFile(path, Buffer.from(`${BYTE_ORDER_MARK}AUTH_MODE=tokens\n`, 'utf16le'));
    expect(await isRefused(start())).toMatch(/^The file \.env of \S+ cannot be read: it is in UTF-16, [^\n]+\.\n$/);
    await rm(path);
    await mkdir(path);
    expect(await isRefused(start())).toMatch(/^The file \.env of \S+ cannot be read: it is a folder\.\n$/);
  });

  it.skipIf(!isRoot)('is refused in a sentence where this user may not read it', async () => {
    await writeFile(join(folder, '.env'), 'PORT=0\n', { mode: 0o600 });
    await chmod(folder, 0o755);
    const program = startGatewayProgram({ PORT: '0' }, { cwd: folder, uid: 12_345, gid: 0 });
    expect(await isRefused(program)).toMatch(/^The file \.env of \S+ cannot be read \(EACCES\)\.\n$/);
  });
});

describe('the folder of synthesised speech', () => {
  it('is refused in a sentence where it is a file', async () => {
    const path = join(folder, 'audio');
    await writeFile(path, '');
    expect(await isRefused(start({ AUDIO_STORE: path }))).toBe(
      `AUDIO_STORE: the folder ${path} cannot be used: it is not a folder. Set it to a writable folder.\n`,
    );
  });

  const ownFolder = () => join(folder, `dubbing-gateway-${process.getuid?.()}`);

  it('is private by default', async () => {
    await using program = start();
    await program.line('listening');
    for (const path of [ownFolder(), join(ownFolder(), 'audio')]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('is refused by default where others can look into it, or put something else in its place', async () => {
    await mkdir(ownFolder());
    await chmod(ownFolder(), 0o777);
    expect(await isRefused(start())).toMatch(/^AUDIO_STORE: [^\n]+ is open to other users \(mode 777\)[^\n]+\n$/);
    expect(await readdir(ownFolder())).toEqual([]);
    await rm(ownFolder(), { recursive: true });
    await symlink(await mkdtemp(join(folder, 'elsewhere-')), ownFolder());
    expect(await isRefused(start())).toMatch(/^AUDIO_STORE: [^\n]+ is not a folder[^\n]+\n$/);
  });

  it.skipIf(!isRoot)('is refused by default where another user has made it', async () => {
    await mkdir(ownFolder(), { mode: 0o700 });
    await chown(ownFolder(), 65_534, 65_534);
    expect(await isRefused(start())).toMatch(/^AUDIO_STORE: [^\n]+ belongs to user 65534, this is user 0[^\n]+\n$/);
    expect(await readdir(ownFolder())).toEqual([]);
  });

  it('is named in the log where it was chosen, and others can look into it', async () => {
    const path = join(folder, 'shared');
    await mkdir(path);
    await chmod(path, 0o777);
    await using program = start({ AUDIO_STORE: path });
    await program.line('listening');
    expect(await program.line('other users of this machine can see the folder of AUDIO_STORE')).toMatchObject({
      level: 'warn',
      folder: path,
    });
  });
});

describe('the temporary folder', () => {
  it('is never where compiled code is read from or kept', async () => {
    const planted = join(folder, 'node-compile-cache');
    await mkdir(planted);
    for (const _ of ['first', 'second']) {
      await using program = start();
      await program.line('listening');
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    }
    expect(await readdir(planted)).toEqual([]);
    const cache = fileURLToPath(new URL('../../node_modules/.cache/dubbing-gateway', import.meta.url));
    expect((await stat(cache)).mode & 0o777).toBe(0o700);
    expect((await readdir(cache)).length).toBeGreaterThan(0);
  });

  it.skipIf(!isRoot)('is shared with a user without a name', async () => {
    await chmod(folder, 0o777);
    await using program = startGatewayProgram({ PORT: '0', TMPDIR: folder }, { cwd: '/', uid: 12_345, gid: 0 });
    expect(await program.line('listening')).toBeTruthy();
    expect((await stat(join(folder, 'dubbing-gateway-12345', 'audio'))).uid).toBe(12_345);
  });
});
