import { LRUCache } from 'lru-cache';
import type { RepeatableReads } from '../../contracts/context.ts';
import type { PreparedOperation } from '../documents/documents.ts';
import { createOperationKey } from '../documents/operation-key.ts';

/** A finished answer, and what was read for it. */
interface KeptAnswer {
  readonly record: NonNullable<ReturnType<RepeatableReads['record']>>;
  readonly body: Buffer;
}

/**
 * The texts of answers. Each serves again only for the same operation and variables of the same account, and only if
 * the operation's reads, made again, give the identical things: then it is what executing would come to.
 */
export interface ResultCache {
  /** The text that serves this time, too; null if there is none. */
  find(question: RepeatedOperation): Promise<Buffer | null>;
  /** To be called with an answer that has no errors. */
  keep(question: RepeatedOperation, body: Buffer): void;
}

export interface RepeatedOperation {
  readonly operation: PreparedOperation;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  /** Null where answers do not follow from reads. */
  readonly reads: RepeatableReads | null;
}

const MOST_ANSWERS = 500;
const MOST_BYTES = 16 * 1024 * 1024;
/** The voices of the whole catalogue have 300 KB. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export function createResultCache(): ResultCache {
  const answers = new LRUCache<string, KeptAnswer>({
    max: MOST_ANSWERS,
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_ANSWER_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  const questionKey = createOperationKey();
  const keyOf = ({ operation, variables, reads }: RepeatedOperation): string | null => {
    if (reads === null || operation.definition.operation !== 'query') return null;
    return questionKey({ operation, variables, scope: reads.scope });
  };

  return {
    async find(question) {
      const key = keyOf(question);
      const kept = key === null ? undefined : answers.get(key);
      if (kept === undefined || question.reads === null) return null;
      return (await question.reads.repeat(kept.record)) ? kept.body : null;
    },
    keep(question, body) {
      const key = keyOf(question);
      const record = question.reads?.record() ?? null;
      if (key !== null && record !== null) answers.set(key, { record, body });
    },
  };
}
