import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { type Acceptable, contentType, readAccept, toYogaAccept } from './accept.ts';
import { answer } from './answer.ts';
import { Call } from './call.ts';
import { finish } from './finish.ts';
import { createGraphql, type GraphqlParts } from './graphql.ts';
import { createKnownOperationRunner } from './known-operation.ts';
import { type Params, readParams } from './params.ts';
import { RefusedRequestError } from './refused-request-error.ts';

/** Answers one request to `/graphql` that asks for an operation. */
export type GraphqlDoor = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

/** The address of a request means nothing to Yoga: its parameters were read before. */
const ENDPOINT = 'http://localhost/graphql';

/** The answer depends on who asks and when, and a token is no part of a cache's key. */
const HEADERS = { 'cache-control': 'no-store', vary: 'accept, origin' } as const;

export function createGraphqlDoor<Viewer>(parts: GraphqlParts<Viewer> & { readonly log: Logger }): GraphqlDoor {
  const yoga = createGraphql(parts);
  const runKnown = createKnownOperationRunner(parts);

  return async (request, response, requestId) => {
    const call = new Call<Viewer>(request, response, requestId, parts.log);
    const accept = readAccept(request.headers.accept);
    const params = await readAcceptable(request, accept);
    const headers = { ...HEADERS, 'x-request-id': requestId, ...parts.cors.headersFor(request.headers) };
    const known = await runKnown(params, accept, call);
    if (known) {
      answer(response, 200, { ...headers, 'content-type': contentType(accept) }, JSON.stringify(finish(call, known)));
      return;
    }
    const options = { method: request.method ?? '', headers: { accept: toYogaAccept(accept) }, signal: call.signal };
    await forward(await yoga.fetch(ENDPOINT, options, { call, params }), response, headers);
  };
}

/** What was asked for, or why that could not be read. */
async function readAcceptable(request: IncomingMessage, accept: Acceptable): Promise<Params | RefusedRequestError> {
  if (accept.json === null && !accept.eventStream) {
    return new RefusedRequestError(406, 'Answers come as application/json or application/graphql-response+json.');
  }
  try {
    return await readParams(request);
  } catch (error) {
    if (error instanceof RefusedRequestError) return error;
    throw error;
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
  to.writeHead(from.status, all);
  await pipeline(from.body, to);
}
