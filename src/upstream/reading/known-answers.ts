import { type Clean, UNREADABLE_BODY } from '../http/body.ts';
import type { ExchangeAnswer } from '../http/exchange.ts';
import { bytesOf } from './answer.ts';
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
  /** The same answer, as it was kept; undefined for another one. */
  recall(path: string, answer: ExchangeAnswer): (KeptAnswer & { readonly value: T }) | undefined;
  /** Parses of an answer what is different in it. */
  parse(path: string, answer: ExchangeAnswer): ParsedBody | Promise<ParsedBody>;
  /** @returns the value, in which what is equal to a part of the last one is that part */
  keep(path: string, answer: ExchangeAnswer, parsed: ParsedBody, value: T): T;
}

export function createKnownAnswers<T extends object>(
  { memory, memoryScope, clean, secrets }: KnownAnswersParts,
  lists: readonly string[],
): KnownAnswers<T> {
  const bodies = createRecordBodies({ lists, clean });

  function find(path: string): KeptAnswer | null {
    const kept = memory.get(memoryScope + path);
    return kept !== undefined && kept.secrets === secrets() ? kept : null;
  }

  function parseBytes(path: string, bytes: Buffer | null): ParsedBody {
    if (bytes === null) return { body: UNREADABLE_BODY, kept: null };
    return bodies.parse(bytes, find(path)?.body ?? null);
  }

  return {
    recall(path, answer) {
      const kept = find(path);
      return kept !== null && isSame(kept, answer) ? (kept as KeptAnswer & { readonly value: T }) : undefined;
    },
    parse(path, answer) {
      const bytes = bytesOf(answer);
      return bytes instanceof Promise ? bytes.then((decoded) => parseBytes(path, decoded)) : parseBytes(path, bytes);
    },
    keep(path, answer, { kept: body }, value) {
      if (body === null) return value;
      const last = find(path);
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

/** The meaning of bytes depends on their encoding. */
const encodingOf = ({ headers }: ExchangeAnswer): string => String(headers['content-encoding'] ?? '');

function isSame(kept: KeptAnswer, answer: ExchangeAnswer): boolean {
  return kept.encoding === encodingOf(answer) && kept.raw.equals(answer.body);
}

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
