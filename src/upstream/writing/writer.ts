import { type GatewayError, NotFoundError, OutcomeUnknownError, UpstreamUnavailableError } from '../../errors.ts';
import { type AskParts, type AskRequest, failureOf, type Tries, type TryResult, tryRepeatedly } from '../ask.ts';
import { refusalOf, type ServiceRefusal } from '../failure.ts';
import { bodyOf, isSuccess, readBody, warnOfAnswer } from '../http/answer.ts';
import type { Body } from '../http/body.ts';
import { ExchangeError } from '../http/exchange-error.ts';
import type { AnswerReader } from '../reading/reading.ts';
import type { RequestOptions } from '../request-options.ts';
import { writeFailure } from './write-failure.ts';
import { writeVerdict } from './write-verdict.ts';

/** What a request carries beside its address. */
export interface Content {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: NonNullable<AskRequest['body']>;
}

/** One write of the service, or a request that is judged like one. */
export interface WriteRequest<T> {
  readonly method: AskRequest['method'];
  /** As the interface document writes it, for the log: `POST /api/v1/projects`. */
  readonly endpoint: string;
  /** Null if one of its ids is that of nothing. */
  readonly path: string | null;
  readonly query?: string;
  /** Of a POST: only with it may it be tried again. */
  readonly idempotencyKey?: string;
  /** It changes nothing at the service, so there is no outcome to be unsure of. */
  readonly isHarmless?: boolean;
  readonly content?: Content;
  /** What a success means. */
  readonly answer: JsonAnswer<T> | FileAnswer<T>;
  /** What it means that a retry finds nothing: for a deletion, that an earlier try has done it. */
  readonly whenGone?: () => T;
}

interface JsonAnswer<T> {
  readonly read: AnswerReader<T>;
}

interface FileAnswer<T> {
  readonly saveTo: NonNullable<AskRequest['saveTo']>;
  /** Null if so few bytes are no answer. */
  readonly readSaved: (bytes: number) => T | null;
}

/** Makes the writes of one account at one of the service's addresses. */
export type Writer = <T>(request: WriteRequest<T>, call: RequestOptions) => Promise<T>;

export interface WriterParts extends AskParts {
  readonly keyIsCallers: boolean;
}

export function createWriter(parts: WriterParts): Writer {
  return async (request, call) => {
    if (request.path === null) throw new NotFoundError('No object can have this id.');
    const tries = await tryRepeatedly(parts, toAskRequest(request, request.path), call);
    const { earlier, last } = tries;
    const body: Body = last instanceof ExchangeError ? { kind: 'unreadable' } : await bodyOf(last);
    const done = readSuccess(last, body, request, call);
    if (done !== null) return done.value;
    const refusal = refusalIn(last, body);
    if (request.whenGone !== undefined && refusal?.kind === 'not-found' && earlier.length > 0)
      return request.whenGone();
    if (refusal?.kind === 'malformed') warnOfAnswer(call, request.endpoint, [`${body.kind} body`]);
    throw failureOfWrite(tries, refusal, request, parts);
  };
}

/** What is undefined is left out of it: what is not given is not sent. */
export function json(value: object): Content {
  return { headers: ['content-type', 'application/json'], body: JSON.stringify(value) };
}

function toAskRequest<T>(request: WriteRequest<T>, path: string): AskRequest {
  const { method, query, idempotencyKey, content, answer, isHarmless = false } = request;
  const keyHeader = idempotencyKey === undefined ? [] : ['idempotency-key', idempotencyKey];
  return {
    method,
    path,
    headers: [...(content?.headers ?? []), ...keyHeader],
    isWrite: !isHarmless,
    ...(query !== undefined && { query }),
    ...(content !== undefined && { body: content.body }),
    ...('saveTo' in answer && { saveTo: answer.saveTo }),
  };
}

/** Null if the last try brought no success, or one that is not the endpoint's. */
function readSuccess<T>(
  last: TryResult,
  body: Body,
  { endpoint, answer }: WriteRequest<T>,
  call: RequestOptions,
): { readonly value: T } | null {
  if (last instanceof ExchangeError || !isSuccess(last)) return null;
  if ('read' in answer) return readBody(body, endpoint, (json, note) => ({ value: answer.read(json, note) }), call);
  const saved = last.savedBytes === null ? null : answer.readSaved(last.savedBytes);
  return saved === null ? null : { value: saved };
}

function refusalIn(last: TryResult, body: Body): ServiceRefusal | null {
  if (!(last instanceof ExchangeError)) return refusalOf(last.status, body);
  // What is too large to be read has come all the same.
  return last.fault === 'too-large' ? { kind: 'malformed', status: 200, message: null } : null;
}

function failureOfWrite<T>(
  { earlier, last, stoppedBy }: Tries,
  refusal: ServiceRefusal | null,
  { endpoint, idempotencyKey, isHarmless = false }: WriteRequest<T>,
  { keyIsCallers }: WriterParts,
): unknown {
  const verdict = writeVerdict(isHarmless ? [] : earlier, last, refusal);
  if (verdict === 'refused' && refusal !== null) return writeFailure(refusal, { endpoint, keyIsCallers });
  const reason = stoppedBy === null ? noAnswer(last, endpoint) : stoppedBy.reason;
  if (verdict !== 'unknown' || isHarmless) return reason;
  return new OutcomeUnknownError(idempotencyKey ?? null, { cause: reason });
}

function noAnswer(last: TryResult, endpoint: string): GatewayError {
  if (last instanceof ExchangeError) return failureOf(last, endpoint);
  return new UpstreamUnavailableError({ cause: new Error(`${endpoint}: status ${last.status}`) });
}
