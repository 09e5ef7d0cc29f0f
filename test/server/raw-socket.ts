import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire
type Message = any;

/** A WebSocket as a test drives it: message by message. None is lost, whenever it is taken. */
export interface RawSocket extends AsyncDisposable {
  readonly socket: WebSocket;
  /** Sends a message of the protocol, or a text as it is. */
  send(...messages: (object | string)[]): void;
  /** The next message; it fails if none comes in time or the socket is closed. */
  next(): Promise<Message>;
  /** The bytes that have come and were not taken. */
  readonly untaken: readonly Message[];
  /** When and how it was closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

const DEADLINE_MS = 30_000;

export interface RawSocketOptions {
  readonly protocols?: string | string[];
  readonly headers?: Record<string, string>;
  readonly autoPong?: boolean;
}

/** Opens a socket, and says nothing yet. */
export async function openSocket(
  { port }: { readonly port: number },
  { protocols = 'graphql-transport-ws', headers = {}, autoPong = true }: RawSocketOptions = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, protocols, { headers, autoPong });
  const untaken: Message[] = [];
  let wake = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    untaken.push(JSON.parse(String(data)));
    wake.resolve();
  });
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  await once(socket, 'open');
  return {
    socket,
    untaken,
    closed,
    send(...messages) {
      for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    async next() {
      const deadline = Promise.withResolvers<never>();
      const timer = setTimeout(() => deadline.reject(new Error('No message came in time.')), DEADLINE_MS);
      const gone = closed.then((how) => {
        throw new Error(`The socket was closed: ${JSON.stringify(how)}`);
      });
      try {
        while (untaken.length === 0) {
          wake = Promise.withResolvers();
          await Promise.race([wake.promise, deadline.promise, gone]);
        }
        return untaken.shift();
      } finally {
        clearTimeout(timer);
        deadline.promise.catch(() => {});
        gone.catch(() => {});
      }
    },
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}

export const INIT = { type: 'connection_init' };

/** Opens a socket that may be used. */
export async function openAcknowledged(
  server: { readonly port: number },
  options: RawSocketOptions & { readonly payload?: object } = {},
): Promise<RawSocket> {
  const socket = await openSocket(server, options);
  socket.send({ ...INIT, ...(options.payload && { payload: options.payload }) });
  const ack = await socket.next();
  if (ack.type !== 'connection_ack') throw new Error(`Not acknowledged: ${JSON.stringify(ack)}`);
  return socket;
}

export const subscribing = (id: string, query: string, more: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
});

export const changed = (id: string, fields = 'value') => `subscription { changed(id: "${id}") { ${fields} } }`;

/** Waits until something holds that nobody tells of. */
export async function until(condition: () => boolean, what = 'The condition'): Promise<void> {
  const startedAt = performance.now();
  while (!condition()) {
    if (performance.now() - startedAt > DEADLINE_MS) throw new Error(`${what} does not come to hold.`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Sends bytes as they are, and gives what comes back until the end. */
export async function exchange({ port }: { readonly port: number }, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return received;
}
