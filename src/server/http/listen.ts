import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ClosableResponse } from './closable-response.ts';
import { createConnectionRoom } from './connection-room.ts';
import { LinkedSet } from './linked-set.ts';

/** How patient the server is with a connection. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For a whole request, of whatever kind: one with files takes a while. */
  readonly requestMs: number;
  /** For the next request on an open connection. */
  readonly keepAliveMs: number;
  /** For a reader who takes nothing of a file that it is sent: a paused player comes back with a Range. */
  readonly stalledMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
}

export const PATIENCE: Timeouts = {
  headersMs: 20_000,
  // Three of the largest files at 1.4 Mbit/s. Anything else is given up earlier (`pace.ts`).
  requestMs: 15 * 60_000,
  // Above the 60 s after which common load balancers drop an idle connection: they must be the ones who close it,
  // or a request of theirs meets a closed socket.
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  checkEveryMs: 5_000,
};

/** Each takes a hundred bytes, before anybody knows who asks. A browser sends a dozen or two, and proxies add some. */
const MAX_HEADERS = 200;

/**
 * Connections that wait to be accepted; the system may allow fewer. When an instance stops, thousands come at once: by default node
 * has room for 511, and who finds none tries again a second later, or is reset.
 */
const BACKLOG = 4_096;

/** Who answers. */
export interface RequestHandler {
  /** A rejection is a bug: it is logged, and answered with 500. */
  answer(request: IncomingMessage, response: ClosableResponse): Promise<void>;
  /** The headers of the answer to a request that could not be answered. */
  failureHeaders(request: IncomingMessage): OutgoingHttpHeaders;
  /** Takes over the connection of a request for a WebSocket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /** A connection was accepted. */
  connected(): void;
  /** How many connections it has taken over that are open. */
  upgraded(): number;
  /** Ends the wait for the service: what is under way is answered as far as it has come. */
  giveUp(): void;
  /** Called once, when the server stops: ends what would last; at once when `cutOff` is aborted. */
  end(cutOff: AbortSignal): Promise<void>;
}

/** A bound address, and the connections to it. */
export interface Listener extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** False from the moment of its disposal: whoever shares out requests is to choose another instance. */
  readonly isReady: boolean;
  /** From then on, or `delayMs` later: what runs is finished, and nothing new is begun. */
  readonly stopping: boolean;
  /** To be called once. */
  serve(service: RequestHandler): void;
}

/** @throws what the system says of the address, such as EADDRINUSE */
export async function listen(options: {
  readonly host: string;
  readonly port: number;
  /** How long all goes on after the request to stop. */
  readonly delayMs: number;
  /** How long what runs may then take. */
  readonly graceMs: number;
  /** At once: beyond that, those that are silent or idle are closed for new ones. */
  readonly mostConnections: number;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly log: Logger;
}): Promise<Listener> {
  const { host, delayMs, graceMs, log } = options;
  const timeouts = { ...PATIENCE, ...options.timeouts };
  const server = createServer<typeof IncomingMessage, typeof ClosableResponse>({
    ServerResponse: ClosableResponse,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // Any other upgrade that is offered may be passed over, such as curl's to HTTP/2.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  // More of them are refused with 431.
  server.maxHeadersCount = MAX_HEADERS;
  server.on('clientError', refuseMalformed);
  server.listen({ port: options.port, host, backlog: BACKLOG });
  await once(server, 'listening');
  // Such as too many open files: the next connection may well be served.
  server.on('error', (error) => log.error({ err: error }, 'accept failed'));
  const running = new LinkedSet<ClosableResponse>();
  const port = portOf(server);
  let isReady = true;
  let stopping = false;
  let stopped: Promise<void> | undefined;
  let served: RequestHandler | undefined;
  const room = createConnectionRoom(server, options.mostConnections, () => served?.upgraded() ?? 0);
  async function stopAfterDelay(): Promise<void> {
    // Without a delay nothing new is begun from this moment on.
    if (delayMs > 0) await pause(delayMs);
    stopping = true;
    await stop(server, { running, silent: room.silent() }, served, graceMs);
  }
  /** One function for all responses: some last, by the thousand. */
  function forget(this: ClosableResponse): void {
    running.delete(this);
    room.rest(this);
    this.closeListener?.closed(this);
  }

  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    get isReady() {
      return isReady;
    },
    get stopping() {
      return stopping;
    },
    serve(service) {
      served = service;
      server.on('connection', () => service.connected());
      server.on('upgrade', (request, connection, head) => service.upgrade(request, connection, head));
      server.on('request', (request, response) => {
        running.add(response);
        response.on('close', forget);
        if (stopping) response.shouldKeepAlive = false;
        service.answer(request, response).catch((error) => answerFailure(error, response, service, log));
      });
    },
    [Symbol.asyncDispose]: () => {
      isReady = false;
      stopped ??= stopAfterDelay();
      return stopped;
    },
  };
}

/** A rejection is a bug, unless the caller has left: whatever was under way for it may well reject. */
function answerFailure(error: unknown, response: ClosableResponse, service: RequestHandler, log: Logger): void {
  if (response.destroyed) return;
  log.error({ err: error }, 'request failed');
  if (!response.headersSent) response.writeHead(500, { ...service.failureHeaders(response.req), connection: 'close' });
  response.end();
}

/**
 * Closes idle connections at once, and each other one after its answer. The address stays bound while something
 * runs, so that a probe gets 503 rather than a refused connection. A request that still runs shortly before the end of `graceMs` is given up,
 * which answers it; then it is cut off.
 */
async function stop(
  server: Server,
  { running, silent }: { readonly running: LinkedSet<ClosableResponse>; readonly silent: Iterable<Socket> },
  service: RequestHandler | undefined,
  graceMs: number,
): Promise<void> {
  const cutOff = new AbortController();
  const lastAnswers = setTimeout(() => service?.giveUp(), graceMs - timeForLastAnswers(graceMs));
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    cutOff.abort();
  }, graceMs);
  for (const response of running) response.shouldKeepAlive = false;
  server.closeIdleConnections();
  const lasting = service?.end(cutOff.signal);
  while (running.first !== null) await Promise.all([...running].map(closeOf));
  await lasting;
  const closed = once(server, 'close');
  server.close();
  for (const socket of silent) socket.destroy();
  await closed;
  clearTimeout(lastAnswers);
  clearTimeout(deadline);
}

/** Requests that are given up still have to be answered before the connections are cut. */
const timeForLastAnswers = (graceMs: number): number => Math.min(500, graceMs / 4);

const closeOf = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('close', resolve));

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

const STATUS_LINE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are no HTTP, or come too slowly. None of them is repeated. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const status = STATUS_LINE[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
