import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endingFor } from '../../schema/client/command/import-ending.ts';
import { kitFiles, packagesOf } from '../../schema/client/command/kit-files.ts';
import { KITS, readArguments } from '../../schema/client/command/read-arguments.ts';

const MAIN = fileURLToPath(new URL('../../schema/client/main.ts', import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const runClient = (...words: string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-client-'));
});
afterEach(() => rm(folder, { recursive: true }));

const textOf = (path: string) => readFile(join(folder, path), 'utf8');

describe('npm run client', () => {
  it.for([
    [['--out', 'x'], `The option --for is missing: ${KITS.join(', ')}.`],
    [['--for', 'vue', '--out', 'x'], `The kit vue does not exist. Choose one of ${KITS.join(', ')}.`],
    [['--for', 'core'], 'The option --out is missing: the folder that the kit is written to.'],
    [['--for', 'core', '--out', ''], 'The option --out is missing: the folder that the kit is written to.'],
    [
      ['--for', 'core', '--out', 'x', '--imports', 'mjs'],
      'The option --imports cannot be mjs. Choose one of ts, js, none.',
    ],
    [['--for', 'core', '--out', 'x', '--fast'], "Unknown option '--fast'."],
    [['--for', 'core', '--out', 'x', 'y'], 'The argument y is unknown.'],
  ] as const)('names what is wrong with %j', ([words, message]) => {
    expect(() => readArguments(words)).toThrow(message);
  });

  it('ends with the fault and how it is used', async () => {
    const { code, out, err } = await runClient('--for', 'core');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The option --out is missing: .*\nUsage: npm run client -- --for core\|apollo/);
  });

  it('explains itself, and names the packages that the front end has to install', async () => {
    expect(await runClient('--help')).toEqual({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run client/),
      err: '',
    });
    const { out } = await runClient('--for', 'urql', '--out', folder);
    expect(out).toContain(
      'The front end needs the packages react, react-dom, urql, @urql/exchange-graphcache, graphql.',
    );
    expect((await runClient('--for', 'core', '--out', join(folder, 'core-kit'))).out).not.toContain('packages');
  });

  it('says so where it cannot write', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, err } = await runClient('--for', 'core', '--out', join(folder, 'file'));
    expect([code, err]).toEqual([1, expect.stringMatching(/^Not written: .*ENOTDIR/)]);
  });

  it('writes the same files a second time, and changes nothing', async () => {
    await runClient('--for', 'core', '--out', folder);
    const before = await readdir(folder, { recursive: true });
    expect((await runClient('--for', 'core', '--out', folder)).out).toContain('0 files written, 0 removed');
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('replaces no file that the front end has changed, unless it is forced', async () => {
    await runClient('--for', 'core', '--out', folder);
    const original = await textOf('core/dubbing.ts');
    await writeFile(join(folder, 'core/dubbing.ts'), `${original}// ours\n`);
    await writeFile(join(folder, 'core/status.ts'), '// an older version');
    const { code, err } = await runClient('--for', 'core', '--out', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/were changed or are not of a kit: core\/dubbing.ts, core\/status.ts. Nothing was written/);
    expect(await textOf('core/dubbing.ts')).toContain('// ours');
    expect((await runClient('--for', 'core', '--out', folder, '--force')).code).toBe(0);
    expect(await textOf('core/dubbing.ts')).toBe(original);
  });

  it('replaces no file that it has not written, and leaves others alone', async () => {
    await mkdir(join(folder, 'core'));
    await writeFile(join(folder, 'index.ts'), 'export {};\n');
    await writeFile(join(folder, 'core/mine.ts'), 'export {};\n');
    expect((await runClient('--for', 'core', '--out', folder)).err).toContain('are not of a kit: index.ts.');
    expect(await readdir(folder)).toEqual(['core', 'index.ts']);
    expect((await runClient('--for', 'core', '--out', folder, '--force')).code).toBe(0);
    expect(await textOf('core/mine.ts')).toBe('export {};\n');
  });

  it('replaces a file of an earlier version, and removes one that no longer belongs to the kit', async () => {
    await runClient('--for', 'core', '--out', folder);
    const earlier = 'export {};\n';
    const hash = createHash('sha256').update(earlier).digest('hex');
    const { files } = JSON.parse(await textOf('kit.json'));
    await writeFile(join(folder, 'core/status.ts'), earlier);
    await writeFile(join(folder, 'core/former.ts'), earlier);
    const manifest = { files: { ...files, 'core/status.ts': hash, 'core/former.ts': hash } };
    await writeFile(join(folder, 'kit.json'), JSON.stringify(manifest));
    expect((await runClient('--for', 'core', '--out', folder)).out).toContain('1 files written, 1 removed');
    expect(await readdir(join(folder, 'core'))).not.toContain('former.ts');
  });

  it.for([
    ['{ "compilerOptions": { "allowImportingTsExtensions": true } }', './dubbing.ts'],
    ['{ "compilerOptions": { "module": "nodenext" } }', './dubbing.js'],
    ['{ "compilerOptions": { "moduleResolution": "bundler" } }', './dubbing'],
    [null, './dubbing'],
  ] as const)('imports as %j wants it', async ([configuration, expected]) => {
    if (configuration) await writeFile(join(folder, 'tsconfig.json'), configuration);
    await mkdir(join(folder, 'src'));
    const text = kitFiles('core', endingFor(join(folder, 'src/dubbing'))).get('core/index.ts');
    expect(text).toContain(`from '${expected}';`);
  });

  it.for(KITS)('writes a kit for %s that needs nothing of the gateway', (kit) => {
    const files = kitFiles(kit, 'none');
    const imports = new Set<string>();
    for (const [file, text] of files) {
      if (!file.endsWith('.ts')) continue;
      for (const [, name = ''] of text.matchAll(/(?:from|import) '([^'.][^']*)';/g)) imports.add(name);
      for (const [, path = ''] of text.matchAll(/from '(\.[^']*)';/g)) {
        expect(files.has(`${join(file, '..', path)}.ts`), `${path} of ${file}`).toBe(true);
      }
    }
    expect([...imports].sort()).toEqual(PACKAGES[kit]);
    const imported = PACKAGES[kit].map((name) => (name.startsWith('@apollo/') ? '@apollo/client' : name));
    expect(packagesOf(kit)).toEqual(expect.arrayContaining(imported));
  });
});

const PACKAGES: Readonly<Record<(typeof KITS)[number], readonly string[]>> = {
  core: [],
  relay: ['react', 'react-relay', 'relay-runtime'],
  urql: ['@urql/exchange-graphcache', 'graphql', 'react', 'urql'],
  apollo: ['@apollo/client', '@apollo/client/react', 'graphql', 'react'],
};
