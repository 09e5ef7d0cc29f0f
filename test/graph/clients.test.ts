import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { type Answer, KEYS, startGateway } from '../kit/gateway.ts';
import { finished, running } from '../kit/watching.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** What the snippets import. */
const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  'graphql-ws': () => import('graphql-ws'),
  'graphql-sse': () => import('graphql-sse'),
  '@apollo/client': () => import('@apollo/client'),
  '@apollo/client/link/subscriptions': () => import('@apollo/client/link/subscriptions'),
  '@urql/core': () => import('@urql/core'),
  graphql: () => import('graphql'),
};

const CLIENTS = [
  ['graphql-ws', ['graphql-ws', 'iterate']],
  ['graphql-sse', ['graphql-sse', 'iterate']],
  ['Apollo Client over WebSocket', ['graphql-ws', 'apollo-ws', 'apollo-subscribe']],
  ['Apollo Client over server-sent events', ['graphql-sse', 'apollo-sse', 'apollo-subscribe']],
  ['urql over WebSocket', ['graphql-ws', 'urql']],
  ['urql over server-sent events', ['graphql-sse', 'urql']],
] as const;

describe.each(CLIENTS)('As the README has it, %s', (_name, snippets) => {
  it('sees the end that came while the gateway was away', async () => {
    await using sandbox = await startSandbox({ keys: KEYS, populate: false });
    const project = sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    const service = { DUBBING_API_URL: sandbox.dubbingUrl, STUDIO_API_URL: sandbox.studioUrl };
    const start = (port: string) =>
      startGateway({ env: { ...service, PORT: port, WATCH_MIN_INTERVAL_MS: '50' }, sandbox: { populate: false } });

    const first = await start('0');
    const { port } = new URL(first.url);
    const shown: Answer[] = [];
    const warnings: unknown[] = [];
    await using client = await run(snippets, first.url, {
      getToken: async () => 'a-token',
      show: (update: Answer) => shown.push(update),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => shown, { timeout: 10_000 }).toHaveLength(1);
    expect(shown[0]).toMatchObject({ kind: 'SNAPSHOT', isFinal: false, project: { status: 'IN_PROGRESS' } });

    await first[Symbol.asyncDispose]();
    project.work = finished();
    await using _second = await start(port);
    await expect.poll(() => shown.length, { timeout: 20_000 }).toBeGreaterThan(1);
    // (urql gives the last one again when the stream completes.)
    for (const update of shown.slice(1)) {
      expect(update).toMatchObject({ kind: 'SNAPSHOT', isFinal: true, project: { status: 'READY' } });
    }
    await client.over;
    expect(warnings).toEqual([]);
  }, 40_000);

  it('is told that there is no such thing', async () => {
    await using gateway = await startGateway({ sandbox: { populate: false } });
    const warnings: unknown[] = [];
    await using _client = await run(snippets, gateway.url, {
      getToken: async () => 'a-token',
      show: (update: Answer) => expect(update).toBeNull(),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => warnings, { timeout: 10_000 }).not.toHaveLength(0);
    expect(inspect(warnings, { depth: 10 })).toContain('NOT_FOUND');
  });
});

interface Running extends AsyncDisposable {
  /** Resolves when the snippet has run to its end, rejects if it has failed. */
  readonly over: Promise<void>;
}

type Code = new (...code: string[]) => (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as Code;

/** Runs snippets of the README as one module, against the gateway at `url`. */
async function run(names: readonly string[], url: string, given: Readonly<Record<string, unknown>>): Promise<Running> {
  const source = names.map(snippet).join('\n').replaceAll('127.0.0.1:4000', new URL(url).host);
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
