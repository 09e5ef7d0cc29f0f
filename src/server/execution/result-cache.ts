import { LRUCache } from 'lru-cache';
import type { RepeatableReads } from '../../contracts/context.ts';
import { createOperationKey } from '../documents/operation-key.ts';
import type { PreparedOperation } from '../documents/prepare.ts';
import type { WrittenText } from '../fairness/write-result.ts';

/** A finished answer, and what was read for it. */
interface KeptAnswer {
  readonly record: NonNullable<ReturnType<RepeatableReads['record']>>;
  readonly body: WrittenText;
  /** How many answers in a row were other ones than before; 0 once it has served again. */
  readonly changes: number;
}

/** An operation whose answers change each time: none is kept until it was asked so many times more. */
interface RestingAnswer {
  asksLeft: number;
}

/**
 * The texts of answers. Each serves again only for the same operation and variables of the same account, and only if
 * the operation's reads, made again, give the identical things: then it is what executing would come to.
 */
export interface ResultCache {
  /** The text that serves this time, too; null if there is none: at once, where nothing needs to be read to know it. */
  find(repeated: RepeatedOperation): null | Promise<WrittenText | null>;
  /** To be called with an answer that has no errors. */
  keep(repeated: RepeatedOperation, body: WrittenText): void;
}

interface RepeatedOperation {
  readonly prepared: PreparedOperation;
  /** Null where answers do not follow from reads. */
  readonly reads: RepeatableReads | null;
}

/** A service at work answers otherwise each time: looking whether an answer serves is work for nothing then. */
const MOST_CHANGES = 8;
const ASKS_AT_REST = 32;
const MOST_ANSWERS = 500;
const MOST_BYTES = 16 * 1024 * 1024;
/** The voices of the whole catalogue have 300 KB. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export function createResultCache(): ResultCache {
  const answers = new LRUCache<string, KeptAnswer | RestingAnswer>({
    max: MOST_ANSWERS,
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_ANSWER_BYTES,
    sizeCalculation: (answer, key) => ('body' in answer ? Buffer.byteLength(answer.body) : 1) + key.length,
  });
  const operationKey = createOperationKey();
  const keyOf = ({ prepared, reads }: RepeatedOperation): string | null => {
    if (reads === null || prepared.operation.definition.operation !== 'query') return null;
    return operationKey(prepared, reads.scope);
  };

  return {
    find(repeated) {
      const key = keyOf(repeated);
      const kept = key === null ? undefined : answers.get(key);
      if (key === null || kept === undefined || repeated.reads === null) return null;
      if (!('body' in kept)) {
        if (kept.asksLeft > 0) repeated.reads.forgo();
        return null;
      }
      return repeated.reads.repeat(kept.record).then((isUnchanged) => {
        if (!isUnchanged) return null;
        if (kept.changes > 0) answers.set(key, { ...kept, changes: 0 });
        return kept.body;
      });
    },
    keep(repeated, body) {
      const key = keyOf(repeated);
      if (key === null) return;
      const last = answers.peek(key);
      if (last !== undefined && !('body' in last) && last.asksLeft > 0) {
        last.asksLeft -= 1;
        return;
      }
      const changes = changesOf(last) + 1;
      if (changes > MOST_CHANGES) {
        answers.set(key, { asksLeft: ASKS_AT_REST });
        return;
      }
      const record = repeated.reads?.record() ?? null;
      if (record !== null) answers.set(key, { record, body, changes });
    },
  };
}

/** One that has rested is tried once. */
function changesOf(last: KeptAnswer | RestingAnswer | undefined): number {
  if (last === undefined) return -1;
  return 'body' in last ? last.changes : MOST_CHANGES - 1;
}
