import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { type Answer, KEYS, startGateway } from '../kit/gateway.ts';
import { runSnippets } from '../kit/readme-snippets.ts';
import { finished, PATIENCE, running } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

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
    await using client = await runSnippets(snippets, first.url, {
      getToken: async () => 'a-token',
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

  it('is told that there is no such thing', async () => {
    await using gateway = await startGateway({ sandbox: { populate: false } });
    const warnings: unknown[] = [];
    await using _client = await runSnippets(snippets, gateway.url, {
      getToken: async () => 'a-token',
      show: (update: Answer) => expect(update).toBeNull(),
      warn: (error: unknown) => warnings.push(error),
    });
    await expect.poll(() => warnings, PATIENCE).not.toHaveLength(0);
    expect(inspect(warnings, { depth: 10 })).toContain('NOT_FOUND');
  });
});
