/** A service that answers whatever a test wants, byte by byte, and remembers what it was sent. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface SentRequest {
  readonly method: string;
  /** As it stood in the request line. */
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Every byte of the request before its body, as text. */
  readonly raw: string;
  readonly body: Buffer;
  readonly at: number;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
}

/** The answer to the nth request (from 0); or nothing, if it has used the socket itself. */
export type Answering = (
  request: SentRequest,
  nth: number,
  socket: Socket,
) => Answer | undefined | Promise<Answer | undefined>;

export interface FakeService extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly SentRequest[];
  forgetRequests(): void;
  /** Settles with the next request. */
  nextRequest(): Promise<SentRequest>;
  openConnections(): number;
  /** How many were ever made. */
  connections(): number;
  answering: Answering;
}

export async function startFakeService(answering: Answering): Promise<FakeService> {
  const requests: SentRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let announce = Promise.withResolvers<SentRequest>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let received = '';
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', async (chunk) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = readHead(received.slice(0, end + 4));
        const bodyEnd = end + 4 + Number(head.headers.get('content-length') ?? 0);
        if (received.length < bodyEnd) return;
        const request = { ...head, body: Buffer.from(received.slice(end + 4, bodyEnd), 'latin1') };
        received = received.slice(bodyEnd);
        requests.push(request);
        announce.resolve(request);
        announce = Promise.withResolvers();
        const answer = await service.answering(request, requests.length - 1, socket);
        if (answer !== undefined && !socket.destroyed) socket.write(toBytes(answer));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const service: FakeService = {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    forgetRequests: () => void requests.splice(0),
    nextRequest: () => announce.promise,
    openConnections: () => sockets.size,
    connections: () => connections,
    answering,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

export function json(value: unknown, status = 200, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export function html(status: number): Answer {
  return { status, headers: { 'content-type': 'text/html' }, body: '<html><body>secret of the proxy</body></html>' };
}

/** `content-length` is the body's own, unless the answer says otherwise. */
function toBytes({ status = 200, headers = {}, body = '' }: Answer): Buffer {
  const bytes = Buffer.from(body);
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': bytes.length };
  const lines = Object.entries({ ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

function readHead(raw: string): Omit<SentRequest, 'body'> {
  const [requestLine = '', ...lines] = raw.trimEnd().split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { method, path, headers: new Map(headers), raw, at: performance.now() };
}
