import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, as far as they may be closed for others. */
export interface ConnectionRoom {
  /** Those that have not brought a request yet; for the stop. */
  readonly silent: ReadonlySet<Socket>;
  /** To be called when an answer is over: its connection waits for the next request. */
  rest(response: ServerResponse): void;
}

/**
 * Keeps room for new connections. Each takes a descriptor of the process, and whoever comes when there is none left is turned
 * away, a health probe as well: so before that, the oldest connection that is silent goes, then the oldest that is idle.
 * (node takes silent ones for busy: without knowing them, one would also hold up a stop until its headers are due.)
 * @param most that may be open at once
 * @param upgraded how many are WebSockets, which are counted by who has taken them over: a listener for each of thousands
 *   would be a fortieth of what those take in memory
 */
export function createConnectionRoom(server: Server, most: number, upgraded: () => number): ConnectionRoom {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  let open = 0;

  /** One function for all connections: some last, by the thousand. */
  function forget(this: Socket): void {
    open -= 1;
    silent.delete(this);
    idle.delete(this);
  }

  server.on('connection', (socket) => {
    open += 1;
    silent.add(socket);
    socket.on('close', forget);
    if (open + upgraded() > most) oldestBut(socket, silent, idle)?.destroy();
  });
  const leave = (socket: Socket): void => {
    silent.delete(socket);
    idle.delete(socket);
  };
  server.on('request', ({ socket }) => leave(socket));
  server.on('upgrade', ({ socket }) => {
    leave(socket);
    open -= 1;
    socket.off('close', forget);
  });
  return {
    silent,
    rest: ({ req: { socket } }) => {
      if (!socket.destroyed) idle.add(socket);
    },
  };
}

function oldestBut(newest: Socket, ...sets: readonly ReadonlySet<Socket>[]): Socket | null {
  for (const sockets of sets) for (const socket of sockets) if (socket !== newest && !socket.destroyed) return socket;
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
