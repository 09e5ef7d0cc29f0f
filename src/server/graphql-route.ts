import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Measurements } from '../contracts/measurements.ts';
import type { Tracing } from '../contracts/tracing.ts';
import { ForbiddenError } from '../errors.ts';
import type { Documents } from './documents/documents.ts';
import { admitOperation, orRefusal, Refusal } from './documents/prepare.ts';
import { RefusedRequestError } from './errors/refused-request-error.ts';
import {
  type AnswerOperationParts,
  createOperationAnswer,
  type OperationAnswer,
} from './execution/answer-operation.ts';
import type { RawResult } from './execution/finalize-result.ts';
import { createRefusalResponder } from './execution/yoga.ts';
import { type ByteShares, Reservation } from './fairness/byte-shares.ts';
import { OperationWork, type WorkParts } from './fairness/operation-work.ts';
import { sendHeld } from './fairness/send-held.ts';
import { Lane } from './fairness/task-queue.ts';
import type { ClosableResponse } from './http/closable-response.ts';
import type { Cors } from './http/cors.ts';
import { createEndOfRound } from './http/end-of-round.ts';
import { FOREIGN_PAGE } from './http/origins.ts';
import { answer } from './http/respond.ts';
import {
  type Acceptable,
  contentType,
  readAccept,
  STREAMS_IN_WORDS,
  streamTypeFor,
  takesEventsOnly,
  toYogaAccept,
} from './request/accept.ts';
import type { BodyPace } from './request/body-timeouts.ts';
import type { Authenticate, Caller } from './request/caller.ts';
import { HttpOperationRequest, type OperationRequestParts } from './request/operation-request.ts';
import { type Params, readParams } from './request/params.ts';
import type { EventStreams } from './subscriptions/sse/event-streams.ts';
import { EVENT_STREAM_TYPE, toEvents } from './subscriptions/sse/sse-format.ts';
import { type AdmitUpload, createOperationReceiver, isUpload } from './upload/receive-operation.ts';
import type { Spool } from './upload/spool.ts';

/** Answers one request to `/graphql` that asks for an operation. */
export type GraphqlRoute = (request: IncomingMessage, response: ClosableResponse, requestId: string) => Promise<void>;

/** The answer depends on who asks and when, and a token is no part of a cache's key. */
const HEADERS = { 'cache-control': 'no-store', vary: 'accept, authorization, origin' } as const;

export interface GraphqlRouteParts<Viewer> extends AnswerOperationParts<Viewer>, BodyPace, WorkParts {
  readonly documents: Documents;
  readonly authenticate: Authenticate<Viewer>;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
  readonly log: Logger;
  readonly cors: Cors;
  readonly streams: EventStreams<Viewer>;
  readonly spool: Spool;
  readonly admitUpload: AdmitUpload;
  readonly bytes: ByteShares;
  /** For a reader who takes nothing of an answer. */
  readonly stalledMs: number;
}

export function createGraphqlRoute<Viewer extends Caller>(parts: GraphqlRouteParts<Viewer>): GraphqlRoute {
  const answerOperation = createOperationAnswer(parts);
  const respondToRefusal = createRefusalResponder();
  const receive = createOperationReceiver(parts);
  const endOfRound = createEndOfRound();

  async function serve(exchange: Exchange<Viewer>, params: Params | Refusal): Promise<void> {
    const { call, accept, response } = exchange;
    const headers = headersOf(parts, call);
    const result = isMethodOfGraphql(call.request) ? await resultOf(call, params, response, headers) : null;
    if (result === 'streaming') return;
    // The operation is over; its answer counts from here on.
    exchange.reservation?.[Symbol.dispose]();
    const isAnswer = result !== null && 'text' in result;
    // Beside the other answers of this round, unless longer work would come in between.
    if (isAnswer && !parts.turns.isBusy) await endOfRound();
    const rest = isAnswer ? await orRefusal(() => send(parts, exchange, result, headers)) : result;
    if (rest === undefined) return;
    const refusal = await respondToRefusal({ request: call, result: rest }, toYogaAccept(accept));
    await forward(refusal, response, headers, accept);
  }

  /** The answer, a result without data, or that a stream is open now. It awaits only promises: each `await` costs memory. */
  async function resultOf(
    call: HttpOperationRequest<Viewer>,
    params: Params | Refusal,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ): Promise<OperationAnswer | RawResult | 'streaming'> {
    if (params instanceof Refusal) return params;
    const turn = call.work.begin();
    if (turn !== undefined) await turn;
    const admitted = admitOperation(parts.documents, params, call);
    const prepared = admitted instanceof Promise ? await admitted : admitted;
    if (prepared instanceof Refusal) return prepared;
    if (prepared.operation.definition.operation !== 'subscription') {
      return await orRefusal(() => answerOperation(prepared, call));
    }
    const refusal = await orRefusal(() => parts.streams.open(call, prepared, response, headers));
    return refusal ?? 'streaming';
  }

  async function serveUpload(exchange: Exchange<Viewer>): Promise<void> {
    const upload = await readAcceptable(exchange.accept, () => receive(exchange.call.request));
    try {
      await serve(exchange, upload instanceof Refusal ? upload : upload.params);
    } finally {
      // A write goes on though its caller has left, and reads its files anew for each try.
      await exchange.call.lifetime.ended();
      if (!(upload instanceof Refusal)) await upload[Symbol.asyncDispose]();
    }
  }

  return async (request, response, requestId) => {
    const exchange = openExchange<Viewer>(request, response, requestId, parts);
    const { call } = exchange;
    if (!parts.cors.allows(request)) return serve(exchange, new Refusal([new ForbiddenError(FOREIGN_PAGE)]));
    if (response.socket === null) await turnOfPipelined(request, response);
    // A body that comes with its headers is there after this `await`, not before.
    const viewer = isMethodOfGraphql(request) ? await identify(parts, call) : METHOD_NOT_ALLOWED;
    if (viewer instanceof Refusal) return serve(exchange, viewer);
    const { work } = call;
    try {
      if (isUpload(request)) await serveUpload(exchange);
      else await serve(exchange, await readJson(parts, exchange, viewer));
    } finally {
      exchange.reservation?.[Symbol.dispose]();
      work.end();
    }
  };
}

function openExchange<Viewer>(
  request: IncomingMessage,
  response: ClosableResponse,
  requestId: string,
  parts: OperationRequestParts,
): Exchange<Viewer> {
  const accept = readAccept(request.headers.accept);
  const streamType = streamTypeFor(request.method, accept);
  const call = new HttpOperationRequest<Viewer>({ request, requestId, streamType }, parts);
  response.closeListener = call;
  return { call, accept, response, reservation: null };
}

const headersOf = ({ cors }: { readonly cors: Cors }, call: HttpOperationRequest<unknown>): OutgoingHttpHeaders => ({
  ...HEADERS,
  'x-request-id': call.requestId,
  ...cors.headersFor(call.request.headers),
});

/** @throws TooMuchHeldError */
function send<Viewer extends Caller>(
  { bytes, stalledMs }: Pick<GraphqlRouteParts<Viewer>, 'bytes' | 'stalledMs'>,
  { call, accept, response }: Exchange<Viewer>,
  { text, retryAfterSeconds }: OperationAnswer,
  common: OutgoingHttpHeaders,
): void {
  const retryAfter = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
  const headers = { ...common, ...retryAfter, 'content-type': contentType(accept) };
  const write = () => answerResult(response, headers, text, accept);
  // The caller learns the outcome of a write in any case.
  if (call.operationType === 'mutation') write();
  else sendHeld(response, { held: bytes.of(call.viewer.client), bytes: Buffer.byteLength(text), stalledMs }, write);
}

/** Reads the parameters of a request without files: at once, where they have come with its headers. */
function readJson<Viewer extends Caller>(
  { pace, clock, bytes }: Pick<GraphqlRouteParts<Viewer>, 'pace' | 'clock' | 'bytes'>,
  exchange: Exchange<Viewer>,
  { client }: Viewer,
): ReturnType<typeof orRefusal<Params>> {
  const { call, accept, response } = exchange;
  const reservation = new Reservation(bytes.of(client));
  exchange.reservation = reservation;
  const onWhole = () => {
    response.isRequestRead = true;
  };
  const reading = { pace, clock, reservation, begin: () => call.work.begin(), onWhole };
  return readAcceptable(accept, () => readParams(call.request, reading));
}

/** Finds out who asks, before anything of the request is read. */
async function identify<Viewer extends Caller>(
  parts: GraphqlRouteParts<Viewer>,
  call: HttpOperationRequest<Viewer>,
): Promise<Viewer | Refusal> {
  const viewer = await orRefusal(() => parts.authenticate(call.request.headers));
  if (!(viewer instanceof Refusal)) call.identify(viewer, new OperationWork(parts, new Lane(viewer.client)));
  return viewer;
}

/** Yoga answers it, without a look at why. */
const METHOD_NOT_ALLOWED = new Refusal([]);

/** A request that comes before the answer to the one before it on its connection waits until that was given. */
function turnOfPipelined(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('socket', () => resolve());
    request.once('close', () => resolve());
  });
}

/** A request, what its caller accepts, and where its answer goes. */
interface Exchange<Viewer> {
  readonly call: HttpOperationRequest<Viewer>;
  readonly accept: Acceptable;
  readonly response: ClosableResponse;
  /** The memory of its parameters, as long as they are needed. */
  reservation: Reservation | null;
}

function isMethodOfGraphql({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'POST';
}

/** Nothing is read of a request that accepts no form of answer. */
function readAcceptable<Result>(
  accept: Acceptable,
  read: () => Result | Promise<Result>,
): ReturnType<typeof orRefusal<Result>> {
  if (accept.json === null && accept.streams.length === 0) {
    const message = `The \`Accept\` header must allow application/json or application/graphql-response+json; for a subscription, ${STREAMS_IN_WORDS}.`;
    return new Refusal([new RefusedRequestError(406, message)]);
  }
  return orRefusal(read);
}

/** Passes Yoga's answer on: its status, its body, and those of its headers that describe the answer. */
async function forward(
  from: Response,
  to: ServerResponse,
  headers: OutgoingHttpHeaders,
  accept: Acceptable,
): Promise<void> {
  const ofYoga = ['content-type', 'allow', 'accept', 'www-authenticate', 'retry-after', 'connection'].flatMap(
    (name) => {
      const value = from.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    },
  );
  const all = { ...headers, ...Object.fromEntries(ofYoga) };
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
