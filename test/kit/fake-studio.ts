/** The whole gateway on a service of node:http whose world a test moves: what it knows, how late, and in which order. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/index.ts';
import { createLog } from '../../src/observability/log.ts';
import { type Answer, type AskOptions, type GraphAnswer, post } from './gateway.ts';
import { type Stream, type SubscribeOptions, subscribe } from './subscribe.ts';

interface FakeProject {
  readonly status: string;
  readonly name: string;
}
interface FakeVideo {
  readonly name: string;
  readonly langs: readonly { readonly lang: string; readonly pendingOn: string | null }[];
}

export interface FakeStudio extends AsyncDisposable {
  readonly projects: Map<string, FakeProject>;
  readonly artifacts: Map<string, { readonly status: string; readonly name: string }>;
  readonly videos: Map<string, FakeVideo>;
  balance: number;
  /** False: what is created is not there yet. */
  knowsNew: boolean;
  /** False: what is deleted is still there. */
  forgetsDeleted: boolean;
  /** The id of the last creation. */
  readonly lastId: string;
  /** As `GET /api/v1/balance`. */
  readonly requests: readonly string[];
  /** The next request for this path is answered with what is so by then, but only when the returned function is called. */
  holdBack(path: string): () => void;
  /** Waits until a request for this path was held back. */
  arrived(path: string): Promise<void>;
  /** These are answered "not found" so many times. */
  notFound(path: string, times: number): void;
  /** The list lacks all projects so many times. */
  emptyLists: number;
  ask(query: string, options?: AskOptions): Promise<GraphAnswer>;
  subscribe(query: string, options?: SubscribeOptions): Stream;
}

const CREATED = '2026-01-02T03:04:05.000Z';

export async function startFakeStudio({
  env,
}: {
  readonly env: Readonly<Record<string, string>>;
}): Promise<FakeStudio> {
  await using started = new AsyncDisposableStack();
  const requests: string[] = [];
  const held = new Map<string, { readonly gate: Promise<void>; readonly arrive: () => void }>();
  const arrivals = new Map<string, Promise<void>>();
  const missing = new Map<string, number>();
  const world = {
    projects: new Map<string, FakeProject>([
      ['ready', { status: 'ready', name: 'Ready' }],
      ['running', { status: 'in_progress', name: 'Running' }],
    ]),
    artifacts: new Map([['a1', { status: 'upload_started', name: 'Film' }]]),
    videos: new Map<string, FakeVideo>([
      ['s1/vid1', { name: 'Harbour', langs: [{ lang: 'fr-FR', pendingOn: 'system' }] }],
    ]),
    balance: 500,
    knowsNew: true,
    forgetsDeleted: true,
    lastId: '',
    emptyLists: 0,
  };
  const answer = (request: IncomingMessage, body: Answer) => respond(world, missing, request, body);
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const { status, body } = answer(request, await readBody(request));
    const hold = held.get(path);
    held.delete(path);
    hold?.arrive();
    await hold?.gate;
    send(response, status, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const config = readConfig({
    PORT: '0',
    AUTH_MODE: 'open',
    DUBBING_API_URL: url,
    STUDIO_API_URL: url,
    DUBBING_API_KEY: 'key',
    QUOTA_PER_MINUTE: '0',
    QUOTA_PER_DAY: '0',
    SHUTDOWN_GRACE_MS: '200',
    ...env,
  });
  const app = started.use(await startApp(config, { log: createLog({ level: 'silent' }) }));
  const running = started.move();
  return Object.assign(world, {
    requests,
    holdBack(path: string) {
      const gate = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      held.set(path, { gate: gate.promise, arrive: arrival.resolve });
      arrivals.set(path, arrival.promise);
      return gate.resolve;
    },
    arrived: async (path: string) => arrivals.get(path),
    notFound: (path: string, times: number) => void missing.set(path, times),
    ask: (query: string, options?: AskOptions) => post(app.url, query, options),
    subscribe: (query: string, options?: SubscribeOptions) => subscribe(app, query, options),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  });
}

type World = Pick<
  FakeStudio,
  'projects' | 'artifacts' | 'videos' | 'balance' | 'knowsNew' | 'forgetsDeleted' | 'emptyLists'
> & { lastId: string };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const NOT_FOUND: Reply = { status: 404, body: { error: 'Not found' } };
const ok = (body: unknown): Reply => ({ status: 200, body });

function respond(
  world: World,
  missing: Map<string, number>,
  { method, url = '' }: IncomingMessage,
  body: Answer,
): Reply {
  const left = missing.get(url) ?? 0;
  if (left > 0) {
    missing.set(url, left - 1);
    return NOT_FOUND;
  }
  const path = url
    .split('/')
    .slice(2)
    .filter((part) => part !== 'v1');
  if (method === 'POST') return create(world, path, body);
  if (method === 'DELETE') return remove(world, path);
  return read(world, path);
}

function read(world: World, [kind, id = '', videos, videoId, status]: readonly string[]): Reply {
  switch (kind) {
    case 'balance':
      return ok({ balance_minutes: world.balance });
    case 'options':
      return ok({ source_languages: ['en'], target_languages: ['fr-FR', 'de-DE', 'it-IT'] });
    case 'artifacts':
      return artifactReply(world, id);
    case 'projects':
      if (id === '') return listReply(world);
      return videos === undefined ? projectReply(world, id) : videoReply(world, `${id}/${videoId}`, status);
    default:
      return NOT_FOUND;
  }
}

function listReply(world: World): Reply {
  const isEmpty = world.emptyLists > 0;
  if (isEmpty) world.emptyLists -= 1;
  return ok({
    projects: isEmpty ? [] : [...world.projects].map(([id, project]) => ({ project_id: id, ...summary(project) })),
  });
}

const summary = ({ status, name }: FakeProject) => ({
  name,
  status,
  source_lang: 'en',
  target_lang: 'fr-FR',
  cost_minutes: 1,
  created_date: CREATED,
});

function projectReply({ projects }: World, id: string): Reply {
  const project = projects.get(id);
  return project === undefined ? NOT_FOUND : ok({ ...summary(project), mixing_mode: 'voiceover_only' });
}

function artifactReply({ artifacts }: World, id: string): Reply {
  const artifact = artifacts.get(id);
  return artifact === undefined ? NOT_FOUND : ok({ id, type: 'video', createdAt: CREATED, ...artifact });
}

function videoReply({ videos }: World, key: string, status: string | undefined): Reply {
  const video = videos.get(key);
  if (video === undefined) return NOT_FOUND;
  const { name, langs } = video;
  if (status !== undefined) {
    return ok({ langs: langs.map((entry) => ({ phase: 'translation', isError: false, eta: null, ...entry })) });
  }
  return ok({ id: key.split('/')[1], name, status: 'in_progress', dstLangs: langs.map(({ lang }) => lang) });
}

function create(world: World, [kind, id, videos]: readonly string[], body: Answer): Reply {
  if (kind === 'artifacts') {
    world.lastId = 'a9';
    if (world.knowsNew) world.artifacts.set('a9', { status: 'upload_completed', name: body.name });
    return ok({ id: 'a9', name: body.name, type: 'video', status: 'upload_started', createdAt: CREATED });
  }
  if (videos !== undefined) {
    world.lastId = `${id}/v9`;
    if (world.knowsNew) world.videos.set(`${id}/v9`, { name: body.name, langs: [] });
    return ok({ id: 'v9', name: body.name, status: 'new', dstLangs: body.targetLanguages });
  }
  world.lastId = '9001';
  if (world.knowsNew) world.projects.set('9001', { status: 'in_progress', name: body.name });
  return ok({
    project_id: '9001',
    cost_minutes: 1,
    balance_minutes: 499,
    estimated_completion_date: null,
    translations_count: 0,
  });
}

function remove(world: World, [kind, id = '', videos, videoId]: readonly string[]): Reply {
  if (world.forgetsDeleted) {
    if (videos !== undefined) world.videos.delete(`${id}/${videoId}`);
    else if (kind === 'projects') world.projects.delete(id);
  }
  return ok({ success: true, message: 'deleted', deleted: true });
}

async function readBody(request: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? null : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
