import { GatewayError, NotFoundError, OutcomeUnknownError, UpstreamUnavailableError } from '../../errors.ts';
import { type AskParts, type AskRequest, failureOf, type Tries, type TryResult, tryRepeatedly } from '../ask.ts';
import { type Body, type Clean, UNREADABLE_BODY } from '../http/body.ts';
import { contentEncodings } from '../http/decode.ts';
import type { ExchangeAnswer, SavedBody } from '../http/exchange.ts';
import { ExchangeError } from '../http/exchange-error.ts';
import { bodyOf, isSuccess, readBody, receiptBodyOf, warnOfAnswer } from '../reading/answer.ts';
import type { AnswerReader } from '../reading/reading.ts';
import { type Refused, refusalOf, type ServiceRefusal } from '../refusal/failure.ts';
import type { RequestOptions } from '../request-options.ts';
import { writeFailure } from './write-failure.ts';
import { writeVerdict } from './write-verdict.ts';

/** The parts of a request besides its address. */
export interface Content {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: NonNullable<AskRequest['body']>;
}

/** One write of the service, or a request that is judged like one. */
export type WriteRequest<T> = WriteParts<T> & (KeyedMethod | RepeatableMethod);

/** The service executes requests with the same key once: only with one may a POST be tried again. */
interface KeyedMethod {
  readonly method: 'POST';
  readonly idempotencyKey: string;
}

interface RepeatableMethod {
  readonly method: Exclude<AskRequest['method'], 'POST'>;
  readonly idempotencyKey?: never;
}

interface WriteParts<T> {
  /** As INTERFACE.md writes it, for the log: `POST /api/v1/projects`. */
  readonly endpoint: string;
  /** Null if one of its ids is that of nothing. */
  readonly path: string | null;
  readonly query?: string;
  /** It changes nothing at the service, so there is no outcome to be unsure of. */
  readonly isHarmless?: boolean;
  readonly content?: Content;
  /** The meaning of a success. */
  readonly answer: JsonAnswer<T> | FileAnswer<T>;
  /** The meaning of "not found" on a retry: for a deletion, an earlier try has succeeded. */
  readonly whenGone?: () => T;
}

interface JsonAnswer<T> {
  readonly read: AnswerReader<T>;
  /** The meaning of a success without a body; without it, the outcome is unknown. */
  readonly readNothing?: () => T;
  /** Whether the JSON says that it was done, even with an error beside. */
  readonly saysDone?: (json: unknown) => boolean;
}

interface FileAnswer<T> {
  readonly saveTo: NonNullable<AskRequest['saveTo']>;
  /** The saved file, or the text in its place. */
  readonly readSaved: (saved: SavedBody, encodings: readonly string[], clean: Clean) => Promise<ReadAnswer<T>>;
}

/** The content of a success, or an invalid body. */
export type ReadAnswer<T> = { readonly value: T } | { readonly words: Body };

/** Makes the writes of one account at one of the service's addresses. */
export type Writer = <T>(request: WriteRequest<T>, call: RequestOptions) => Promise<T>;

export interface WriterParts extends AskParts {
  readonly keyIsCallers: boolean;
  readonly clean: Clean;
}

export function createWriter(parts: WriterParts): Writer {
  return async (request, call) => {
    if (request.path === null) throw new NotFoundError('No object can have this id.');
    const tries = await tryRepeatedly(parts, toAskRequest(request, request.path), call);
    try {
      return await resultOf(tries, request, call, parts);
    } catch (error) {
      if (error instanceof GatewayError || request.isHarmless === true) throw error;
      // A fault of the gateway's own: the service has been asked, and may have done it.
      throw new OutcomeUnknownError(request.idempotencyKey ?? null, { cause: error });
    }
  };
}

async function resultOf<T>(
  tries: Tries,
  request: WriteRequest<T>,
  call: RequestOptions,
  parts: WriterParts,
): Promise<T> {
  const { earlier, last } = tries;
  const answer =
    last instanceof ExchangeError ? { words: UNREADABLE_BODY } : await readAnswer(last, request, call, parts);
  if ('value' in answer) return answer.value;
  const refusal = refusalIn(last, answer.words);
  if (request.whenGone !== undefined && refusal?.kind === 'not-found' && earlier.length > 0) return request.whenGone();
  if (refusal?.kind === 'malformed') warnOfAnswer(call, request.endpoint, [`${answer.words.kind} body`]);
  throw failureOfWrite(tries, refusal, request, parts);
}

/** Undefined members are left out and not sent. */
export function json(value: object): Content {
  return { headers: ['content-type', 'application/json'], body: JSON.stringify(value) };
}

function toAskRequest<T>(request: WriteRequest<T>, path: string): AskRequest {
  const { endpoint, method, query, idempotencyKey, content, answer, isHarmless = false } = request;
  const keyHeader = idempotencyKey === undefined ? [] : ['idempotency-key', idempotencyKey];
  return {
    endpoint,
    method,
    path,
    headers: [...(content?.headers ?? []), ...keyHeader],
    isWrite: !isHarmless,
    ...(query !== undefined && { query }),
    ...(content !== undefined && { body: content.body }),
    ...('saveTo' in answer && { saveTo: answer.saveTo }),
  };
}

async function readAnswer<T>(
  last: ExchangeAnswer,
  { endpoint, answer }: WriteRequest<T>,
  call: RequestOptions,
  { clean }: WriterParts,
): Promise<ReadAnswer<T>> {
  if (isSuccess(last) && 'readSaved' in answer && last.saved !== null)
    return answer.readSaved(last.saved, contentEncodings(last.headers['content-encoding']), clean);
  const body = await (isSuccess(last) ? receiptBodyOf : bodyOf)(last, clean);
  if (!isSuccess(last) || 'readSaved' in answer) return { words: body };
  if (answer.readNothing !== undefined && isNothing(body)) return { value: answer.readNothing() };
  const isDone = body.kind === 'json' && answer.saysDone?.(body.value) === true;
  const read: AnswerReader<{ value: T }> = (json, note) => ({ value: answer.read(json, note) });
  return readBody(body, endpoint, read, call, { ignoresError: isDone }) ?? { words: body };
}

/** No body at all, or the JSON for none. */
function isNothing(body: Body): boolean {
  if (body.kind !== 'json') return body.kind === 'empty';
  return body.value === null || (typeof body.value === 'object' && Object.keys(body.value).length === 0);
}

function refusalIn(last: TryResult, body: Body): ServiceRefusal | null {
  if (!(last instanceof ExchangeError)) return refusalOf(last.status, body);
  // An answer that is too large was still received.
  return last.fault === 'too-large' ? { kind: 'malformed', status: 200, message: null } : null;
}

function failureOfWrite<T>(
  { earlier, last, stoppedBy }: Tries,
  refusal: ServiceRefusal | null,
  { endpoint, idempotencyKey, isHarmless = false }: WriteRequest<T>,
  { keyIsCallers }: WriterParts,
): unknown {
  const verdict = writeVerdict(isHarmless ? [] : earlier, last, refusal, idempotencyKey !== undefined);
  const failure = refusal === null ? null : failureOfRefusal(refusal, { endpoint, keyIsCallers, isHarmless });
  if (verdict === 'refused' && failure !== null) return failure;
  const reason = stoppedBy?.reason ?? failure ?? (last instanceof ExchangeError ? failureOf(last, endpoint) : null);
  if (verdict !== 'unknown' || isHarmless) return reason;
  return new OutcomeUnknownError(idempotencyKey ?? null, {
    cause: reason,
    userErrorCode: refusal?.kind === 'in-progress' ? 'IN_PROGRESS' : 'OUTCOME_UNKNOWN',
  });
}

function failureOfRefusal(refusal: ServiceRefusal, refused: Refused & { readonly isHarmless: boolean }): GatewayError {
  const failure = writeFailure(refusal, refused);
  // A read that changes nothing can be repeated later.
  const isPassing = refused.isHarmless && refusal.kind === 'in-progress';
  return isPassing ? new UpstreamUnavailableError({ cause: failure }) : failure;
}
