import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Linked, LinkedSet } from './linked-set.ts';

/** The connections of a server, as far as they may be closed for others. */
export interface ConnectionRoom {
  /** Those that have not brought a request yet; for the stop. */
  silent(): Iterable<Socket>;
  /** To be called when an answer is over: its connection waits for the next request. */
  rest(response: ServerResponse): void;
}

/** Each may hold the headers of a request, some 20 KB, and nobody knows whose it is. */
const MAX_SILENT = 1_000;
/** Each may hold half of the headers of its next request: node reports none before they are whole. */
const MAX_IDLE = 1_000;

/**
 * Keeps room for new connections. Each takes a descriptor of the process, and whoever comes when there is none left is turned
 * away, a health probe as well: so before that, the oldest connection that is silent goes, then the oldest that is idle. The
 * oldest silent one goes also where there are too many of them; where too many are idle, an answer closes its connection.
 * (node takes silent ones for busy: without knowing them, one would also hold up a stop until its headers are due.)
 * @param most that may be open at once
 * @param upgraded how many are WebSockets, which are counted by who has taken them over: a listener for each of thousands
 *   would be a fortieth of what those take in memory
 */
export function createConnectionRoom(server: Server, most: number, upgraded: () => number): ConnectionRoom {
  const connections = new Map<Socket, OpenConnection>();
  const silent = new LinkedSet<OpenConnection>();
  const idle = new LinkedSet<OpenConnection>();

  const leave = (socket: Socket): void => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    silent.delete(connection);
    idle.delete(connection);
  };

  const end = ({ socket }: OpenConnection): void => {
    leave(socket);
    socket.destroy();
  };

  /** One function for all connections: some last, by the thousand. */
  function forget(this: Socket): void {
    leave(this);
    connections.delete(this);
  }

  server.on('connection', (socket) => {
    const connection = new OpenConnection(socket);
    connections.set(socket, connection);
    silent.add(connection);
    socket.on('close', forget);
    if (silent.size > MAX_SILENT && silent.first !== null) end(silent.first);
    if (connections.size + upgraded() > most) oldestBut(connection, silent, idle)?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    leave(socket);
    if (idle.size >= MAX_IDLE) response.shouldKeepAlive = false;
  });
  server.on('upgrade', ({ socket }) => {
    leave(socket);
    connections.delete(socket);
    socket.off('close', forget);
  });
  return {
    *silent() {
      for (const { socket } of silent) yield socket;
    },
    rest({ req: { socket } }) {
      const connection = connections.get(socket);
      if (connection === undefined || socket.destroyed) return;
      idle.delete(connection);
      idle.add(connection);
    },
  };
}

class OpenConnection implements Linked<OpenConnection> {
  readonly socket: Socket;
  set: LinkedSet<OpenConnection> | null = null;
  previous: OpenConnection | null = null;
  next: OpenConnection | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
  }
}

function oldestBut(newest: OpenConnection, ...sets: readonly LinkedSet<OpenConnection>[]): Socket | null {
  for (const connections of sets) {
    for (const connection of connections) {
      if (connection !== newest && !connection.socket.destroyed) return connection.socket;
    }
  }
  return null;
}

/** How many files and connections the system lets the process have open; infinite where it does not say. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
