import { setImmediate as turn } from 'node:timers/promises';
import { UpstreamMalformedError } from '../../errors.ts';
import { type AskParts, ask } from '../ask.ts';
import type { Body } from '../http/body.ts';
import type { ExchangeAnswer } from '../http/exchange.ts';
import { readFailure, refusalOf } from '../refusal/failure.ts';
import type { RequestOptions } from '../request-options.ts';
import { bodyOf, bytesOf, isSuccess, readBody, warnOfAnswer } from './answer.ts';
import { createKnownAnswers, isSameAnswer, type KnownAnswer, type KnownAnswersParts } from './known-answers.ts';
import type { Note } from './reading.ts';

/** One GET of the service: where a thing is, and what its answer means. */
export interface Endpoint<Key, T> {
  /** As INTERFACE.md writes it, for the log: `GET /api/v1/balance`. */
  readonly name: string;
  /** Null for a key that is that of nothing. */
  readonly path: (key: Key) => string | null;
  /** The most that its answer may have, in bytes; default 1 MB, which is plenty for one record. */
  readonly maxBytes?: number;
  /** The members of its answer that are lists of records, read by `readList`: a record that has not changed is not read again. */
  readonly lists?: readonly string[];
  readonly read: (json: unknown, note: Note, key: Key) => T;
}

/** Asks for a thing; null where the service says that there is none. */
type Find<Key, T> = (key: Key, call: RequestOptions) => Promise<T | null>;

/** Makes the reading side of one account at one of the service's addresses, endpoint by endpoint. */
export type Reader = <Key, T extends object>(endpoint: Endpoint<Key, T>) => Find<Key, T>;

export interface ReaderParts extends AskParts, KnownAnswersParts {
  readonly keyIsCallers: boolean;
}

export function createReader(parts: ReaderParts): Reader {
  return <Key, T extends object>(endpoint: Endpoint<Key, T>): Find<Key, T> => {
    const known = createKnownAnswers<T>(parts, endpoint.lists ?? []);

    function readAnew(fetched: Fetched<Key>, bytes: Buffer | null, last: KnownAnswer<T> | null): T | null | Promise<T> {
      const { path, answer, key, call } = fetched;
      const parsed = known.parse(bytes, last);
      const value = readBody(parsed.body, endpoint.name, (json, note) => endpoint.read(json, note, key), call);
      if (value === null) return refuse(answer.status, parsed.body, endpoint.name, parts, call);
      const kept = known.keep(path, { answer, parsed, value }, last);
      return afterOthers(counted(kept, parsed.kept?.bytes ?? answer.body, call), answer.body.length);
    }

    return async (key, call) => {
      const path = endpoint.path(key);
      if (path === null) return null;
      const answer = await ask(parts, endpoint.name, { path, maxBytes: endpoint.maxBytes }, call);
      if (!isSuccess(answer))
        return refuse(answer.status, await bodyOf(answer, parts.clean), endpoint.name, parts, call);
      const last = known.find(path);
      if (last !== null && isSameAnswer(last, answer)) return counted(last.value, last.body.bytes, call);
      const fetched = { path, answer, key, call };
      const bytes = bytesOf(answer);
      if (!(bytes instanceof Promise)) return readAnew(fetched, bytes, last);
      const decoded = await bytes;
      // Another one may have come meanwhile.
      return readAnew(fetched, decoded, known.find(path));
    };
  };
}

/** An answer, and the read that it answers. */
interface Fetched<Key> {
  readonly path: string;
  readonly answer: ExchangeAnswer;
  readonly key: Key;
  readonly call: RequestOptions;
}

function counted<T>(value: T, bytes: Buffer, { onAnswer }: RequestOptions): T {
  onAnswer?.(bytes.length);
  return value;
}

/** Reading so much takes a turn: whoever waits has theirs before somebody goes on with what was read. */
const LONG_BYTES = 256 * 1024;

const afterOthers = <T>(value: T, bytes: number): T | Promise<T> =>
  bytes > LONG_BYTES ? othersTurn().then(() => value) : value;

/** The first turn comes before the next look at the sockets, the second one after it. */
async function othersTurn(): Promise<void> {
  await turn();
  await turn();
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
