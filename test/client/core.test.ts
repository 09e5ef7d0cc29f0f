import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ConnectionRefusedError,
  createDubbing,
  type DataOf,
  type Dubbing,
  type DubbingOptions,
  type Outcome,
  type VariablesOf,
} from '../../schema/client/core/index.ts';
import * as operations from '../../schema/client/core/operations.generated.ts';
import {
  CreateDubbingProjectDocument,
  DeleteDubbingProjectDocument,
  DubbingProjectsDocument,
  DubbingProjectUpdatedDocument,
  RequestBudgetDocument,
  SynthesizeSpeechDocument,
} from '../../schema/client/core/operations.generated.ts';
import { estimateOf } from '../../schema/client/screen/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { makeFolder } from '../auth/folder.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { wavOf } from '../kit/speech.ts';
import { finished, PATIENCE, running, startWatching, timesAsked } from '../kit/watching.ts';
import { writesSentTo } from '../kit/writing.ts';

const PROJECT = {
  name: 'Counted',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=10',
};

type Closing = Dubbing & Disposable;

function connect(url: string, options: Partial<DubbingOptions> = {}): Closing {
  const dubbing = createDubbing({ url: `${url}/graphql`, ...options });
  return Object.assign(dubbing, { [Symbol.dispose]: () => dubbing.close() });
}

const states = (dubbing: Dubbing): string[] => {
  const seen = [dubbing.status.get().connection as string];
  dubbing.status.subscribe(() => seen.push(dubbing.status.get().connection));
  return seen;
};

/** The outcome as one of this kind. */
function expectKind<Value, Kind extends Outcome<Value>['kind']>(outcome: Outcome<Value>, kind: Kind) {
  expect(outcome).toMatchObject({ kind });
  return outcome as Extract<Outcome<Value>, { kind: Kind }>;
}

/** A proxy that passes requests on, but no WebSocket. */
async function startPlainProxy(url: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((request, response) => {
    const { method, headers } = request;
    const passed = sendRequest(`${url}${request.url}`, { method: method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }).on('upgrade', (_request, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.each(['ws', 'sse'] as const)('A watch over %s', (transport) => {
  it('goes on after a restart, and says in between that the connection is lost', async () => {
    await using sandbox = await startSandbox({ keys: KEYS, populate: false });
    const project = sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    const service = { DUBBING_API_URL: sandbox.dubbingUrl, STUDIO_API_URL: sandbox.studioUrl };
    const start = (port: string) => startGateway({ env: { ...service, PORT: port }, sandbox: { populate: false } });
    const first = await start('0');
    using dubbing = connect(first.url, { transport });
    const seen = states(dubbing);
    const updates: unknown[] = [];
    const over = (async () => {
      for await (const update of dubbing.watch(DubbingProjectUpdatedDocument, { id: '1004' })) updates.push(update);
    })();
    await expect
      .poll(() => updates, PATIENCE)
      .toMatchObject([{ kind: 'SNAPSHOT', project: { status: 'IN_PROGRESS' } }]);
    await first[Symbol.asyncDispose]();
    await expect
      .poll(() => dubbing.status.get(), PATIENCE)
      .toMatchObject({
        connection: 'lost',
        reason: expect.any(String),
      });
    project.work = finished();
    await using _second = await start(new URL(first.url).port);
    await over;
    expect(updates.at(-1)).toMatchObject({ kind: 'SNAPSHOT', isFinal: true, project: { status: 'READY' } });
    expect(seen).toEqual(['idle', 'connecting', 'open', 'lost', 'open']);
  });

  it('ends with an error once the same token was refused twice, and begins again with a new one', async () => {
    const [kept, gone] = [makeToken('kept', ['read']), makeToken('gone', ['read'])];
    await using gateway = await startTokensGateway([kept, gone]);
    let token = gone.token;
    using dubbing = connect(gateway.url, { transport, getToken: () => token });
    const watchOnce = async () => {
      for await (const update of dubbing.watch(operations.BalanceUpdatedDocument, {})) return update;
      return null;
    };
    const updates: unknown[] = [];
    const failure = (async () => {
      for await (const update of dubbing.watch(operations.BalanceUpdatedDocument, {})) updates.push(update);
    })().catch((error: ConnectionRefusedError) => error);
    await expect.poll(() => updates.length, PATIENCE).toBeGreaterThan(0);
    await gateway.writeTokens([kept.entry]);
    expect(await failure).toMatchObject({ name: 'ConnectionRefusedError' });
    const refusal = { connection: 'refused', reason: 'The token is not accepted.' };
    await expect.poll(() => dubbing.status.get(), PATIENCE).toMatchObject(refusal);
    await expect(watchOnce()).rejects.toThrow('The gateway does not accept the token.');
    token = kept.token;
    dubbing.reconnect();
    expect(await watchOnce()).toMatchObject({ kind: 'SNAPSHOT' });
    expect(dubbing.status.get()).toMatchObject({ connection: 'open', reason: null });
  });

  it('goes on with the account of another token after `reconnect`, and ends without a token', async () => {
    const tokens = [makeToken('first', ['read']), makeToken('second', ['read'], 'two')] as const;
    await using gateway = await startTokensGateway(tokens);
    gateway.sandbox.account(KEYS[0]).balanceMinutes = 11;
    gateway.sandbox.account(KEYS[1]).balanceMinutes = 22;
    let { token } = tokens[0];
    using dubbing = connect(gateway.url, { transport, getToken: () => token });
    const seen = states(dubbing);
    const minutes: (number | null)[] = [];
    const failure = (async () => {
      for await (const { balance } of dubbing.watch(operations.BalanceUpdatedDocument, {}))
        minutes.push(balance.minutes);
    })().catch((error: unknown) => error);
    await expect.poll(() => minutes, PATIENCE).toEqual([11]);
    // The same token is no reason to open another connection.
    dubbing.reconnect();
    const same = new Promise<void>((resolve) => void dubbing.session.subscribe(resolve));
    await same;
    token = tokens[1].token;
    dubbing.reconnect();
    await expect.poll(() => minutes, PATIENCE).toEqual([11, 22]);
    expect(seen).toEqual(['idle', 'connecting', 'open', 'idle', 'connecting', 'open']);
    token = '';
    dubbing.reconnect();
    expect(await failure).toMatchObject({ name: 'ConnectionRefusedError' });
    expect(dubbing.status.get()).toMatchObject({ connection: 'refused', reason: 'Signed out.' });
  });

  it('throws the error that ends it', async () => {
    await using gateway = await startGateway({ sandbox: { populate: false } });
    using dubbing = connect(gateway.url, { transport });
    const reading = async () => {
      for await (const _ of dubbing.watch(DubbingProjectUpdatedDocument, { id: 'none' })) break;
    };
    await expect(reading()).rejects.toMatchObject({ name: 'GraphError', code: 'NOT_FOUND' });
  });

  it('leaves no subscription behind when it is broken off', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    using dubbing = connect(gateway.url, { transport });
    const leaving = new AbortController();
    for await (const _ of dubbing.watch(DubbingProjectUpdatedDocument, { id: '1004' }, { signal: leaving.signal })) {
      leaving.abort();
    }
    // What is watched is asked for some times in such an interval.
    let count = -1;
    const isAsked = () => {
      const asked = timesAsked(gateway);
      const isMore = asked !== count;
      count = asked;
      return isMore;
    };
    await expect.poll(isAsked, { ...PATIENCE, interval: 500 }).toBe(false);
  });
});

describe('The URL', () => {
  it('needs an origin outside of a browser', () => {
    expect(() => createDubbing({ url: '/graphql' })).toThrow('The URL /graphql needs an origin outside of a browser.');
  });
});

describe('The transport', () => {
  it('is server-sent events where no WebSocket comes through', async () => {
    await using gateway = await startGateway();
    await using proxy = await startPlainProxy(gateway.url);
    using dubbing = connect(proxy.url);
    for await (const update of dubbing.watch(DubbingProjectUpdatedDocument, { id: '1004' })) {
      expect(update).toMatchObject({ kind: 'SNAPSHOT' });
      break;
    }
    expect(dubbing.status.get().connection).toBe('open');
  });
});

describe('A query', () => {
  it('waits for a gateway that is restarting', async () => {
    const first = await startGateway();
    const { port } = new URL(first.url);
    await first[Symbol.asyncDispose]();
    using dubbing = connect(first.url);
    const asked = dubbing.query(DubbingProjectsDocument, { first: 2 });
    await using _second = await startGateway({ env: { PORT: port } });
    expect((await asked).data?.dubbingProjects?.nodes).toHaveLength(2);
  });

  it('has data and errors when a field could not be read', async () => {
    await using gateway = await startGateway();
    gateway.serviceAnswers('/api/v1/projects/1001', { error: 'Internal' }, 500);
    using dubbing = connect(gateway.url);
    const { data, errors } = await dubbing.query(operations.DubbingProjectDocument, { id: '1001' });
    expect({ data, errors }).toMatchObject({ data: { dubbingProject: null }, errors: [{ path: ['dubbingProject'] }] });
  });

  it('throws the refusal of the gateway', async () => {
    await using gateway = await startTokensGateway([makeToken('web', ['read'])]);
    using dubbing = connect(gateway.url, { getToken: () => 'another' });
    await expect(dubbing.query(RequestBudgetDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.for([null, undefined])('has no token if getToken returns %j, as with an environment variable', async (token) => {
    await using gateway = await startTokensGateway([makeToken('web', ['read'])]);
    using dubbing = connect(gateway.url, { getToken: () => token });
    await expect(dubbing.query(RequestBudgetDocument, {})).rejects.toThrow('This gateway needs a token');
  });
});

describe('A write', () => {
  it('that is done has its payload', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const outcome = expectKind(await dubbing.write(CreateDubbingProjectDocument, { input: PROJECT }), 'ok');
    expect(outcome.value.costMinutes).toBe(10);
  });

  it('with an invalid input has the message of each field', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const input = { ...PROJECT, sourceVideoUrl: 'nowhere', targetLanguage: 'xx' };
    const outcome = expectKind(await dubbing.write(CreateDubbingProjectDocument, { input }), 'invalid');
    expect(outcome.at('sourceVideoUrl')).toMatch(/http or https/);
    expect(outcome.code).toBe('VALIDATION_FAILED');
    expect(outcome.issueAt('sourceVideoUrl')).toMatchObject({
      code: 'MALFORMED',
      message: outcome.at('sourceVideoUrl'),
    });
    expect([outcome.at('name'), outcome.issueAt('name')]).toEqual([undefined, undefined]);
    expect(outcome.except(['sourceVideoUrl']).map(({ field }) => field)).toEqual(['targetLanguage']);
    expect(gateway.upstreamRequests().filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('that the service refuses has the code', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    gateway.sandbox.account().balanceMinutes = 1;
    const outcome = await dubbing.write(CreateDubbingProjectDocument, { input: PROJECT });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_BALANCE', message: expect.any(String) });
    const deletion = await dubbing.write(DeleteDubbingProjectDocument, { id: 'none' });
    expect(deletion).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' });
  });

  it('that the quota stops says how long to wait', async () => {
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '1' } });
    using dubbing = connect(gateway.url);
    await dubbing.query(operations.BalanceDocument, {});
    const outcome = await dubbing.write(DeleteDubbingProjectDocument, { id: '1001' });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
  });

  it('whose outcome is unknown is repeated with the same key, and done once', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const lost = { on: { method: 'POST' }, times: 3, answer: { kind: 'reset-after-work' } } as const;
    gateway.sandbox.misfortune(lost);
    const outcome = expectKind(await dubbing.write(CreateDubbingProjectDocument, { input: PROJECT }), 'unknown');
    expect(outcome.code).toBe('OUTCOME_UNKNOWN');
    expectKind(await outcome.again(), 'ok');
    const keys = writesSentTo(gateway.sandbox).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    const names = [...gateway.sandbox.account().dubbingProjects.values()].map(({ name }) => name);
    expect(names.filter((name) => name === PROJECT.name)).toHaveLength(1);
    // The outcome is known: the same content is another thing to do.
    expectKind(await dubbing.write(CreateDubbingProjectDocument, { input: PROJECT }), 'ok');
    const later = writesSentTo(gateway.sandbox).at(-1)?.headers['idempotency-key'];
    expect(keys).not.toContain(later);
  });

  it('whose answer never comes is unknown', async () => {
    const { url, ...gateway } = await startGateway();
    await gateway[Symbol.asyncDispose]();
    using dubbing = connect(url);
    const outcome = await dubbing.write(DeleteDubbingProjectDocument, { id: '1001' });
    expect(expectKind(outcome, 'unknown').code).toBe('NETWORK');
  });

  it('is one write for two clicks, and another one for another content', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const { name, ...rest } = PROJECT;
    await Promise.all([
      dubbing.write(CreateDubbingProjectDocument, { input: PROJECT }),
      dubbing.write(CreateDubbingProjectDocument, { input: { ...rest, name } }),
      dubbing.write(CreateDubbingProjectDocument, { input: { ...PROJECT, name: 'Other' } }),
    ]);
    expect(writesSentTo(gateway.sandbox)).toHaveLength(2);
  });

  it('sends files', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const referenceAudio = [new File([wavOf()], 'reference.wav')];
    const input = { text: 'Bonjour', language: 'fr-FR', referenceAudio };
    const outcome = expectKind(await dubbing.write(SynthesizeSpeechDocument, { input }), 'ok');
    expect(outcome.value.audio.url).toMatch(/^http/);
  });
});

describe('Until jobs are done', () => {
  it('gives the last update of each, and each update before', async () => {
    await using gateway = await startWatching();
    const account = gateway.sandbox.account();
    const projects = ['1', '2'].map((id) => account.putDubbingProject({ id, name: id, work: running() }));
    using dubbing = connect(gateway.url);
    const ids = ['DubbingProject:1', 'DubbingProject:2'];
    const kinds: string[] = [];
    const done = dubbing.untilDone(ids, { onUpdate: ({ kind }) => kinds.push(kind) });
    await expect.poll(() => kinds, PATIENCE).toEqual(['SNAPSHOT', 'SNAPSHOT']);
    for (const project of projects) project.work = finished();
    const updates = await done;
    expect([...updates.keys()].sort()).toEqual(ids);
    expect(updates.get('DubbingProject:1')).toMatchObject({ job: { state: 'DONE' }, project: { status: 'READY' } });
  });

  it('names the id that does not exist', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putDubbingProject({ id: '1', name: 'One', work: running() });
    using dubbing = connect(gateway.url);
    await expect(dubbing.untilDone(['DubbingProject:1', 'Video:proj_1/none'])).rejects.toMatchObject({
      name: 'JobsNotFoundError',
      ids: ['Video:proj_1/none'],
    });
  });

  it('can be broken off', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putDubbingProject({ id: '1', name: 'One', work: running() });
    using dubbing = connect(gateway.url);
    const signal = AbortSignal.timeout(300);
    await expect(dubbing.untilDone(['DubbingProject:1'], { signal })).rejects.toThrow(/timeout/);
  });
});

describe('An artifact', () => {
  it('is uploaded, and returned once videos can be made from it', async () => {
    await using gateway = await startWatching({ sandbox: { speed: 600 } });
    using dubbing = connect(gateway.url);
    const file = new File([new Uint8Array(10_000)], 'harbour.mp4', { type: 'video/mp4' });
    const outcome = expectKind(await dubbing.putArtifact(file), 'ok');
    expect(outcome.value).toMatchObject({ isUsable: true, name: 'harbour.mp4', sizeBytes: 10_000 });
  });

  it('that the gateway does not accept is an outcome, too', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    const outcome = await dubbing.putArtifact(new Blob(['text']), { name: ' ' });
    expect(outcome).toMatchObject({ kind: 'invalid' });
  });
});

describe('A document', () => {
  it('has the types of its data and variables for any other client', () => {
    type Document = typeof DubbingProjectsDocument;
    expectTypeOf<DataOf<Document>>().toEqualTypeOf<operations.DubbingProjectsQuery>();
    expectTypeOf<VariablesOf<Document>>().toEqualTypeOf<operations.DubbingProjectsQueryVariables>();
    const variables: VariablesOf<Document> = { first: 2 };
    expect([DubbingProjectsDocument.text, variables]).toEqual([expect.stringMatching(/^query /), { first: 2 }]);
  });
});

describe('The estimate of a job', () => {
  const startedAt = '2026-01-01T10:00:00Z';
  const expectedAt = '2026-01-01T11:00:00Z';
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);

  it.for([
    [
      'half of the time',
      { startedAt, expectedAt },
      '10:30:00',
      { share: 0.5, remainingMs: 1_800_000, isOverdue: false },
    ],
    ['before its begin', { startedAt, expectedAt }, '09:00:00', { share: 0, remainingMs: 7_200_000, isOverdue: false }],
    ['after its end', { startedAt, expectedAt }, '12:00:00', { share: 0.99, remainingMs: 0, isOverdue: true }],
    ['no begin', { expectedAt }, '10:30:00', { share: null, remainingMs: 1_800_000, isOverdue: false }],
    [
      'a begin after its end',
      { startedAt: expectedAt, expectedAt: startedAt },
      '10:30:00',
      { share: null, isOverdue: true },
    ],
    ['no end', { startedAt, expectedAt: null }, '10:30:00', { share: null, remainingMs: null, isOverdue: false }],
  ] as const)('with %s', ([, span, time, expected]) => {
    expect(estimateOf(span, at(time))).toMatchObject(expected);
  });
});

describe('Trusted documents', () => {
  it('are those of the kit, by their hashes', async () => {
    await using folder = await makeFolder();
    const documents = Object.values(operations).map(({ hash, text }) => [hash, text]);
    const file = await folder.write('trusted-documents.json', Object.fromEntries(documents));
    await using gateway = await startGateway({ env: { TRUSTED_DOCUMENTS: file } });
    using dubbing = connect(gateway.url, { trusted: true });
    expect((await dubbing.query(DubbingProjectsDocument, { first: 1 })).data?.dubbingProjects?.nodes).toHaveLength(1);
    const id = SEEDED.dubbingProjects.ready;
    for await (const update of dubbing.watch(DubbingProjectUpdatedDocument, { id })) {
      expect(update).toMatchObject({ project: { status: 'READY' } });
    }
    using untrusted = connect(gateway.url);
    await expect(untrusted.query(RequestBudgetDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('The kit’s core', () => {
  const folder = new URL('../../schema/client/core/', import.meta.url);

  it('imports no package', () => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      expect([...text.matchAll(/(?:from|import) '([^.'][^']*)'/g)].map(([, module]) => `${name}: ${module}`)).toEqual(
        [],
      );
    }
  });

  it('is at most 8 KB, built by Vite and compressed', async () => {
    const [built] = (await build({
      configFile: false,
      logLevel: 'error',
      root: folder.pathname,
      build: { write: false, lib: { entry: 'index.ts', formats: ['es'] } },
    })) as Rollup.RollupOutput[];
    const code = built?.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('') ?? '';
    expect(code).toContain('graphql-transport-ws');
    expect(gzipSync(code).length).toBeLessThanOrEqual(8192);
  });
});

describe('The requests to the service', () => {
  it('are one for the first query of the README', async () => {
    await using gateway = await startGateway();
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const query = /"query": "(\{[^"]*\})"/.exec(readme)?.[1] ?? '';
    const { data } = (await gateway.ask(query)) as { data: { dubbingProjects: { totalCount: number } } };
    expect([data.dubbingProjects.totalCount, gateway.upstreamRequests()]).toEqual([4, ['GET /api/v1/projects']]);
  });

  it('are one for a page of projects, and none for one that is watched', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    await dubbing.query(DubbingProjectsDocument, { first: 50 });
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects']);
    for await (const _ of dubbing.watch(operations.DubbingProjectsUpdatedDocument, { snapshot: false })) {
      gateway.upstreamRequests();
      const { data } = await dubbing.query(DubbingProjectsDocument, { first: 50 });
      expect([data?.dubbingProjects?.nodes.length, gateway.upstreamRequests()]).toEqual([8, []]);
      break;
    }
  });
});
