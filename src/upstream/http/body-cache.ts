import { LRUCache } from 'lru-cache';

/**
 * The last body of each address, byte for byte: when the same comes again, what was made of it is used again, and
 * neither parsed nor checked anew. The service is asked all the same, so nothing is ever stale.
 */
export interface BodyCache {
  /** The kept bytes if these are the same. What was made of them hangs on them (a `WeakMap`), and goes with them. */
  recall(address: string, body: Buffer): Buffer | null;
  keep(address: string, body: Buffer): Buffer;
}

/** What a body and all that was made of it may take in the whole process, estimated. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_ANSWERS = 8_192;
/** Parsed, an answer takes some three times its own bytes. */
const WEIGHT = 4;
const OVERHEAD_BYTES = 512;

export function createBodyCache(): BodyCache {
  const bodies = new LRUCache<string, Buffer>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: (body) => body.length * WEIGHT + OVERHEAD_BYTES,
  });
  return {
    recall: (address, body) => {
      const kept = bodies.get(address);
      return kept?.equals(body) ? kept : null;
    },
    keep: (address, body) => {
      // A copy: the body is a view into the socket's own buffer, all of which it would hold.
      const kept = Buffer.from(body);
      bodies.set(address, kept);
      return kept;
    },
  };
}
