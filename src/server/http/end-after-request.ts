import type { IncomingMessage, ServerResponse } from 'node:http';
import { freePiece } from './free-piece.ts';

const READ_LINGER_MS = 5_000;
/** For a connection that is not read meanwhile, and for one beside many of those. */
const UNREAD_LINGER_MS = 1_000;
const CROWDED_LINGER_MS = 200;
/** How many requests of one server are read to their end for nothing. */
const MAX_READ = 16;
/** How many wait unread before the others are ended sooner: each holds some 20 KB. */
const MAX_UNREAD = 200;

/** How many connections of a server wait for the end of their requests. */
interface Lingering {
  read: number;
  unread: number;
}

const lingeringOf = new WeakMap<object, Lingering>();

/**
 * Ends a response that is written before its request has come, and its connection with it. Most clients read no answer before
 * they have sent everything, so the rest is read. Where many come at once it is not: then the answer reaches those only that
 * read while they send.
 */
export function endAfterRequest(response: ServerResponse): void {
  const { req } = response;
  const lingering = lingeringAt(serverOf(req));
  const kind = lingering.read < MAX_READ ? 'read' : 'unread';
  const end = () => response.end();
  const deadline = setTimeout(end, kind === 'read' ? READ_LINGER_MS : unreadLingerMs(lingering));
  lingering[kind] += 1;
  response.once('close', () => {
    clearTimeout(deadline);
    lingering[kind] -= 1;
  });
  req.once('end', end);
  if (kind === 'read') req.on('data', freePiece).resume();
  else stopReading(req);
}

const unreadLingerMs = ({ unread }: Lingering): number => (unread < MAX_UNREAD ? UNREAD_LINGER_MS : CROWDED_LINGER_MS);

/**
 * Forgets what has come of the body, up to 64 KB, and takes nothing more. The beginning of a body comes with the headers, and
 * right after them. Each read of a request makes node resume its socket at the next tick, so only a pause after that lasts.
 */
function stopReading(request: IncomingMessage): void {
  request.pause();
  process.nextTick(() => {
    freePiece(request.read());
    process.nextTick(() => request.socket.pause());
  });
}

function lingeringAt(server: object): Lingering {
  const known = lingeringOf.get(server);
  if (known !== undefined) return known;
  const lingering = { read: 0, unread: 0 };
  lingeringOf.set(server, lingering);
  return lingering;
}

/** Node sets it, and does not declare it. */
function serverOf({ socket }: IncomingMessage): object {
  return 'server' in socket && typeof socket.server === 'object' && socket.server !== null ? socket.server : socket;
}
