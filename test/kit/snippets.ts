import { stripTypeScriptTypes } from 'node:module';
import { DOCUMENTS } from './documents.ts';
import type { Answer } from './gateway.ts';

/** The imports of the snippets. */
const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  'graphql-ws': () => import('graphql-ws'),
  'graphql-sse': () => import('graphql-sse'),
  '@apollo/client': () => import('@apollo/client'),
  '@apollo/client/link/context': () => import('@apollo/client/link/context'),
  '@apollo/client/link/persisted-queries': () => import('@apollo/client/link/persisted-queries'),
  '@apollo/client/link/retry': () => import('@apollo/client/link/retry'),
  '@apollo/client/link/subscriptions': () => import('@apollo/client/link/subscriptions'),
  '@urql/core': () => import('@urql/core'),
  graphql: () => import('graphql'),
};

interface Running extends AsyncDisposable {
  /** Resolves when the snippet has run to its end, rejects if it has failed. */
  readonly over: Promise<void>;
}

interface RunOptions {
  /** Code that is run after the snippets. */
  readonly last?: string;
  /** Divides the waits of the snippets (`10_000`): a test does not wait for seconds. */
  readonly speed?: number;
}

/** A block of TypeScript with its name in a comment before it. */
const SNIPPET = /<!-- ([\w-]+) -->\n```tsx?\n(.*?)^```$/gms;

type Code = new (...code: string[]) => (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as Code;

/** Runs snippets of the documents as one module, against the gateway at `url`. */
export async function runSnippets(
  names: readonly string[],
  url: string,
  given: Readonly<Record<string, unknown>>,
  { last = '', speed = 1 }: RunOptions = {},
): Promise<Running> {
  const { imports, body } = moduleOf(names);
  const code = `${stripTypeScriptTypes(body)}\n${last}`
    .replaceAll('127.0.0.1:4000', new URL(url).host)
    .replace(/\b\d+_000\b/g, (wait) => String(Number(wait.replace('_', '')) / speed));
  const modules = await loadModules([...imports.keys()]);
  const clients = recordClients(Object.values(modules));
  const values = { modules, ...given };
  const declarations = [...imports].map(([module, names]) => {
    const members = [...names].filter((name) => !name.startsWith('type ')).map((name) => name.replace(' as ', ': '));
    return `const { ${members.join(', ')} } = modules['${module}'];`;
  });
  const over = new AsyncFunction(...Object.keys(values), [...declarations, code].join('\n'))(...Object.values(values));
  over.catch(() => undefined);
  return {
    over,
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.dispose();
    },
  };
}

/** The snippets as one TypeScript module, each name imported once. */
export function snippetModule(names: readonly string[]): string {
  const { imports, body } = moduleOf(names);
  const lines = [...imports].map(([module, names]) => `import { ${[...names].join(', ')} } from '${module}';`);
  return [...lines, body].join('\n');
}

/** The names of all snippets. */
export function snippetNames(): string[] {
  return DOCUMENTS.flatMap(({ text }) => [...text.matchAll(SNIPPET)].map(([, name = '']) => name));
}

function moduleOf(names: readonly string[]) {
  const source = names.map(snippet).join('\n');
  const imports = new Map<string, Set<string>>();
  const body = source.replace(
    /^import (type )?\{ (.*) \} from '(.*)';$/gm,
    (_line, type = '', members = '', module = '') => {
      const names = imports.get(module) ?? new Set();
      imports.set(module, names);
      for (const member of members.split(', ')) names.add(`${type}${member}`);
      return '';
    },
  );
  return { imports, body };
}

async function loadModules(names: readonly string[]): Promise<Record<string, Answer>> {
  const modules = names.map(async (name) => [name, { ...(await MODULES[name]?.()) }]);
  return Object.fromEntries(await Promise.all(modules));
}

/** The clients that the modules create from now on, so that they can be ended. */
function recordClients(modules: readonly Answer[]): { dispose(): void | Promise<void> }[] {
  const clients: { dispose(): void | Promise<void> }[] = [];
  for (const module of modules) {
    const create = module.createClient;
    if (create === undefined) continue;
    module.createClient = (options: unknown) => {
      const client = create(options);
      clients.push(client);
      return client;
    };
  }
  return clients;
}

function snippet(name: string): string {
  for (const { text } of DOCUMENTS) {
    for (const [, found, code = ''] of text.matchAll(SNIPPET)) if (found === name) return code;
  }
  throw new Error(`No document has a snippet called ${name}.`);
}
