import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import type { Logger } from 'pino';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Task } from '../../fairness/task-queue.ts';
import type { Cors } from '../../http/cors.ts';
import type { Caller } from '../../request/caller.ts';
import { type ClientQuota, createClientQuota, EVERYBODY } from '../delivery/client-quota.ts';
import type { Closable } from '../delivery/closing.ts';
import { allOf } from '../delivery/connection-shares.ts';
import type { StreamingLimits } from '../streaming-limits.ts';
import { createNextFrames } from './frames.ts';
import { ReadRates } from './read-rates.ts';
import { SocketConnection, type SocketParts } from './socket.ts';
import { UnknownSockets } from './unknown-sockets.ts';

/** Operations over WebSockets. */
export interface WebSockets {
  /** Answers a request for a WebSocket at `/graphql`. */
  answer(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  open(): Iterable<Task & Closable>;
  readonly size: number;
  /** Resolves once those that are open are closed; when `cutOff` is aborted, they are cut off. */
  closed(cutOff: AbortSignal): Promise<void>;
}

export interface WebSocketsParts<Viewer extends Caller>
  extends Omit<SocketParts<Viewer>, 'places' | 'onKnown' | 'updateFrames' | 'rates'> {
  readonly cors: Cors;
  readonly connections: ClientQuota;
  /** The same, by client. */
  readonly shares: ClientQuota;
}

export function createWebSockets<Viewer extends Caller>(parts: WebSocketsParts<Viewer>): WebSockets {
  const { cors, connections, shares, limits, log, clock } = parts;
  const open = new Map<WebSocket, SocketConnection<Viewer>>();
  const byConnection = new WeakMap<Socket, SocketConnection<Viewer>>();
  const server = new WebSocketServer(optionsOf(limits));
  const socketParts = {
    ...parts,
    updateFrames: createNextFrames(),
    rates: new ReadRates(clock, limits.messagesPerSecond),
    places: allOf(createClientQuota(limits.socketsPerClient), shares),
    onKnown: (one: SocketConnection<Viewer>) => unknown.delete(one),
  };
  const unknown = new UnknownSockets<SocketConnection<Viewer>>(mostUnknown(limits), clock);

  function accept(socket: WebSocket, connection: Socket, authorization: string | undefined): void {
    const one = new SocketConnection(socketParts, socket, connection, authorization);
    open.set(socket, one);
    unknown.add(one);
    connections.acquire(EVERYBODY);
    for (const [event, listener] of Object.entries(LISTENERS)) socket.on(event, listener);
    byConnection.set(connection, one);
    // Before `ws` reads it.
    connection.prependListener('data', meter);
  }

  /** One function for all sockets, as those below. */
  function meter(this: Socket, chunk: Buffer): void {
    byConnection.get(this)?.meter(chunk);
  }

  /** The same functions for all sockets: their own for each of thousands would be a tenth of what those take in memory. */
  const LISTENERS = {
    message(this: WebSocket, data: RawData, isBinary: boolean) {
      open.get(this)?.receive(isBinary ? null : data.toString());
    },
    error: failureListener(log),
    close(this: WebSocket) {
      const one = open.get(this);
      if (!one) return;
      one.end();
      unknown.delete(one);
      open.delete(this);
      connections.release(EVERYBODY);
    },
  };

  return {
    open: () => open.values(),
    get size() {
      return open.size;
    },

    answer(request, connection, head) {
      if (!(connection instanceof Socket)) connection.destroy();
      else if (!cors.allows(request)) refuseUpgrade(connection, 403);
      else if (!offersProtocol(request)) refuseUpgrade(connection, 400);
      else if (connections.isFull(EVERYBODY)) refuseUpgrade(connection, 503);
      else {
        const { authorization } = request.headers;
        server.handleUpgrade(request, connection, head, (socket) => accept(socket, connection, authorization));
      }
    },

    async closed(cutOff) {
      const terminate = () => {
        for (const one of open.values()) one.terminate();
      };
      cutOff.addEventListener('abort', terminate);
      await Promise.all([...open.keys()].map(closeOf));
      cutOff.removeEventListener('abort', terminate);
    },
  };
}

/** One listener for both: node keeps two of the same event in a list, a fortieth of what a socket takes. */
function failureListener(log: Logger): (this: WebSocket, error: Error) => void {
  return function (error) {
    log.debug({ err: error }, 'socket failed');
    // `ws` reads on at the next tick after a message that it refuses, also of a socket that is not to be read any more.
    if (this.isPaused) process.nextTick(() => this.pause());
  };
}

/** The overhead of a message, in bytes. */
const MOST_FRAGMENTS = 256;
/** As they come over the network, of a frame that is not whole. */
const MOST_CHUNKS = 4096;

function optionsOf({ messageBytes, closingMs }: StreamingLimits) {
  return {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytes,
    maxFragments: MOST_FRAGMENTS,
    maxBufferedChunks: MOST_CHUNKS,
    closeTimeout: closingMs,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
  };
}

/** How many of the open ones may not have said yet who they are. */
const mostUnknown = ({ connections }: StreamingLimits): number => Math.max(16, Math.floor(connections / 10));

const closeOf = (socket: WebSocket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** By its exact name, and not the one of its predecessor, which has no rule that a client says first who it is. */
function offersProtocol({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol']?.split(',') ?? [];
  return offered.some((protocol) => protocol.trim() === GRAPHQL_TRANSPORT_WS_PROTOCOL);
}

/** Answers a request for a WebSocket that is given none. */
export function refuseUpgrade(connection: Duplex, status: number): void {
  connection.on('error', () => connection.destroy());
  connection.once('finish', () => connection.destroy());
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
