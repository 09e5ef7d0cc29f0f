import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { monitorEventLoop } from './event-loop.ts';
import { type ExposedMetrics, exposeMetrics } from './expose.ts';
import type { GaugeSources } from './gauges.ts';
import type { Recorder } from './recorder.ts';

export interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

export interface MetricsServerOptions {
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
  readonly recorder: Recorder;
  readonly sources: GaugeSources;
  readonly log: Logger;
}

const METRICS_PATH = '/metrics';

/**
 * Answers Prometheus on a port of its own, in plain HTTP and without a token: the port is to be reached by the scraper alone.
 * @throws the system's error if the address cannot be listened on
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, recorder, sources, log } = options;
  await using started = new AsyncDisposableStack();
  const loop = started.use(monitorEventLoop());
  const metrics = exposeMetrics(recorder, sources, loop);
  const server = createServer((request, response) => {
    answer(metrics, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'scrape failed');
      response.destroy();
    });
  });
  started.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: listenedPort } = server.address() as AddressInfo;
  log.info({ host, port: listenedPort }, 'metrics listening');
  const running = started.move();
  return { port: listenedPort, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function answer(metrics: ExposedMetrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== METRICS_PATH) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics.\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { 'content-type': 'text/plain', allow: 'GET, HEAD' }).end('Method not allowed.\n');
    return;
  }
  const text = await metrics.text();
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : text);
}
