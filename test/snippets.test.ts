import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { kitFiles } from '../schema/client/command/kit-files.ts';
import type { KitName } from '../schema/client/command/read-arguments.ts';
import { writeKit } from '../schema/client/command/write-kit.ts';
import { snippetModule, snippetNames } from './kit/snippets.ts';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Snippets that make one module together. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  ws: ['graphql-ws', 'iterate'],
  sse: ['graphql-sse', 'iterate'],
  'apollo-ws': ['graphql-ws', 'apollo-cache', 'apollo-defaults', 'apollo-ws', 'apollo-subscribe'],
  'apollo-sse': ['graphql-sse', 'apollo-cache', 'apollo-defaults', 'apollo-sse', 'apollo-subscribe'],
  'urql-ws': ['graphql-ws', 'urql'],
  'urql-sse': ['graphql-sse', 'urql'],
  trusted: ['graphql-ws', 'trusted-apollo', 'trusted-iterate'],
  codegen: ['codegen'],
  vite: ['vite'],
  upload: ['upload'],
  'fetch-sse': ['fetch-sse'],
};

/** Modules of a front end that has a kit, by the kit. */
const WITH_KIT: Readonly<Record<KitName, readonly string[]>> = {
  core: ['kit-core', 'kit-watch'],
  apollo: ['kit-apollo', 'kit-apollo-query', 'kit-write', 'kit-upload', 'kit-sign-out'],
  urql: ['kit-urql', 'kit-write', 'kit-upload', 'kit-sign-out'],
  relay: ['kit-relay', 'kit-write', 'kit-upload', 'kit-sign-out'],
};

/** The variables of a page. */
const OF_THE_PAGE = `
declare function getToken(): Promise<string>;
declare function show(update: unknown): void;
declare function warn(error: unknown): void;
declare const variables: Record<string, unknown>;
declare const document: { readonly __meta__: { readonly hash: string } };
`;

/** What the form of the upload has, besides. */
const OF_THE_FORM = `
declare const query: string;
declare const text: string;
declare const language: string;
declare const input: HTMLInputElement;
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  module: 'preserve',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  types: [],
};

describe('The samples of the documents', () => {
  it('are each type-checked', () => {
    const checked = new Set([...Object.values(TOGETHER), ...Object.values(WITH_KIT)].flat());
    expect(snippetNames().filter((name) => !checked.has(name))).toEqual([]);
  });

  it('have no type error with strict', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-snippets-'));
    try {
      await symlink(MODULES, join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: OPTIONS, include: ['.'], exclude: ['node_modules'] }),
      );
      for (const [name, snippets] of Object.entries(TOGETHER)) {
        const declarations = name === 'upload' ? OF_THE_FORM : OF_THE_PAGE;
        await writeFile(join(folder, `${name}.ts`), `${snippetModule(snippets)}\n${declarations}\nexport {};\n`);
      }
      for (const [kit, snippets] of Object.entries(WITH_KIT)) {
        await writeKit(join(folder, kit, 'dubbing'), kitFiles(kit as KitName, 'ts'), false);
        for (const name of snippets) {
          await writeFile(join(folder, kit, `${name}.tsx`), `${snippetModule([name])}\nexport {};\n`);
        }
      }
      const tsc = join(MODULES, '.bin/tsc');
      const { stdout } = await promisify(execFile)(tsc, ['-p', folder], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
