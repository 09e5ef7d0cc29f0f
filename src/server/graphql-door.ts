import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { ForbiddenError } from '../errors.ts';
import { type Acceptable, contentType, readAccept, toYogaAccept } from './accept.ts';
import { answer } from './answer.ts';
import { Call } from './call.ts';
import { createGraphql } from './graphql.ts';
import { createKnownOperationRunner, type KnownOperationParts } from './known-operation.ts';
import { FOREIGN_PAGE } from './origins.ts';
import type { Pace } from './pace.ts';
import { type Params, readParams } from './params.ts';
import { RefusedRequestError } from './refused-request-error.ts';
import { type AdmitUpload, createOperationReceiver, isUpload } from './upload/receive-operation.ts';
import type { Spool } from './upload/spool.ts';

/** Answers one request to `/graphql` that asks for an operation. */
export type GraphqlDoor = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

/** The address of a request means nothing to Yoga: its parameters were read before. */
const ENDPOINT = 'http://localhost/graphql';

/** The answer depends on who asks and when, and a token is no part of a cache's key. */
const HEADERS = { 'cache-control': 'no-store', vary: 'accept, origin' } as const;

export interface GraphqlDoorParts<Viewer> extends KnownOperationParts<Viewer> {
  readonly log: Logger;
  /** How slowly a body may come. */
  readonly pace: Pace;
  readonly spool: Spool;
  readonly admitUpload: AdmitUpload;
}

export function createGraphqlDoor<Viewer>(parts: GraphqlDoorParts<Viewer>): GraphqlDoor {
  const yoga = createGraphql(parts);
  const runKnown = createKnownOperationRunner(parts);
  const receive = createOperationReceiver(parts);

  async function serve(call: Call<Viewer>, accept: Acceptable, params: Params | Error, response: ServerResponse) {
    const { method = '', headers: asked } = call.request;
    const headers = { ...HEADERS, 'x-request-id': call.requestId, ...parts.cors.headersFor(asked) };
    const known = await runKnown(params, accept, call);
    if (known) {
      answer(response, 200, { ...headers, 'content-type': contentType(accept) }, known);
      return;
    }
    const options = { method, headers: { accept: toYogaAccept(accept) }, signal: call.signal };
    await forward(await yoga.fetch(ENDPOINT, options, { call, params }), response, headers);
  }

  async function serveUpload(call: Call<Viewer>, accept: Acceptable, response: ServerResponse) {
    const upload = await readAcceptable(accept, () => receive(call.request));
    try {
      await serve(call, accept, upload instanceof Error ? upload : upload.params, response);
    } finally {
      // A write goes on though its caller has left, and reads its files anew for each try.
      await Promise.allSettled([call.ended]);
      if (!(upload instanceof Error)) await upload[Symbol.asyncDispose]();
    }
  }

  return async (request, response, requestId) => {
    const call = new Call<Viewer>(request, response, requestId, parts.log);
    const accept = readAccept(request.headers.accept);
    if (!parts.cors.allows(request.headers)) return serve(call, accept, new ForbiddenError(FOREIGN_PAGE), response);
    if (isUpload(request)) return serveUpload(call, accept, response);
    const params = await readAcceptable(accept, () => readParams(request, parts.pace));
    return serve(call, accept, params, response);
  };
}

/** What was asked for, or why that could not be read: told like any other failure. */
async function readAcceptable<Asked>(accept: Acceptable, read: () => Promise<Asked>): Promise<Asked | Error> {
  if (accept.json === null && !accept.eventStream) {
    return new RefusedRequestError(406, 'Answers come as application/json or application/graphql-response+json.');
  }
  try {
    return await read();
  } catch (error) {
    return error instanceof Error ? error : new Error('Something other than an error was thrown.', { cause: error });
  }
}

/** Hands Yoga's answer on: its status, its body, and of its headers those that tell about the answer. */
async function forward(from: Response, to: ServerResponse, headers: OutgoingHttpHeaders): Promise<void> {
  const told = ['content-type', 'allow', 'accept', 'www-authenticate', 'connection'].flatMap((name) => {
    const value = from.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const all = { ...headers, ...Object.fromEntries(told) };
  if (!from.body || !all['content-type']?.startsWith('text/event-stream')) {
    answer(to, from.status, all, await from.text());
    return;
  }
  // More of a request whose file was too large may still come.
  to.writeHead(from.status, to.req.complete ? all : { ...all, connection: 'close' });
  await pipeline(from.body, to);
}
