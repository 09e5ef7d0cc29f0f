import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type AddressInfo, connect as connectTo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDubbing, type Dubbing, type DubbingOptions } from '../../schema/client/core/index.ts';
import {
  DeleteDubbingProjectDocument,
  DubbingProjectUpdatedDocument,
  RequestBudgetUpdatedDocument,
} from '../../schema/client/core/operations.generated.ts';
import { startGateway } from '../kit/gateway.ts';
import { PATIENCE } from '../kit/watching.ts';

afterEach(() => void vi.useRealTimers());

function connect(url: string, options: Partial<DubbingOptions> = {}): Dubbing & Disposable {
  const dubbing = createDubbing({ url: `${url}/graphql`, ...options });
  return Object.assign(dubbing, { [Symbol.dispose]: () => dubbing.close() });
}

interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** The WebSockets that came through. */
  sockets(): number;
  /** The streams of events that are open. */
  streams(): number;
  /** From now on it is as a proxy whose gateway has died: it cuts no stream, and answers 502. */
  loseGateway(): void;
}

/** A proxy that refuses the first WebSockets. */
async function startProxy(url: string, refusedSockets: number): Promise<Proxy> {
  const streams = new Set<ServerResponse>();
  const open = new Set<Duplex>();
  let upgrades = 0;
  let isLost = false;
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    if (isLost) {
      response.writeHead(502).end();
      return;
    }
    const { method = 'GET', headers } = request;
    const passed = sendRequest(`${url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk) => isLost || response.write(chunk)).on('end', () => isLost || response.end());
      answer.on('error', () => undefined);
    });
    passed.on('error', () => undefined);
    if (headers.accept === 'text/event-stream') streams.add(response);
    response.on('close', () => {
      streams.delete(response);
      passed.destroy();
    });
    request.pipe(passed);
  };
  const upgrade = ({ url: path, headers }: IncomingMessage, socket: Duplex) => {
    upgrades += 1;
    if (upgrades <= refusedSockets) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const passed = connectTo(Number(new URL(url).port), '127.0.0.1');
    open.add(socket).add(passed);
    passed.write(`GET ${path} HTTP/1.1\r\n`);
    for (const [name, value] of Object.entries(headers)) passed.write(`${name}: ${value}\r\n`);
    passed.write('\r\n');
    for (const end of [socket, passed]) end.on('error', () => undefined);
    socket.pipe(passed).pipe(socket);
  };
  const server = createServer(pass).on('upgrade', upgrade);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets: () => Math.max(0, upgrades - refusedSockets),
    streams: () => streams.size,
    loseGateway() {
      isLost = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('A connection', () => {
  it('is a WebSocket after an outage, although one has failed in it', async () => {
    await using gateway = await startGateway();
    await using proxy = await startProxy(gateway.url, 2);
    using dubbing = connect(proxy.url);
    const kinds: string[] = [];
    dubbing.subscribe(
      DubbingProjectUpdatedDocument,
      { id: '1001' },
      {
        next: ({ data }) => kinds.push(data?.dubbingProjectUpdated?.kind ?? ''),
        error: () => kinds.push('error'),
        complete: () => kinds.push('complete'),
      },
    );
    await expect.poll(() => kinds, PATIENCE).toEqual(['SNAPSHOT', 'complete']);
    expect(dubbing.status.get().connection).toBe('open');
    await expect.poll(() => [proxy.sockets(), proxy.streams()], PATIENCE).toEqual([1, 0]);
  });

  it('is tested when a request gets no answer', async () => {
    await using gateway = await startGateway();
    await using proxy = await startProxy(gateway.url, 0);
    using dubbing = connect(proxy.url, { transport: 'sse' });
    const isThere = vi.fn();
    const ignore = () => undefined;
    dubbing.subscribe(RequestBudgetUpdatedDocument, {}, { next: isThere, error: ignore, complete: ignore });
    await expect.poll(() => isThere.mock.calls.length, PATIENCE).toBe(1);
    proxy.loseGateway();
    // Without the failed request, no time passes for the connection.
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const outcome = await dubbing.write(DeleteDubbingProjectDocument, { id: '1001' });
    expect(outcome).toMatchObject({ kind: 'unknown', message: 'The gateway answered with status 502.' });
    const loss = new Promise((resolve) => dubbing.status.subscribe(() => resolve(dubbing.status.get())));
    vi.setSystemTime(start + 4_000);
    expect(await loss).toMatchObject({ connection: 'lost', reason: 'The connection is silent.' });
  });
});
