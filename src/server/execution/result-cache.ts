import { LRUCache } from 'lru-cache';
import type { RepeatableReads } from '../../contracts/context.ts';
import { createOperationKey } from '../documents/operation-key.ts';
import type { PreparedOperation } from '../documents/prepare.ts';

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
  find(repeated: RepeatedOperation): Promise<Buffer | null>;
  /** To be called with an answer that has no errors. */
  keep(repeated: RepeatedOperation, body: Buffer): void;
}

interface RepeatedOperation {
  readonly prepared: PreparedOperation;
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
  const operationKey = createOperationKey();
  const keyOf = ({ prepared, reads }: RepeatedOperation): string | null => {
    if (reads === null || prepared.operation.definition.operation !== 'query') return null;
    return operationKey(prepared, reads.scope);
  };

  return {
    async find(repeated) {
      const key = keyOf(repeated);
      const kept = key === null ? undefined : answers.get(key);
      if (kept === undefined || repeated.reads === null) return null;
      return (await repeated.reads.repeat(kept.record)) ? kept.body : null;
    },
    keep(repeated, body) {
      const key = keyOf(repeated);
      const record = repeated.reads?.record() ?? null;
      if (key !== null && record !== null) answers.set(key, { record, body });
    },
  };
}
