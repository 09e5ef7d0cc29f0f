import { readFileSync } from 'node:fs';
import type { Answer } from './gateway.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** What the snippets import. */
const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  'graphql-ws': () => import('graphql-ws'),
  'graphql-sse': () => import('graphql-sse'),
  '@apollo/client': () => import('@apollo/client'),
  '@apollo/client/link/persisted-queries': () => import('@apollo/client/link/persisted-queries'),
  '@apollo/client/link/subscriptions': () => import('@apollo/client/link/subscriptions'),
  '@urql/core': () => import('@urql/core'),
  graphql: () => import('graphql'),
};

interface Running extends AsyncDisposable {
  /** Resolves when the snippet has run to its end, rejects if it has failed. */
  readonly over: Promise<void>;
}

type Code = new (...code: string[]) => (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as Code;

/**
 * Runs snippets of the README as one module, against the gateway at `url`.
 * @param last code that is run after them
 */
export async function runSnippets(
  names: readonly string[],
  url: string,
  given: Readonly<Record<string, unknown>>,
  last = '',
): Promise<Running> {
  const source = [...names.map(snippet), last].join('\n').replaceAll('127.0.0.1:4000', new URL(url).host);
  const modules: Record<string, Answer> = {};
  for (const [, name = ''] of source.matchAll(/^import .* from '(.*)';$/gm)) {
    modules[name] = { ...(await MODULES[name]?.()) };
  }
  const clients: { dispose(): void | Promise<void> }[] = [];
  for (const module of Object.values(modules)) {
    const create = module.createClient;
    if (create === undefined) continue;
    module.createClient = (options: unknown) => {
      const client = create(options);
      clients.push(client);
      return client;
    };
  }
  const values = { modules, ...given };
  const body = source.replace(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = modules['$2'];");
  const over = new AsyncFunction(...Object.keys(values), body)(...Object.values(values));
  over.catch(() => undefined);
  return {
    over,
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.dispose();
    },
  };
}

function snippet(name: string): string {
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`js\\n([^]*?)\`\`\``).exec(README)?.[1];
  if (found === undefined) throw new Error(`The README has no snippet called ${name}.`);
  return found;
}
