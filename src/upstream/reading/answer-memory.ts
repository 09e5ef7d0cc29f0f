import { LRUCache } from 'lru-cache';
import type { KeptBody } from './incremental/record-bodies.ts';

/** A successful answer, and the value that was read of it. */
export interface KeptAnswer {
  /** As it came, with its content encoding. */
  readonly raw: Buffer;
  readonly encoding: string;
  /** Decoded; the identical bytes for an answer without content encoding. */
  readonly body: KeptBody;
  readonly value: object;
  /** The secrets that were taken out of it. */
  readonly secrets: unknown;
}

/**
 * The last answer of each address. The same bytes have the same value, neither parsed nor checked anew; of other bytes only the
 * difference is read. The service is asked all the same, so nothing is ever stale.
 */
export interface AnswerMemory {
  get(address: string): KeptAnswer | undefined;
  set(address: string, answer: KeptAnswer): void;
  /** Forgets all answers of the addresses with this beginning. */
  forget(beginning: string): void;
}

/** The estimated size of all bodies with the values that were read of them, in the whole process. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_ANSWERS = 8_192;
/** Parsed, an answer takes some three times its own bytes. */
const WEIGHT = 4;
const OVERHEAD_BYTES = 512;
/** The place of a record and its reading, or its JSON. */
const RECORD_BYTES = 192;

export function createAnswerMemory(): AnswerMemory {
  const answers = new LRUCache<string, KeptAnswer>({ max: MAX_ANSWERS, maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  return {
    get: (address) => answers.get(address),
    set: (address, answer) => void answers.set(address, answer),
    forget(beginning) {
      for (const address of [...answers.keys()]) if (address.startsWith(beginning)) answers.delete(address);
    },
  };
}

function sizeOf({ raw, body: { bytes, records } }: KeptAnswer): number {
  const ofRecords = [...records.values()].reduce((sum, list) => sum + list.length * RECORD_BYTES, 0);
  const ofEncoded = raw === bytes ? 0 : raw.length;
  return bytes.length * WEIGHT + ofRecords + ofEncoded + OVERHEAD_BYTES;
}
