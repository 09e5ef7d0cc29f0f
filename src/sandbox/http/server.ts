import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Journal, OpenRequest } from '../journal.ts';
import { isInsteadOfWork, type Misfortunes, type Mishap, type SandboxApi } from '../misfortune.ts';
import type { SimulatedService } from '../service.ts';
import { takeUpload } from '../studio/upload.ts';
import { type Answer, jsonAnswer, ok } from './answer.ts';
import { download } from './downloads.ts';
import type { World } from './endpoint-request.ts';
import { receive } from './receive.ts';
import { send } from './send.ts';

export interface SandboxServerParts {
  world: World;
  journal: Journal;
  misfortunes: Misfortunes;
  service: SimulatedService;
  /** Aborted when the sandbox stops: pending delays end then. */
  stopping: AbortSignal;
  keepAliveMs: number;
}

/** A server of one of the two APIs on a loopback port; it also has the files (storage, downloads) of its API. */
export async function listenOnLoopback(
  parts: SandboxServerParts,
  api: Exclude<SandboxApi, 'storage'>,
  port: number,
): Promise<Server> {
  const server = createServer({ keepAliveTimeout: parts.keepAliveMs, requestTimeout: 0 }, (message, response) => {
    serve(parts, api, message, response).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function serve(
  parts: SandboxServerParts,
  api: SandboxApi,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isFile = /^\/(storage|downloads)\//.test(message.url ?? '');
  const request = parts.journal.open(isFile ? 'storage' : api, message, parts.world.clock.now());
  const mishap = parts.misfortunes.take(request);
  const answer = await answerTo(parts, message, request, mishap);
  parts.journal.received(request);
  // A caller that has left gets no answer, but its request was executed.
  if (answer === null) return;
  const onItsWay = answer.instead ?? answer.onItsWay?.() ?? null;
  if (mishap === null && onItsWay !== null) await delayed(parts, onItsWay);
  if (!response.destroyed) send(response, request, answer, mishap ?? onItsWay);
}

async function answerTo(
  parts: SandboxServerParts,
  message: IncomingMessage,
  request: OpenRequest,
  mishap: Mishap | null,
): Promise<Answer | null> {
  if (mishap !== null && isInsteadOfWork(mishap)) {
    const stopAfter = 'kind' in mishap && mishap.kind === 'reset' ? mishap.afterBytes : undefined;
    await receive(message, request, stopAfter === undefined ? {} : { stopAfter });
    return ok(null);
  }
  const before = (): Promise<void> => delayed(parts, mishap);
  if (request.api !== 'storage') return parts.service(message, request, before);
  await before();
  const answer = await storageAnswer(parts, message, request);
  return { ...answer, headers: { ...answer.headers, ...CORS } };
}

/** Pages of any origin may upload and download. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'etag',
};

async function storageAnswer(
  { world }: SandboxServerParts,
  message: IncomingMessage,
  request: OpenRequest,
): Promise<Answer> {
  if (request.method === 'PUT') return takeUpload(world.grants, message, request, () => world.clock.now());
  await receive(message, request);
  if (request.method === 'OPTIONS') return { ...ok(null), status: 204, body: '' };
  return download(world, request.method, request.path);
}

async function delayed({ stopping }: SandboxServerParts, mishap: Mishap | null): Promise<void> {
  if (mishap === null || !('kind' in mishap) || mishap.kind !== 'delay') return;
  // Aborted when the sandbox stops.
  await pause(mishap.ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
}

/** A fault of the sandbox itself: loud, so that no test takes it for the service's. */
function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const answer = jsonAnswer(500, { error: 'SandboxError', message });
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
}

/** Stops listening and breaks what is open. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
