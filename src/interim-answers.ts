import type { Socket } from 'node:net';
import { type buildConnector, buildConnector as createConnector } from 'undici';

/** How interim answers begin. */
const BEGINNINGS = ['HTTP/1.1 1', 'HTTP/1.0 1'];
/** 101 is not one of them: it ends HTTP on the connection. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const INTERIM_BYTES = 'HTTP/1.1 100 '.length;
const HEAD_END = '\r\n\r\n';
/** A longer head is not waited for. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Connects as undici does, for one request at a time on each connection, and passes over interim answers (RFC 9110, 15.2):
 * undici closes the connection after a `100 Continue` that it did not ask for, though proxies send them.
 */
export function connectorWithoutInterim(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = createConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      // After an error, undici gives no second argument.
      if (error === null && socket !== null) passOverInterim(socket);
      callback(...outcome);
    });
}

/** Takes interim answers out of the bytes that are read between a request and the head of its answer. */
function passOverInterim(socket: Socket): void {
  const { read, write } = socket;
  let isHeadDue = false;
  let held: Buffer | null = null;
  // Node itself reads 0 bytes, to fetch more.
  const readBeyondInterim = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read.call(socket, size);
    if (!isHeadDue || chunk === null) return chunk;
    const bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk]);
    const rest = withoutInterim(bytes);
    isHeadDue = rest.isHeadDue;
    held = isHeadDue ? rest.bytes : null;
    return isHeadDue ? readBeyondInterim(size) : rest.bytes;
  };
  socket.read = readBeyondInterim;
  socket.write = function writeToService(this: Socket, ...args: unknown[]) {
    if (isRequestHead(args[0], args[1])) isHeadDue = true;
    return Reflect.apply(write, socket, args);
  };
}

/** undici writes the heads of requests and the sizes of chunks as latin1; a size begins with the end of the chunk before. */
function isRequestHead(text: unknown, encoding: unknown): boolean {
  return encoding === 'latin1' && typeof text === 'string' && !text.startsWith('\r\n');
}

/** The bytes after all interim answers; the head is still due if they may be the beginning of one. */
function withoutInterim(received: Buffer): { readonly bytes: Buffer; readonly isHeadDue: boolean } {
  let bytes = received;
  for (;;) {
    const start = bytes.toString('latin1', 0, INTERIM_BYTES);
    if (!INTERIM.test(start)) return { bytes, isHeadDue: start.length < INTERIM_BYTES && mayBecomeInterim(start) };
    const end = bytes.indexOf(HEAD_END, 0, 'latin1');
    if (end < 0) return { bytes, isHeadDue: bytes.length <= MAX_HEAD_BYTES };
    bytes = bytes.subarray(end + HEAD_END.length);
  }
}

function mayBecomeInterim(start: string): boolean {
  return BEGINNINGS.some((beginning) => beginning.startsWith(start.slice(0, beginning.length)));
}
