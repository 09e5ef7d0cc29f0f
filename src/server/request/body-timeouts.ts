import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
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

/** How slowly a body may come, and by which clock. */
export interface BodyPace {
  readonly pace: BodyTimeouts;
  readonly clock: Clock;
}

/**
 * Calls `onTooSlow`, once, if the body falls behind; not after it has come, and not after the returned function was
 * called.
 */
export function enforceBodyTimeouts(
  request: IncomingMessage,
  { pace, clock }: BodyPace,
  onTooSlow: () => void,
): () => void {
  const startedAt = clock.now();
  let lastByteAt = startedAt;
  let receivedBytes = 0;
  const count = (chunk: Buffer): void => {
    receivedBytes += chunk.length;
    lastByteAt = clock.now();
  };
  const stop = (): void => {
    timer[Symbol.dispose]();
    request.off('data', count);
    request.off('close', stop);
  };
  const leftMs = (): number =>
    Math.min(lastByteAt + pace.idleMs, startedAt + deadlineMs(pace, receivedBytes)) - clock.now();
  const wait = (): Disposable => clock.after(Math.ceil(leftMs()), look);
  const look = (): void => {
    if (leftMs() > 0) {
      timer = wait();
      return;
    }
    stop();
    onTooSlow();
  };
  let timer = wait();
  request.on('data', count);
  request.once('close', stop);
  return stop;
}

export const tooSlow = () => new RefusedRequestError(408, 'The body arrives too slowly.');
