import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import { kitFiles } from '../../schema/client/command/kit-files.ts';
import type { KitName } from '../../schema/client/command/read-arguments.ts';
import { writeKit } from '../../schema/client/command/write-kit.ts';
import type { Answer } from '../kit/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The configuration of a front end that is strict. */
const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    types: [],
  },
  include: ['src'],
};

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** A front end with a kit, in a folder of its own. */
export interface FrontEnd extends AsyncDisposable {
  readonly folder: string;
  /** The messages of `tsc`; empty if there are none. */
  typeErrors(): Promise<string>;
  /** Builds it with Vite and serves it. Returns its origin. */
  serve(): Promise<string>;
}

/** The file that relay-compiler writes with `persistConfig`: texts by hashes. */
export const PERSISTED = 'persisted.json';

export interface FrontEndOptions {
  /** Whether the documents of Relay are sent by their hashes. */
  readonly isPersisted?: boolean;
}

export async function createFrontEnd(
  kit: KitName,
  pages: readonly string[],
  { isPersisted = false }: FrontEndOptions = {},
): Promise<FrontEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-front-end-'));
  const source = join(folder, 'src');
  await mkdir(source);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
  await writeKit(join(source, 'dubbing'), kitFiles(kit, 'ts'), false);
  for (const page of pages) await copyFile(join(ROOT, 'test/client/pages', page), join(source, page));
  await writeFile(
    join(source, 'kit.ts'),
    "export * from './dubbing/documents.ts';\nexport * from './dubbing/index.ts';\n",
  );
  if (kit === 'relay') await compileRelay(folder, isPersisted);
  const main = pages.find((page) => page.startsWith('main'));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Page</title><body><script type="module" src="/src/${main}"></script>`,
  );
  const ends: (() => Promise<unknown>)[] = [];
  return {
    folder,
    async typeErrors() {
      const tsc = join(ROOT, 'node_modules/.bin/tsc');
      const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
      return stdout;
    },
    async serve() {
      await build({
        configFile: false,
        logLevel: 'error',
        root: folder,
        plugins: [relayTags()],
        mode: 'development',
        build: { minify: false },
      });
      const server = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://page').pathname.replace(/\/$/, '/index.html');
        if (path === '/favicon.ico') {
          response.writeHead(204).end();
          return;
        }
        readFile(join(folder, 'dist', path)).then(
          (body) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(body),
          () => response.writeHead(404).end(),
        );
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      ends.push(async () => {
        server.closeAllConnections();
        server.close();
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) await end();
      await rm(folder, { recursive: true });
    },
  };
}

/** As a front end with Relay has it: relay-compiler, and its plugin of Babel, which replaces each `graphql` tag. */
async function compileRelay(folder: string, isPersisted: boolean): Promise<void> {
  const schema = 'src/dubbing/schema.graphql';
  const persistConfig = { file: PERSISTED, algorithm: 'SHA256' };
  const options = {
    src: 'src',
    schema,
    language: 'typescript',
    eagerEsModules: true,
    ...(isPersisted && { persistConfig }),
  };
  if (isPersisted) await writeFile(join(folder, PERSISTED), '{}');
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(options));
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/relay-compiler'), { cwd: folder });
}

function relayTags(): Plugin {
  const { transformAsync }: Answer = createRequire(import.meta.url)('@babel/core');
  return {
    name: 'relay-tags',
    enforce: 'pre',
    async transform(code, id) {
      if (!code.includes('graphql`')) return null;
      const result = await transformAsync(code, {
        filename: id,
        cwd: ROOT,
        configFile: false,
        babelrc: false,
        plugins: [['relay', { eagerEsModules: true }]],
        parserOpts: { plugins: id.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
      });
      return result.code;
    },
  };
}
