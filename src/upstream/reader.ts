import { UpstreamMalformedError } from '../errors.ts';
import type { AnswerMemo } from './answer-memo.ts';
import { type AskParts, ask } from './ask.ts';
import { type Body, parseBody } from './body.ts';
import { contentEncodings, decode, UndecodableError } from './decode.ts';
import { type ExchangeAnswer, MAX_BODY_BYTES } from './exchange.ts';
import { readFailure, refusalOf } from './failure.ts';
import { type Note, UnreadableError } from './reading.ts';
import type { Call } from './service.ts';

/** One GET of the service: where a thing is, and what its answer means. */
export interface Endpoint<Key, T> {
  /** As the interface document writes it, for the log: `GET /api/v1/balance`. */
  readonly name: string;
  /** Null for a key that is that of nothing. */
  readonly path: (key: Key) => string | null;
  readonly read: (json: unknown, note: Note, key: Key) => T;
}

/** Asks for a thing; null where the service says that there is none. */
export type Find<Key, T> = (key: Key, call: Call) => Promise<T | null>;

/** Makes the reading side of one account at one of the service's addresses, endpoint by endpoint. */
export type Reader = <Key, T extends object>(endpoint: Endpoint<Key, T>) => Find<Key, T>;

export interface ReaderParts extends AskParts {
  readonly keyIsCallers: boolean;
  readonly memo: AnswerMemo;
  /** Sets this account's answers apart from all others in the memo. */
  readonly memoScope: string;
}

export function createReader(parts: ReaderParts): Reader {
  return <Key, T extends object>(endpoint: Endpoint<Key, T>): Find<Key, T> => {
    const known = createKnownAnswers<T>(parts);
    return async (key, call) => {
      const path = endpoint.path(key);
      if (path === null) return null;
      const answer = await ask(parts, endpoint.name, path, call);
      if (!isSuccess(answer)) return refuse(answer.status, await bodyOf(answer), endpoint.name, parts, call);
      const before = known.recall(path, answer);
      if (before !== undefined) return before;
      const body = await bodyOf(answer);
      const read = readBody(body, endpoint, key, call);
      if (read === null) return refuse(answer.status, body, endpoint.name, parts, call);
      known.keep(path, answer, read);
      return read;
    };
  };
}

/** What was made of the bodies that the memo keeps; goes when they go. */
function createKnownAnswers<T extends object>({ memo, memoScope }: ReaderParts) {
  const made = new WeakMap<Buffer, T>();
  // What bytes mean depends on how they are encoded.
  const address = (path: string, { headers }: ExchangeAnswer) =>
    `${memoScope} ${headers['content-encoding'] ?? ''} ${path}`;
  return {
    recall: (path: string, answer: ExchangeAnswer): T | undefined => {
      const kept = memo.recall(address(path, answer), answer.body);
      return kept === null ? undefined : made.get(kept);
    },
    keep: (path: string, answer: ExchangeAnswer, value: T): void => {
      made.set(memo.keep(address(path, answer), answer.body), value);
    },
  };
}

/** Reads what the service always has: that it is not there is an answer against its interface document. */
export function always<T extends object>(reader: Reader, endpoint: Endpoint<null, T>): (call: Call) => Promise<T> {
  const find = reader(endpoint);
  return async (call) => {
    const found = await find(null, call);
    if (found === null) throw new UpstreamMalformedError(`${endpoint.name}: said not to be there`);
    return found;
  };
}

function isSuccess({ status }: ExchangeAnswer): boolean {
  return status >= 200 && status < 300;
}

async function bodyOf(answer: ExchangeAnswer): Promise<Body> {
  // Never shown, so never read.
  if (answer.status >= 500) return { kind: 'unreadable' };
  const encodings = contentEncodings(answer.headers['content-encoding']);
  if (encodings.length === 0) return parseBody(answer.body);
  try {
    return parseBody(await decode(answer.body, encodings, MAX_BODY_BYTES));
  } catch (error) {
    if (error instanceof UndecodableError) return { kind: 'unreadable' };
    throw error;
  }
}

/** Null if the body is not the endpoint's answer. What it could do without is told to the log, once an answer. */
function readBody<Key, T>(body: Body, endpoint: Endpoint<Key, T>, key: Key, call: Call): T | null {
  if (body.kind !== 'json') return null;
  const places: string[] = [];
  try {
    return endpoint.read(body.value, (at) => places.push(at), key);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    places.push(error.message);
    return null;
  } finally {
    if (places.length > 0) warn(call, endpoint.name, places);
  }
}

function refuse(status: number, body: Body, endpoint: string, { keyIsCallers }: ReaderParts, call: Call): null {
  const refusal = refusalOf(status, body);
  const failure = readFailure(refusal, { endpoint, keyIsCallers });
  if (failure === null) return null;
  if (failure instanceof UpstreamMalformedError) warn(call, endpoint, [`${body.kind} body, status ${status}`]);
  throw failure;
}

const MAX_PLACES_TOLD = 10;

function warn({ log }: Call, endpoint: string, places: readonly string[]): void {
  log.warn(
    { endpoint, places: places.slice(0, MAX_PLACES_TOLD), count: places.length },
    'the service answered something that cannot be understood',
  );
}
