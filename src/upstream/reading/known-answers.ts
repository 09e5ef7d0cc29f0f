import { type Clean, UNREADABLE_BODY } from '../http/body.ts';
import type { ExchangeAnswer } from '../http/exchange.ts';
import type { AnswerMemory, KeptAnswer } from './answer-memory.ts';
import { createRecordBodies, type ParsedBody } from './incremental/record-bodies.ts';
import { shareUnchanged } from './share-unchanged.ts';

export interface KnownAnswersParts {
  readonly memory: AnswerMemory;
  /** Sets the answers of one account at one of the service's addresses apart from all others in the memory. */
  readonly memoryScope: string;
  readonly clean: Clean;
  /** The value that `clean` takes out: the identical object while it is the same. */
  readonly secrets: () => unknown;
}

/** The last answers of one endpoint, by their paths. A path has one endpoint, so its values are of one type. */
export interface KnownAnswers<T extends object> {
  /** The last one; null for none. It is the last one until something is awaited. */
  find(path: string): KnownAnswer<T> | null;
  /** Parses of a decoded body what is different from the last one. */
  parse(bytes: Buffer | null, last: KnownAnswer<T> | null): ParsedBody;
  /**
   * Keeps the answer in place of the last one.
   * @returns the value, in which what is equal to a part of the last one is that part
   */
  keep(path: string, answer: ReadAnswer<T>, last: KnownAnswer<T> | null): T;
}

export type KnownAnswer<T> = KeptAnswer & { readonly value: T };

/** An answer, and what was made of it. */
interface ReadAnswer<T> {
  readonly answer: ExchangeAnswer;
  readonly parsed: ParsedBody;
  readonly value: T;
}

export function createKnownAnswers<T extends object>(
  { memory, memoryScope, clean, secrets }: KnownAnswersParts,
  lists: readonly string[],
): KnownAnswers<T> {
  const bodies = createRecordBodies({ lists, clean });
  return {
    find(path) {
      const kept = memory.get(memoryScope + path);
      return kept !== undefined && kept.secrets === secrets() ? (kept as KnownAnswer<T>) : null;
    },
    parse: (bytes, last) =>
      bytes === null ? { body: UNREADABLE_BODY, kept: null } : bodies.parse(bytes, last?.body ?? null),
    keep(path, { answer, parsed, value }, last) {
      const { kept: body } = parsed;
      if (body === null) return value;
      const bytes = copyOf(body.bytes, last?.body.bytes ?? null);
      const shared = shareUnchanged(last?.value, value);
      memory.set(memoryScope + path, {
        raw: body.bytes === answer.body ? bytes : Buffer.from(answer.body),
        encoding: encodingOf(answer),
        body: { ...body, bytes },
        value: shared,
        secrets: secrets(),
      });
      return shared;
    },
  };
}

/** Whether it came as the last one did, byte for byte. */
export function isSameAnswer(last: KeptAnswer, answer: ExchangeAnswer): boolean {
  return last.encoding === encodingOf(answer) && last.raw.equals(answer.body);
}

/** The meaning of bytes depends on their encoding. */
const encodingOf = ({ headers }: ExchangeAnswer): string => String(headers['content-encoding'] ?? '');

/** The next body is most often as long as the last one, give or take some digits. */
const ROOM_BYTES = 64;

/**
 * A copy, since a body is a view into the socket's own buffer, all of which it would hold. It takes the place of the last body,
 * which nothing else refers to.
 */
function copyOf(bytes: Buffer, last: Buffer | null): Buffer {
  const isRoom =
    last !== null && last.buffer.byteLength >= bytes.length && last.buffer.byteLength < 2 * (bytes.length + ROOM_BYTES);
  const buffer = isRoom ? last.buffer : new ArrayBuffer(bytes.length + ROOM_BYTES);
  const copy = Buffer.from(buffer, 0, bytes.length);
  copy.set(bytes);
  return copy;
}
