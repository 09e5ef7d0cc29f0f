import { once } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../caller.ts';
import type { Cors } from '../cors.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { LiveLimits } from './live-limits.ts';
import { createPlaces, EVERYBODY, type Places } from './places.ts';
import { SocketConnection, type SocketParts } from './socket.ts';

/** Operations over WebSockets. */
export interface WebSockets {
  /** Answers a request for a WebSocket at `/graphql`. */
  open(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /** Ends all of them once what runs has been answered; when `cutOff` is aborted, at once. */
  end(cutOff: AbortSignal): Promise<void>;
}

export interface WebSocketsParts<Viewer> extends Omit<SocketParts<Viewer>, 'places'> {
  readonly cors: Cors;
  readonly heartbeats: Heartbeats;
  readonly connections: Places;
}

export function createWebSockets<Viewer extends Caller>(parts: WebSocketsParts<Viewer>): WebSockets {
  const { cors, connections, heartbeats, limits } = parts;
  const socketParts = { ...parts, places: createPlaces(limits.socketsPerClient) };
  const open = new Map<SocketConnection<Viewer>, WebSocket>();
  const server = new WebSocketServer(optionsOf(limits));

  function accept(request: IncomingMessage, connection: Socket, socket: WebSocket): void {
    const one = new SocketConnection(socketParts, socket, connection, request.headers.authorization);
    open.set(one, socket);
    heartbeats.add(one);
    socket.once('close', () => {
      open.delete(one);
      heartbeats.delete(one);
    });
  }

  return {
    open(request, connection, head) {
      if (!(connection instanceof Socket)) return void connection.destroy();
      if (!cors.allows(request.headers)) return refuseUpgrade(connection, 403);
      if (!offersProtocol(request)) return refuseUpgrade(connection, 400);
      if (!connections.take(EVERYBODY)) return refuseUpgrade(connection, 503);
      connection.once('close', () => connections.give(EVERYBODY));
      server.handleUpgrade(request, connection, head, (socket) => accept(request, connection, socket));
    },

    async end(cutOff) {
      const terminate = () => {
        for (const one of open.keys()) one.terminate();
      };
      cutOff.addEventListener('abort', terminate);
      for (const one of open.keys()) one.goAway();
      await Promise.all([...open.values()].map((socket) => once(socket, 'close')));
      cutOff.removeEventListener('abort', terminate);
    },
  };
}

function optionsOf({ messageBytes, closingMs }: LiveLimits) {
  return {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytes,
    closeTimeout: closingMs,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
  };
}

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
