import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/index.ts';
import { type Measurements, NO_MEASUREMENTS } from '../contracts/measurements.ts';
import { NO_TRACING, type Tracing } from '../contracts/tracing.ts';
import type { Documents } from './documents/documents.ts';
import { openDocuments } from './documents/open-documents.ts';
import { createRunner, type RunOperation } from './execution/run-operation.ts';
import { type ByteShares, createByteShares, HELD_BYTES, type HeldBytesLimits } from './fairness/byte-shares.ts';
import type { WorkLimits, WorkParts } from './fairness/operation-work.ts';
import { createTaskQueue } from './fairness/task-queue.ts';
import { createWorkParts } from './fairness/work-parts.ts';
import { createGraphiqlAnswer, isVisit } from './graphiql/answer-graphiql.ts';
import type { GraphiqlTab } from './graphiql/page.ts';
import { createGraphqlRoute } from './graphql-route.ts';
import { createAudioAnswer, type FindAudio } from './http/audio.ts';
import type { ClosableResponse } from './http/closable-response.ts';
import { descriptorLimit } from './http/connection-room.ts';
import { type Cors, createCors } from './http/cors.ts';
import { createHealthAnswers, type GatewayHealth, type StreamingHealth } from './http/health.ts';
import { type Listener, listen, PATIENCE, type RequestHandler, type Timeouts } from './http/listen.ts';
import { createOrigins, ownOrigins } from './http/origins.ts';
import { AUDIO_PATH, pathReader } from './http/paths.ts';
import { logRefusedOrigins } from './http/refused-origins.ts';
import { answerJson } from './http/respond.ts';
import { BODY_TIMEOUTS, type BodyTimeouts } from './request/body-timeouts.ts';
import type { Authenticate, Caller } from './request/caller.ts';
import { type ContextRequest, type OperationContext, requestIdOf } from './request/operation-request.ts';
import { STREAMING_LIMITS, type StreamingLimits } from './subscriptions/streaming-limits.ts';
import { openStreamingTransports, type StreamingTransports } from './subscriptions/streaming-transports.ts';
import { refuseUpgrade } from './subscriptions/websocket/web-sockets.ts';
import type { AdmitUpload } from './upload/receive-operation.ts';
import { type Spool, startSpool } from './upload/spool.ts';
import type { UploadQuota } from './upload/upload-quota.ts';

/** The parts of a server. `Viewer`, who asks, means nothing to it: it hands on what `authenticate` gave. */
export interface ServerParts<Viewer extends Caller> {
  readonly config: Pick<
    Config,
    'http' | 'auth' | 'graphiql' | 'introspection' | 'trustedDocuments' | 'shutdownGraceMs'
  > &
    Partial<Pick<Config, 'shutdownDelayMs' | 'maxSocketAgeMs'>> & {
      readonly service: Pick<Config['service'], 'kind'>;
    };
  readonly log: Logger;
  readonly clock: Clock;
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate<Viewer>;
  /**
   * Whether files are received of a caller, before any of them has come.
   * @returns false where nobody knows whether the caller is who it says: all of these share what one client may have
   * @throws GatewayError if they are not
   */
  admitUpload?(viewer: Viewer): Promise<boolean>;
  /** Counts what happens. Default: nothing is counted. */
  readonly measurements?: Measurements;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
  /** Makes the context of one operation; called after the operation has passed every check. */
  createContext(call: ContextRequest<Viewer>): OperationContext;
  /** The state of the parts behind the server in `/health`. */
  readonly health?: () => GatewayHealth;
  /** The files of `/audio/<token>`; none without it. */
  readonly findAudio?: FindAudio;
  /** Called shortly before the end of the grace: whatever waits for the service is to be answered at once. */
  readonly giveUp?: () => void;
  /** The example operations that GraphiQL opens with. */
  readonly graphiqlTabs?: readonly GraphiqlTab[];
  /** How patient it is with a slow connection; for tests. */
  readonly timeouts?: Partial<Timeouts>;
  readonly pace?: Partial<BodyTimeouts>;
  /** How much one operation may do; for tests. */
  readonly workLimits?: Partial<WorkLimits>;
  /** How much is held for those who ask; for tests. */
  readonly heldBytes?: Partial<HeldBytesLimits>;
  /** The limits of open connections, for tests. */
  readonly liveLimits?: Partial<StreamingLimits>;
  /** Where files lie as long as their operation runs: a folder on a disk of this machine. Default: the system's temporary one. */
  readonly spoolFolder?: string;
  /** How many connections and files the process may have open. Default: as many as the system lets it. */
  readonly descriptors?: number;
  /** How much may lie there; for tests. */
  readonly spoolRoom?: Partial<UploadQuota>;
}

/** How the server is observed. */
interface Observing {
  readonly measurements: Measurements;
  readonly tracing: Tracing;
}

export interface RunningServer extends AsyncDisposable {
  /** PUBLIC_URL, or where it listens: without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Connections that are open. */
  streaming(): StreamingHealth;
}

/**
 * Listens, and serves until disposed of. Disposing stops gracefully: not ready at once, what runs may finish
 * within `shutdownGraceMs`, which begin after `shutdownDelayMs`, then it is cut off.
 * @throws UnusableDocumentsError; what the system says of the address, such as EADDRINUSE
 */
export async function startServer<Viewer extends Caller>(parts: ServerParts<Viewer>): Promise<RunningServer> {
  const { config, log, clock, timeouts, spoolFolder = tmpdir(), spoolRoom: room } = parts;
  const { descriptors = descriptorLimit() } = parts;
  const { measurements = NO_MEASUREMENTS, tracing = NO_TRACING } = parts;
  const documents = openDocuments({ ...config, schema: parts.schema, measurements });
  await using started = new AsyncDisposableStack();
  const spool = started.use(await startSpool({ parent: spoolFolder, room, log, clock }));
  const listener = started.use(
    await listen({
      ...config.http,
      ...stoppingOf(config),
      mostConnections: mostConnections(descriptors),
      timeouts,
      log,
    }),
  );
  const url = config.http.publicUrl ?? listener.url;
  const routes = createRoutes({ ...parts, measurements, tracing, documents }, listener, spool);
  listener.serve(routes);
  const running = started.move();
  return { url, port: listener.port, streaming: routes.streaming, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function createRoutes<Viewer extends Caller>(
  parts: ServerParts<Viewer> & { readonly documents: Documents } & Observing,
  listener: Listener,
  spool: Spool,
): RequestHandler & Pick<RunningServer, 'streaming'> {
  const { config } = parts;
  const cors = corsOf(parts, listener);
  const run = createRunner({ ...parts, introspection: config.introspection });
  const shared = createShared(parts);
  const live = openLive<Viewer>({ ...parts, ...shared }, cors, run);
  const health = createHealthAnswers({ ...parts, listener, streaming: live.health });
  const pathOf = pathReader(config.http.publicUrl);
  const { stalledMs } = { ...PATIENCE, ...parts.timeouts };
  const askGraphql = createGraphqlRoute({
    ...parts,
    stalledMs,
    ...shared,
    ...live,
    run,
    cors,
    spool,
    admitUpload: uploadAdmissionOf(parts),
    pace: { ...BODY_TIMEOUTS, ...parts.pace },
  });
  const answerGraphiql = createGraphiqlAnswer(
    { tabs: parts.graphiqlTabs ?? [], headers: EXAMPLE_HEADERS[config.auth.mode] },
    { clock: parts.clock, stalledMs },
  );
  const answerAudio = createAudioAnswer({
    find: parts.findAudio ?? (async () => null),
    cors,
    clock: parts.clock,
    stalledMs,
  });

  /** Answers anything that is no operation, and no page or file. A page of another origin reads it only with the headers of CORS. */
  function answerOther(request: IncomingMessage, response: ServerResponse, requestId: string, path: string): void {
    const headers = { 'x-request-id': requestId, vary: 'origin', ...cors.headersFor(request.headers) };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, ...cors.preflightHeadersFor(request.headers, METHODS) }).end();
      return;
    }
    const probe = health[path];
    if (probe) probe(request, response, headers);
    else if (path !== '/graphql' && !path.startsWith(AUDIO_PATH)) answerJson(response, 404, NOTHING_HERE, headers);
    else
      answerJson(response, 503, { error: 'The gateway is stopping.' }, { ...headers, 'retry-after': STOPPING_SECONDS });
  }

  async function answer(request: IncomingMessage, response: ClosableResponse): Promise<void> {
    const requestId = requestIdOf(request);
    const headers = { 'x-request-id': requestId };
    const path = pathOf(request);
    if (listener.stopping) return answerOther(request, response, requestId, path);
    if (path.startsWith(AUDIO_PATH)) return answerAudio(request, response, path.slice(AUDIO_PATH.length), headers);
    if (path !== '/graphql' || request.method === 'OPTIONS') return answerOther(request, response, requestId, path);
    if (config.graphiql && isVisit(request)) return answerGraphiql(request, response, headers);
    return askGraphql(request, response, requestId);
  }

  return {
    answer,
    upgrade(request, connection, head) {
      if (pathOf(request) !== '/graphql') return refuseUpgrade(connection, 404);
      if (listener.stopping) return refuseUpgrade(connection, 503);
      live.sockets.answer(request, connection, head);
    },
    connected: () => shared.turns.connected(),
    upgraded: () => live.sockets.size,
    failureHeaders: ({ headers }) => ({ vary: 'origin', ...cors.headersFor(headers) }),
    giveUp: () => parts.giveUp?.(),
    end: live.end,
    streaming: live.health,
  };
}

/** The resources that all clients share. */
interface Shared extends WorkParts {
  readonly bytes: ByteShares;
}

function createShared({ clock, heldBytes, workLimits }: ServerParts<Caller>): Shared {
  const turns = createTaskQueue({ sliceMs: STREAMING_LIMITS.sliceMs, clock });
  return { bytes: createByteShares({ ...HELD_BYTES, ...heldBytes }), ...createWorkParts(turns, workLimits) };
}

/** The open connections. */
function openLive<Viewer extends Caller>(
  parts: ServerParts<Viewer> & Shared & { readonly documents: Documents } & Observing,
  cors: Cors,
  run: RunOperation<Viewer>,
): StreamingTransports<Viewer> {
  const { introspection, shutdownGraceMs, maxSocketAgeMs = 0 } = parts.config;
  return openStreamingTransports<Viewer>({
    ...parts,
    graceMs: shutdownGraceMs,
    maxSocketAgeMs,
    introspection,
    run,
    cors,
    limits: { ...limitsFor(parts.descriptors ?? descriptorLimit()), ...parts.liveLimits },
    sharesConnections: parts.config.auth.mode !== 'open',
  });
}

function corsOf<Viewer extends Caller>({ config, log, clock }: ServerParts<Viewer>, { port }: Listener): Cors {
  const { host, publicUrl, allowedOrigins } = config.http;
  return createCors(
    createOrigins({
      allowed: [...ownOrigins(publicUrl, host, port), ...allowedOrigins],
      trustsHost: config.auth.mode !== 'open' || config.service.kind === 'sandbox',
      trustsLoopback: config.service.kind === 'sandbox',
      onRefused: logRefusedOrigins(log, clock),
    }),
  );
}

function uploadAdmissionOf<Viewer extends Caller>(parts: ServerParts<Viewer>): AdmitUpload {
  return async (headers) => {
    const viewer = await parts.authenticate(headers);
    const isProven = (await parts.admitUpload?.(viewer)) ?? true;
    // Where nobody is asked, all are one, and nothing could be shared out.
    if (parts.config.auth.mode === 'open') return null;
    return isProven ? viewer.client : UNPROVEN;
  };
}

const stoppingOf = ({ shutdownDelayMs = 0, shutdownGraceMs }: ServerParts<Caller>['config']) => ({
  delayMs: shutdownDelayMs,
  graceMs: shutdownGraceMs,
});

/** Files, the log, the event loop, and connections to the service. */
const OTHER_DESCRIPTORS = 64;
const OWN_PART = 0.9;
/** The part of all connections that may stay open: the rest is for short requests, health probes among them. */
const LASTING_PART = 0.8;

const mostConnections = (descriptors: number): number => Math.max(1, (descriptors - OTHER_DESCRIPTORS) * OWN_PART);

const limitsFor = (descriptors: number): Partial<StreamingLimits> => ({
  connections: Math.min(STREAMING_LIMITS.connections, Math.floor(mostConnections(descriptors) * LASTING_PART)),
});

/** No client is called so. */
const UNPROVEN = '';

const METHODS = 'GET, POST';
/** About how long it takes until another instance, or the next one, answers in its place. */
const STOPPING_SECONDS = '5';

const NOTHING_HERE = { error: 'Not found. The graph is at /graphql.' } as const;

/** The headers for a visitor of GraphiQL to fill in. */
const authorizedBy = (what: string) => JSON.stringify({ authorization: `Bearer <${what}>` }, null, 2);
const EXAMPLE_HEADERS = {
  open: null,
  passthrough: authorizedBy('your API key'),
  tokens: authorizedBy('your token'),
  jwt: authorizedBy('your token'),
} as const;
