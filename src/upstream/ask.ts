import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Measurements, RequestOutcome } from '../contracts/measurements.ts';
import { NO_SPAN } from '../contracts/tracing.ts';
import {
  type GatewayError,
  RateLimitedError,
  UpstreamMalformedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../errors.ts';
import { delay } from './http/delay.ts';
import { type ExchangeAnswer, type ExchangeRequest, exchange } from './http/exchange.ts';
import { ExchangeError } from './http/exchange-error.ts';
import type { Connections } from './http/pool.ts';
import type { RateRefusals } from './quota/rate-refusals.ts';
import { nextStep, type TryEnd } from './quota/retry.ts';
import { retryAfterMs } from './quota/retry-after.ts';
import { bodyOf } from './reading/answer.ts';
import { saysRateLimited } from './refusal/deciding-words.ts';
import { decidingWordsOf, wordsOf } from './refusal/words.ts';
import type { RequestOptions } from './request-options.ts';
import type { Ledger } from './service.ts';

/** The parts that a request needs, of one account at one address. */
export interface AskParts {
  readonly connections: Connections;
  /** The beginning of each path. */
  readonly prefix: string;
  readonly headers: string[];
  readonly ledger: Ledger;
  /** How long the key pauses after a 429 that does not say. */
  readonly rateRefusals: RateRefusals;
  readonly measurements: Measurements;
  /** For one try, from sending to the last byte. */
  readonly timeoutMs: number;
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal;
  readonly random: () => number;
  readonly clock: Clock;
}

/** One request of the service, the same with each try. */
export interface AskRequest {
  /** As INTERFACE.md writes it, for metrics: `GET /api/v1/balance`. */
  readonly endpoint: string;
  readonly method: ExchangeRequest['method'];
  /** The rest after the address's prefix. */
  readonly path: string;
  /** With its question mark; never logged, since it holds a caller's words. */
  readonly query?: string;
  /** Names and values in turn, beside those of every request. */
  readonly headers?: readonly string[];
  /** A stream is made anew for each try. */
  readonly body?: string | (() => Readable);
  readonly saveTo?: ExchangeRequest['saveTo'];
  readonly maxBytes?: ExchangeRequest['maxBytes'];
  /** Whether it changes anything at the service: then it is not cancelled once it is being sent. */
  readonly isWrite?: boolean;
}

export type TryResult = ExchangeAnswer | ExchangeError;

/** The tries of one request. */
export interface Tries {
  /** None of them brought a success. */
  readonly earlier: readonly TryResult[];
  readonly last: TryResult;
  /** Why there was not one more, where one might have helped: the quota, an abort, the gateway stopping. */
  readonly stoppedBy: { readonly reason: unknown } | null;
}

/**
 * One GET, tried again where that may help; each try takes a place in the quota.
 * @returns the service's last answer, whatever its status but 429.
 * @throws GatewayError if there is none; the signal's reason if it is aborted.
 */
export async function ask(
  parts: AskParts,
  endpoint: string,
  { path, maxBytes }: Pick<AskRequest, 'path' | 'maxBytes'>,
  call: RequestOptions,
): Promise<ExchangeAnswer> {
  const { last, stoppedBy } = await tryRepeatedly(parts, { endpoint, method: 'GET', path, maxBytes }, call);
  if (stoppedBy !== null) throw stoppedBy.reason;
  if (last instanceof ExchangeError) throw failureOf(last, endpoint);
  return last;
}

/** @throws what keeps the first try from being made, or the signal's reason if that one is aborted. */
export async function tryRepeatedly(parts: AskParts, request: AskRequest, call: RequestOptions): Promise<Tries> {
  let turn = await takeTurn(parts, 1, call);
  const earlier: TryResult[] = [];
  let last = await tryOnce(parts, request, turn, call);
  for (;;) {
    if (!(last instanceof ExchangeError) && last.status < 400) return { earlier, last, stoppedBy: null };
    try {
      const next = await nextTurn(parts, request, last, turn, call);
      if (next === null) return { earlier, last, stoppedBy: null };
      turn = next;
      const result = await tryOnce(parts, request, turn, call);
      earlier.push(last);
      last = result;
    } catch (reason) {
      // A failure to make the next try does not change the result of the previous tries.
      return { earlier, last, stoppedBy: { reason } };
    }
  }
}

/**
 * Waits until the next try may be made. An abort by the caller leads to none.
 * @returns null if there is to be none
 * @throws why there is none although it might help
 */
async function nextTurn(
  { ledger, measurements, rateRefusals, closing, random, clock }: AskParts,
  { method }: AskRequest,
  end: TryResult,
  { tries, sentAt }: Turn,
  call: RequestOptions,
): Promise<Turn | null> {
  closing.throwIfAborted();
  const retriesTimeout = method !== 'GET';
  const unstatedBlockMs = () => rateRefusals.pause(sentAt, clock.now());
  const tried = { tries, priority: call.priority, jitter: random(), retriesTimeout, unstatedBlockMs };
  const next = nextStep(tryEnd(end, clock.wallTime()), tried);
  switch (next.step) {
    case 'end':
      return null;
    case 'block':
      measurements.rateLimited();
      ledger.block(next.ms);
      if (!next.again) throw new RateLimitedError(Math.max(1, Math.ceil(next.ms / 1000)));
      // The ledger keeps the next try waiting, in line with all others of the key.
      break;
    case 'pause':
      await delay(clock, next.ms, [call.signal, closing]);
  }
  return takeTurn({ ledger, clock }, tries + 1, call);
}

/** The place of one try among all. */
interface Turn {
  /** How many tries there are of the request, this one included. */
  readonly tries: number;
  readonly ticket: number;
  /** By the clock, in ms. */
  readonly sentAt: number;
}

async function takeTurn(
  { ledger, clock }: Pick<AskParts, 'ledger' | 'clock'>,
  tries: number,
  { priority, signal, client, lease }: RequestOptions,
): Promise<Turn> {
  const ticket = await ledger.take(priority, signal, client, lease);
  return { tries, ticket, sentAt: clock.now() };
}

/** One try, counted and logged with its outcome, whatever that is. */
async function tryOnce(parts: AskParts, request: AskRequest, turn: Turn, call: RequestOptions): Promise<TryResult> {
  const { clock, measurements } = parts;
  const reason = request.isWrite ? 'write' : call.priority;
  const span =
    call.trace?.startTry(request.endpoint, { 'dubbing.reason': reason, 'dubbing.try': turn.tries }) ?? NO_SPAN;
  let result: TryResult | null = null;
  try {
    result = await send(parts, request, turn, call);
    return result;
  } finally {
    const durationMs = clock.now() - turn.sentAt;
    const outcome = outcomeOf(result);
    span.set({ 'dubbing.outcome': outcome });
    span.end(outcome === 'failed' || outcome === 'timeout' ? 'failed' : 'ok');
    measurements.upstreamRequested({ endpoint: request.endpoint, reason, outcome, durationMs });
    if (result !== null) logTry(request, result, { tries: turn.tries, ms: Math.round(durationMs) }, call);
  }
}

function logTry(
  { method, path }: AskRequest,
  result: TryResult,
  { tries, ms }: { readonly tries: number; readonly ms: number },
  { log }: RequestOptions,
): void {
  const end = result instanceof ExchangeError ? { fault: result.fault } : { status: result.status };
  log.debug({ method, path, ...end, ms, try: tries }, 'upstream request');
}

/** Null for a try that its caller has given up. */
function outcomeOf(result: TryResult | null): RequestOutcome {
  if (result === null) return 'failed';
  if (result instanceof ExchangeError) return result.fault === 'timeout' ? 'timeout' : 'failed';
  if (result.status < 300) return 'ok';
  if (result.status === RATE_LIMITED) return 'limited';
  return result.status >= 400 && result.status < 500 ? 'refused' : 'failed';
}

async function send(parts: AskParts, request: AskRequest, turn: Turn, call: RequestOptions): Promise<TryResult> {
  const { connections, ledger, rateRefusals } = parts;
  call.onRequest(turn.ticket);
  try {
    const pool = turn.tries === 1 ? connections.kept : connections.fresh;
    const answer = await exchange(pool, toExchange(parts, request, call.signal));
    // A refusal of the caller's is an answer as well.
    connections.health = answer.status < 500 ? 'ok' : 'failing';
    if (answer.status < 300 || answer.status === 404) ledger.accept();
    const isRefused =
      answer.status === RATE_LIMITED || (mayRefuseRate(request, answer) && (await isRefusedRate(answer)));
    if (!isRefused && answer.status < 500) rateRefusals.answered();
    return isRefused ? { ...answer, status: RATE_LIMITED } : answer;
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    connections.health = 'failing';
    return error;
  }
}

function toExchange(
  { prefix, headers, timeoutMs, clock }: AskParts,
  { method, path, query = '', headers: more, body, saveTo, maxBytes, isWrite = false }: AskRequest,
  signal: AbortSignal,
): ExchangeRequest {
  return {
    method,
    path: prefix + path + query,
    headers: more === undefined ? headers : [...headers, ...more],
    ...(body !== undefined && { body: typeof body === 'string' ? body : body() }),
    ...(saveTo !== undefined && { saveTo }),
    signal,
    isAbortable: isWrite ? 'until sent' : 'always',
    timeoutMs,
    maxBytes,
    clock,
  };
}

const RATE_LIMITED = 429;
/** Statuses that some services refuse a rate with, in words alone. */
const MAY_REFUSE_RATE: readonly number[] = [400, 401, 403];
/** A refusal is short; a longer body is not worth being read twice. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** Most answers of data are longer. */
const MAX_REFUSING_SUCCESS_BYTES = 2 * 1024;

function mayRefuseRate({ isWrite = false }: AskRequest, { status, body }: ExchangeAnswer): boolean {
  // The success of a write may have an error beside what it has done.
  if (status < 300) return !isWrite && body.length <= MAX_REFUSING_SUCCESS_BYTES && body.includes('"error"');
  return MAY_REFUSE_RATE.includes(status) && body.length <= MAX_REFUSAL_BYTES;
}

/** Whether the words of an answer make it a 429 (BEHAVIOUR.md, "Requests to the service"). */
async function isRefusedRate(answer: ExchangeAnswer): Promise<boolean> {
  const body = await bodyOf(answer, (value) => value);
  // A success is refused by its error alone: beside that, it may speak of anything.
  if (answer.status < 300) return saysRateLimited(wordsOf(body).error ?? '');
  return saysRateLimited(decidingWordsOf(body));
}

function tryEnd(end: TryResult, wallTime: number): TryEnd {
  if (end instanceof ExchangeError) return { fault: end.fault };
  return { status: end.status, retryAfterMs: retryAfterMs(end.headers['retry-after'], wallTime) };
}

/** The error of a read that brought no answer. A write is judged by `writing/write-verdict.ts`. */
export function failureOf(error: ExchangeError, endpoint: string): GatewayError {
  switch (error.fault) {
    case 'broken':
    case 'unsaved':
      return new UpstreamUnavailableError({ cause: error });
    case 'timeout':
      return new UpstreamTimeoutError({ cause: error });
    case 'truncated':
    case 'garbled':
    case 'too-large':
      return new UpstreamMalformedError(`${endpoint}: ${error.fault} answer`, { cause: error });
  }
}
