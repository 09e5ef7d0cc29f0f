import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 5_000;
/** For a connection that is not read meanwhile. */
const UNREAD_LINGER_MS = 1_000;
/** How many requests of one server are read to their end for nothing: what is read is garbage, and outside of the heap. */
const MAX_READ = 16;

/** How many are read now, by their server. */
const reading = new WeakMap<object, number>();

/**
 * Ends a response that is written before its request has come, and its connection with it. Most clients read no answer before
 * they have sent everything, so the rest is read. Where many come at once it is not: then the answer reaches those only that
 * read while they send.
 */
export function endAfterRequest(response: ServerResponse): void {
  const { req } = response;
  const { socket } = req;
  const server = serverOf(socket);
  const count = reading.get(server) ?? 0;
  const isRead = count < MAX_READ;
  const end = () => response.end();
  const deadline = setTimeout(end, isRead ? LINGER_MS : UNREAD_LINGER_MS);
  if (isRead) reading.set(server, count + 1);
  response.once('close', () => {
    clearTimeout(deadline);
    if (isRead) reading.set(server, (reading.get(server) ?? 1) - 1);
  });
  req.once('end', end).resume();
  if (!isRead) socket.pause();
}

/** Node sets it, and does not declare it. */
function serverOf(socket: Socket): object {
  return 'server' in socket && typeof socket.server === 'object' && socket.server !== null ? socket.server : socket;
}
