import { UpstreamMalformedError } from '../../errors.ts';
import { type AskParts, ask } from '../ask.ts';
import type { Body, Clean } from '../http/body.ts';
import type { BodyCache } from '../http/body-cache.ts';
import type { ExchangeAnswer } from '../http/exchange.ts';
import { readFailure, refusalOf } from '../refusal/failure.ts';
import type { RequestOptions } from '../request-options.ts';
import { bodyOf, isSuccess, readBody, warnOfAnswer } from './answer.ts';
import type { Note } from './reading.ts';

/** One GET of the service: where a thing is, and what its answer means. */
export interface Endpoint<Key, T> {
  /** As INTERFACE.md writes it, for the log: `GET /api/v1/balance`. */
  readonly name: string;
  /** Null for a key that is that of nothing. */
  readonly path: (key: Key) => string | null;
  /** The most that its answer may have, in bytes; default 1 MB, which is plenty for one record. */
  readonly maxBytes?: number;
  readonly read: (json: unknown, note: Note, key: Key) => T;
}

/** Asks for a thing; null where the service says that there is none. */
type Find<Key, T> = (key: Key, call: RequestOptions) => Promise<T | null>;

/** Makes the reading side of one account at one of the service's addresses, endpoint by endpoint. */
export type Reader = <Key, T extends object>(endpoint: Endpoint<Key, T>) => Find<Key, T>;

export interface ReaderParts extends AskParts {
  readonly keyIsCallers: boolean;
  readonly clean: Clean;
  readonly memo: BodyCache;
  /** Sets this account's answers apart from all others in the memo. */
  readonly memoScope: string;
}

export function createReader(parts: ReaderParts): Reader {
  return <Key, T extends object>(endpoint: Endpoint<Key, T>): Find<Key, T> => {
    const known = createKnownAnswers<T>(parts);
    return async (key, call) => {
      const path = endpoint.path(key);
      if (path === null) return null;
      const answer = await ask(parts, endpoint.name, { path, maxBytes: endpoint.maxBytes }, call);
      if (!isSuccess(answer))
        return refuse(answer.status, await bodyOf(answer, parts.clean), endpoint.name, parts, call);
      const before = known.recall(path, answer);
      if (before !== undefined) return before;
      const body = await bodyOf(answer, parts.clean);
      const read = readBody(body, endpoint.name, (json, note) => endpoint.read(json, note, key), call);
      if (read === null) return refuse(answer.status, body, endpoint.name, parts, call);
      known.keep(path, answer, read);
      return read;
    };
  };
}

/** What was made of the bodies that the memo keeps; goes when they go. */
function createKnownAnswers<T extends object>({ memo, memoScope }: ReaderParts) {
  const made = new WeakMap<Buffer, T>();
  // The meaning of bytes depends on their encoding.
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

/** Reads what the service always has: an answer that lacks it contradicts INTERFACE.md. */
export function always<T extends object>(
  reader: Reader,
  endpoint: Endpoint<null, T>,
): (call: RequestOptions) => Promise<T> {
  const find = reader(endpoint);
  return async (call) => {
    const found = await find(null, call);
    if (found !== null) return found;
    warnOfAnswer(call, endpoint.name, ['reported as missing']);
    throw new UpstreamMalformedError(`${endpoint.name}: reported as missing`);
  };
}

function refuse(
  status: number,
  body: Body,
  endpoint: string,
  { keyIsCallers }: ReaderParts,
  call: RequestOptions,
): null {
  const refusal = refusalOf(status, body);
  const failure = readFailure(refusal, { endpoint, keyIsCallers });
  if (failure === null) return null;
  if (failure instanceof UpstreamMalformedError) warnOfAnswer(call, endpoint, [`${body.kind} body, status ${status}`]);
  throw failure;
}
