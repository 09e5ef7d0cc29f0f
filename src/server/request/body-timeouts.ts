import type { IncomingMessage } from 'node:http';
import { RefusedRequestError } from '../errors/refused-request-error.ts';

/** How slowly a body may come. */
export interface BodyTimeouts {
  /** Without a byte. */
  readonly idleMs: number;
  /** At first, and for all of a body without files. */
  readonly graceMs: number;
  /** From then on. Without it a few who send a byte now and then would keep everybody else from uploading. */
  readonly leastBytesPerSecond: number;
}

export const BODY_TIMEOUTS: BodyTimeouts = { idleMs: 20_000, graceMs: 30_000, leastBytesPerSecond: 16 * 1024 };

/** After how long a body of which so much has come is too slow. */
function deadlineMs({ graceMs, leastBytesPerSecond }: BodyTimeouts, receivedBytes: number): number {
  return graceMs + (receivedBytes / leastBytesPerSecond) * 1000;
}

/**
 * Calls `onTooSlow`, once, if the body falls behind; not after it has come, and not after the returned function was
 * called.
 */
export function enforceBodyTimeouts(request: IncomingMessage, pace: BodyTimeouts, onTooSlow: () => void): () => void {
  const startedAt = performance.now();
  let receivedBytes = 0;
  const count = (chunk: Buffer): void => {
    receivedBytes += chunk.length;
    idle.refresh();
  };
  const stop = (): void => {
    clearTimeout(idle);
    clearTimeout(slow);
    request.off('data', count);
    request.off('close', stop);
  };
  const giveUp = (): void => {
    stop();
    onTooSlow();
  };
  const look = (): void => {
    const leftMs = startedAt + deadlineMs(pace, receivedBytes) - performance.now();
    if (leftMs <= 0) giveUp();
    else slow = setTimeout(look, Math.ceil(leftMs));
  };
  const idle = setTimeout(giveUp, pace.idleMs);
  let slow = setTimeout(look, pace.graceMs);
  request.on('data', count);
  request.once('close', stop);
  return stop;
}

export const tooSlow = () => new RefusedRequestError(408, 'The body arrives too slowly.');
