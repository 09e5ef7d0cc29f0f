import { type Body, type Clean, parseBody, UNREADABLE_BODY } from '../http/body.ts';
import { contentEncodings, decode, isGzip, UndecodableError } from '../http/decode.ts';
import type { ExchangeAnswer } from '../http/exchange.ts';
import { withoutCredentials } from '../refusal/credentials.ts';
import { tellsOfError } from '../refusal/failure.ts';
import type { RequestOptions } from '../request-options.ts';
import { type AnswerReader, UnreadableError } from './reading.ts';

export function isSuccess({ status }: ExchangeAnswer): boolean {
  return status >= 200 && status < 300;
}

/** @param clean takes out of its JSON what nobody may see */
export async function bodyOf(answer: ExchangeAnswer, clean: Clean): Promise<Body> {
  // Never shown, so never read.
  if (answer.status >= 500) return UNREADABLE_BODY;
  const bytes = await bytesOf(answer);
  return bytes === null ? UNREADABLE_BODY : parseBody(bytes, clean);
}

/**
 * The body of a write's success, which may be a receipt for money: it is read also where the service declares a compression
 * that is not there, and where it compresses without declaring it.
 */
export async function receiptBodyOf(answer: ExchangeAnswer, clean: Clean): Promise<Body> {
  const body = await bodyOf(answer, clean);
  if (body.kind !== 'unreadable') return body;
  const { 'content-encoding': _, ...headers } = answer.headers;
  const encoding = isGzip(answer.body) ? { 'content-encoding': 'gzip' } : {};
  return bodyOf({ ...answer, headers: { ...headers, ...encoding } }, clean);
}

/** The body without its content encodings; null if it cannot be decoded. */
export function bytesOf({ body, headers, maxBytes }: ExchangeAnswer): Buffer | Promise<Buffer | null> {
  const encodings = contentEncodings(headers['content-encoding']);
  if (encodings.length === 0) return body;
  return decode(body, encodings, maxBytes).catch((error: unknown) => {
    if (error instanceof UndecodableError) return null;
    throw error;
  });
}

/**
 * Null if the body is not the endpoint's answer. The places that were left out are logged, once for each answer. A success
 * with an error inside is a failure, whatever else it holds (BEHAVIOUR.md, "Failures"), unless the rest proves the success.
 */
export function readBody<T>(
  body: Body,
  endpoint: string,
  read: AnswerReader<T>,
  call: RequestOptions,
  { ignoresError = false } = {},
): T | null {
  if (body.kind !== 'json' || (!ignoresError && tellsOfError(body))) return null;
  const places: string[] = [];
  try {
    return read(body.value, (at) => {
      places.push(at);
      // Each costs a while, and an answer that is wrong all over is none.
      if (places.length > MAX_PLACES) throw new UnreadableError('', 'cannot be read');
    });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    places.push(error.message);
    return null;
  } finally {
    if (places.length > 0) warnOfAnswer(call, endpoint, places);
  }
}

const MAX_PLACES = 20_000;
const MAX_PLACES_TOLD = 10;
/** A place may hold a key of the answer, which the service chooses. */
const MAX_PLACE_CHARACTERS = 120;

/** Names the places, never what stands there. */
export function warnOfAnswer({ log }: RequestOptions, endpoint: string, places: readonly string[]): void {
  log.warn(
    {
      endpoint,
      places: places.slice(0, MAX_PLACES_TOLD).map((place) => withoutCredentials(place).slice(0, MAX_PLACE_CHARACTERS)),
      count: places.length,
    },
    'invalid upstream answer',
  );
}
