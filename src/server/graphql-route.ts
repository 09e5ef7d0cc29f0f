import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ForbiddenError } from '../errors.ts';
import { RefusedRequestError } from './errors/refused-request-error.ts';
import { createFastPath, type FastPathParts } from './execution/fast-path.ts';
import { createGraphql } from './execution/graphql.ts';
import type { Cors } from './http/cors.ts';
import { FOREIGN_PAGE } from './http/origins.ts';
import { answer } from './http/respond.ts';
import {
  type Acceptable,
  contentType,
  readAccept,
  STREAMS_IN_WORDS,
  type StreamType,
  takesEventsOnly,
  toYogaAccept,
} from './request/accept.ts';
import type { BodyPace } from './request/body-timeouts.ts';
import { HttpOperationRequest } from './request/operation-request.ts';
import { type Params, readParams } from './request/params.ts';
import type { EventStreams } from './subscriptions/sse/event-streams.ts';
import { EVENT_STREAM_TYPE, toEvents } from './subscriptions/sse/sse-format.ts';
import { type AdmitUpload, createOperationReceiver, isUpload } from './upload/receive-operation.ts';
import type { Spool } from './upload/spool.ts';

/** Answers one request to `/graphql` that asks for an operation. */
export type GraphqlRoute = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

/** The address of a request means nothing to Yoga: its parameters were read before. */
const ENDPOINT = 'http://localhost/graphql';

/** The answer depends on who asks and when, and a token is no part of a cache's key. */
const HEADERS = { 'cache-control': 'no-store', vary: 'accept, authorization, origin' } as const;

/** By which methods each form of a stream can be asked for: an EventSource of a browser can only GET. */
const STREAM_METHODS: Readonly<Record<StreamType, readonly string[]>> = {
  'text/event-stream': ['GET', 'POST'],
  'multipart/mixed': ['POST'],
};

export interface GraphqlRouteParts<Viewer> extends FastPathParts<Viewer>, BodyPace {
  readonly log: Logger;
  readonly cors: Cors;
  readonly streams: EventStreams<Viewer>;
  readonly spool: Spool;
  readonly admitUpload: AdmitUpload;
}

export function createGraphqlRoute<Viewer>(parts: GraphqlRouteParts<Viewer>): GraphqlRoute {
  const yoga = createGraphql(parts);
  const runKnown = createFastPath(parts);
  const receive = createOperationReceiver(parts);

  async function serve(
    call: HttpOperationRequest<Viewer>,
    accept: Acceptable,
    asked: Params | Error,
    response: ServerResponse,
  ) {
    const { method = '', headers: told } = call.request;
    const headers = { ...HEADERS, 'x-request-id': call.requestId, ...parts.cors.headersFor(told) };
    const isStreamed = accept.streams.length > 0;
    const params = isStreamed ? await openStream(call, accept, asked, response, headers) : asked;
    if (params === null) return;
    const known = await runKnown(params, call);
    if (known) {
      answerResult(response, { ...headers, 'content-type': contentType(accept) }, known, accept);
      return;
    }
    const options = { method, headers: { accept: toYogaAccept(accept) }, signal: call.signal };
    await forward(await yoga.fetch(ENDPOINT, options, { call, params }), response, headers, accept);
  }

  /** Null if that was the answer; else what is still to be answered. */
  async function openStream(
    call: HttpOperationRequest<Viewer>,
    { streams }: Acceptable,
    params: Params | Error,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ): Promise<Params | Error | null> {
    const { method = '' } = call.request;
    const format = streams.find((type) => STREAM_METHODS[type].includes(method));
    if (params instanceof Error || format === undefined) return params;
    const opened = await orError(() => parts.streams.answer(call, params, format, response, headers));
    if (opened instanceof Error) return opened;
    return opened ? null : params;
  }

  async function serveUpload(call: HttpOperationRequest<Viewer>, accept: Acceptable, response: ServerResponse) {
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
    const call = new HttpOperationRequest<Viewer>(request, response, requestId, parts);
    const accept = readAccept(request.headers.accept);
    if (!parts.cors.allows(request)) return serve(call, accept, new ForbiddenError(FOREIGN_PAGE), response);
    if (isUpload(request)) return serveUpload(call, accept, response);
    const params = await readAcceptable(accept, () => readParams(request, parts));
    return serve(call, accept, params, response);
  };
}

/** What was asked for, or why that could not be read: told like any other failure. */
async function readAcceptable<Asked>(accept: Acceptable, read: () => Promise<Asked>): Promise<Asked | Error> {
  if (accept.json === null && accept.streams.length === 0) {
    return new RefusedRequestError(
      406,
      `The \`Accept\` header must allow application/json or application/graphql-response+json; for a subscription, ${STREAMS_IN_WORDS}.`,
    );
  }
  return orError(read);
}

async function orError<Result>(run: () => Promise<Result>): Promise<Result | Error> {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error ? error : new Error('A value that is not an Error was thrown.', { cause: error });
  }
}

/** Hands Yoga's answer on: its status, its body, and of its headers those that tell about the answer. */
async function forward(
  from: Response,
  to: ServerResponse,
  headers: OutgoingHttpHeaders,
  accept: Acceptable,
): Promise<void> {
  const told = ['content-type', 'allow', 'accept', 'www-authenticate', 'connection'].flatMap((name) => {
    const value = from.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const all = { ...headers, ...Object.fromEntries(told) };
  const body = await from.text();
  if (from.ok) answerResult(to, all, body, accept);
  else answer(to, from.status, all, body);
}

function answerResult(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
  accept: Acceptable,
): void {
  if (takesEventsOnly(accept)) {
    answer(response, 200, { ...headers, 'content-type': EVENT_STREAM_TYPE }, toEvents(body));
  } else {
    answer(response, 200, headers, body);
  }
}
