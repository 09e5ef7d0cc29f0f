import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { OpenRequest } from '../journal.ts';

const KEPT_BYTES = 1024 * 1024;
const MAX_JSON_BYTES = 16 * 1024 * 1024;

/** A body is never whole in memory unless asked for: it is counted and hashed as it comes. */
export interface Reception {
  /** The whole body, if it was to be kept and is no larger than 16 MiB; else null. */
  whole: Buffer | null;
  /** False when the caller went away, or `stopAfter` was reached. */
  isComplete: boolean;
}

export interface ReceiveOptions {
  /** Keep the whole body for the handler. */
  keepWhole?: boolean;
  /** Stop reading after so many bytes. */
  stopAfter?: number;
  /** Sees each piece as it comes. */
  onChunk?: (chunk: Buffer) => void;
}

/** Reads the body of a request and notes its size, hash and, up to 1 MiB, its bytes. */
export function receive(
  message: IncomingMessage,
  request: OpenRequest,
  options: ReceiveOptions = {},
): Promise<Reception> {
  const hash = createHash('sha256');
  const limit = options.keepWhole === true ? MAX_JSON_BYTES : KEPT_BYTES;
  let pieces: Buffer[] = [];
  let isOver = false;
  return new Promise((resolve) => {
    const settle = (isComplete: boolean): void => {
      if (isOver) return;
      isOver = true;
      const body = Buffer.concat(pieces);
      request.bodySha256 = hash.digest('hex');
      request.body = request.bodySize <= KEPT_BYTES ? body : Buffer.alloc(0);
      resolve({ whole: options.keepWhole === true && request.bodySize <= MAX_JSON_BYTES ? body : null, isComplete });
    };
    message.on('data', (chunk: Buffer) => {
      if (isOver) return;
      hash.update(chunk);
      request.bodySize += chunk.length;
      if (request.bodySize <= limit) pieces.push(chunk);
      else pieces = [];
      options.onChunk?.(chunk);
      if (options.stopAfter !== undefined && request.bodySize >= options.stopAfter) settle(false);
    });
    message.on('end', () => settle(true));
    message.on('close', () => settle(false));
    message.on('error', () => settle(false));
  });
}
