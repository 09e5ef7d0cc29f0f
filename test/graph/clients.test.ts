import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { freePort } from '../kit/free-port.ts';
import { type Answer, KEYS, startGateway } from '../kit/gateway.ts';
import { startSilentProxy } from '../kit/silent-proxy.ts';
import { runSnippets } from '../kit/snippets.ts';
import { finished, PATIENCE, running, startWatching } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const CLIENTS = [
  ['graphql-ws', ['graphql-ws', 'iterate']],
  ['graphql-sse', ['graphql-sse', 'iterate']],
  ['Apollo Client over WebSocket', ['graphql-ws', 'apollo-cache', 'apollo-defaults', 'apollo-ws', 'apollo-subscribe']],
  [
    'Apollo Client over server-sent events',
    ['graphql-sse', 'apollo-cache', 'apollo-defaults', 'apollo-sse', 'apollo-subscribe'],
  ],
  ['urql over WebSocket', ['graphql-ws', 'urql']],
  ['urql over server-sent events', ['graphql-sse', 'urql']],
] as const;

/** Faster than the samples are: their 10 s are 200 ms. */
const SPEED = 50;

const getToken = async () => 'a-token';

describe.each(CLIENTS)('As the documents have it, %s', (_name, snippets) => {
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
    await using client = await runSnippets(snippets, first.url, {
      getToken,
      show: (update: Answer) => shown.push(update),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => shown, PATIENCE).toHaveLength(1);
    expect(shown[0]).toMatchObject({ kind: 'SNAPSHOT', isFinal: false, project: { status: 'IN_PROGRESS' } });

    await first[Symbol.asyncDispose]();
    project.work = finished();
    await using _second = await start(port);
    await expect.poll(() => shown.length, PATIENCE).toBeGreaterThan(1);
    // (urql gives the last one again when the stream completes.)
    for (const update of shown.slice(1)) {
      expect(update).toMatchObject({ kind: 'SNAPSHOT', isFinal: true, project: { status: 'READY' } });
    }
    await client.over;
    expect(warnings).toEqual([]);
  });

  it('notices a connection that is dead and that nobody has closed', async () => {
    await using gateway = await startWatching();
    const project = gateway.sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    await using proxy = await startSilentProxy(gateway.url);
    const shown: Answer[] = [];
    await using _client = await runSnippets(
      snippets,
      proxy.url,
      { getToken, show: (update: Answer) => shown.push(update), warn: () => undefined },
      { speed: SPEED },
    );
    await expect.poll(() => shown.length, PATIENCE).toBeGreaterThan(0);

    proxy.silence();
    project.work = finished();
    await expect
      .poll(() => shown.at(-1), PATIENCE)
      .toMatchObject({ kind: 'SNAPSHOT', isFinal: true, project: { status: 'READY' } });
  });

  it('shows the updates that come after one with an error', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    gateway.serviceAnswers('/api/v1/projects/1004', { error: 'Internal' }, 500);
    const shown: Answer[] = [];
    const warnings: unknown[] = [];
    await using _client = await runSnippets(snippets, gateway.url, {
      getToken,
      show: (update: Answer) => shown.push(update),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => warnings.length, PATIENCE).toBeGreaterThan(0);

    gateway.serviceAnswers('/api/v1/projects/1004', {
      name: 'Market night',
      status: 'in_progress',
      source_lang: 'en',
      target_lang: 'fr-FR',
      estimated_completion_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await expect.poll(() => shown.at(-1), PATIENCE).toMatchObject({ project: { name: 'Market night' } });
  });

  it('reports that there is no such thing', async () => {
    await using gateway = await startGateway({ sandbox: { populate: false } });
    const warnings: unknown[] = [];
    await using _client = await runSnippets(snippets, gateway.url, {
      getToken,
      show: (update: Answer) => expect(update).toBeNull(),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => warnings, PATIENCE).not.toHaveLength(0);
    expect(inspect(warnings, { depth: 10 })).toContain('NOT_FOUND');
  });
});

describe('As the documents have it, a fetch of server-sent events', () => {
  const last = `await watch(
    'subscription { dubbingProjectUpdated(id: "1004") { kind isFinal project { status } } }', {}, leaving);`;
  const start = (url: string, shown: Answer[], leaving = new AbortController().signal) =>
    runSnippets(
      ['fetch-sse'],
      url,
      { getToken, leaving, show: ({ data }: Answer) => shown.push(data?.dubbingProjectUpdated) },
      { last, speed: SPEED },
    );

  it('notices a dead connection, sees the end that came meanwhile, and ends', async () => {
    await using gateway = await startWatching();
    const project = gateway.sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    await using proxy = await startSilentProxy(gateway.url);
    const shown: Answer[] = [];
    await using client = await start(proxy.url, shown);
    await expect.poll(() => shown.length, PATIENCE).toBeGreaterThan(0);
    proxy.silence();
    project.work = finished();
    await client.over;
    expect(shown.at(-1)).toMatchObject({ kind: 'SNAPSHOT', isFinal: true, project: { status: 'READY' } });
  });

  it('opens the stream again after a restart', async () => {
    const env = { PORT: String(await freePort()) };
    const first = await startGateway({ env });
    const shown: Answer[] = [];
    await using client = await start(first.url, shown);
    await expect.poll(() => shown.length, PATIENCE).toBe(1);
    await first[Symbol.asyncDispose]();
    await using second = await startGateway({ env });
    const project = second.sandbox.account().dubbingProjects.get('1004');
    if (project) project.work = finished();
    await client.over;
    expect(shown.at(-1)).toMatchObject({ kind: 'SNAPSHOT', isFinal: true });
  });

  it('ends where it is left, and where the gateway refuses it', async () => {
    await using gateway = await startGateway();
    const leaving = new AbortController();
    const shown: Answer[] = [];
    await using client = await start(gateway.url, shown, leaving.signal);
    await expect.poll(() => shown.length, PATIENCE).toBe(1);
    leaving.abort(new Error('The page is left.'));
    await expect(client.over).rejects.toThrow('The page is left.');

    await using guarded = await startTokensGateway([makeToken('web', ['read'])]);
    await using refused = await start(guarded.url, []);
    await expect(refused.over).rejects.toThrow('UNAUTHENTICATED');
  });
});
