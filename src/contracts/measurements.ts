import type { Freshness } from '../domain/update.ts';
import type { ErrorCode } from '../errors.ts';

export type Transport = 'http' | 'websocket' | 'sse' | 'multipart';
export type StreamingTransport = Exclude<Transport, 'http'>;

/** `refused` is the fault of the caller, `failed` that of the service or the gateway. */
export type OperationOutcome = 'ok' | 'refused' | 'failed';

/** Why the service is asked. */
type RequestReason = 'interactive' | 'polling' | 'write';
export type RequestOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout';

/** Why a subscription has ended. */
export type StreamEnd = 'done' | 'left' | 'slow' | 'expired' | 'stopping' | 'age';

type CacheName = 'short' | 'catalogue' | 'answer' | 'shared' | 'document';

export type WatchedKind = 'artifact' | 'balance' | 'dubbingProject' | 'dubbingProjectList' | 'video';

/** One watched thing that has readers. */
export interface WatchReading {
  readonly kind: WatchedKind;
  readonly freshness: Freshness;
  readonly readers: number;
}

/**
 * Counts what happens in the gateway. Every method is called on hot paths: it adds to plain numbers, does not throw, and
 * takes no text of a caller. Durations are in milliseconds.
 */
export interface Measurements {
  operationEnded(operation: {
    readonly type: 'query' | 'mutation' | 'subscription';
    readonly transport: Transport;
    readonly outcome: OperationOutcome;
    readonly durationMs: number;
  }): void;
  refused(code: ErrorCode): void;
  /** One try of one request to the service. */
  upstreamRequested(request: {
    /** The endpoint as in INTERFACE.md: `GET /api/v1/balance`. */
    readonly endpoint: string;
    readonly reason: RequestReason;
    readonly outcome: RequestOutcome;
    readonly durationMs: number;
  }): void;
  quotaWaited(): void;
  rateLimited(): void;
  polled(kind: WatchedKind, hasChanged: boolean): void;
  /** @param gapMs since the poll before the one that saw the change */
  changeSeen(kind: WatchedKind, gapMs: number): void;
  /** @param errorMs the time of completion minus the estimate */
  estimateResolved(kind: WatchedKind, errorMs: number): void;
  updateSent(transport: StreamingTransport, skipped: number): void;
  streamOpened(transport: StreamingTransport): void;
  streamClosed(transport: StreamingTransport, reason: StreamEnd): void;
  cacheRead(cache: CacheName, isHit: boolean): void;
  uploaded(bytes: number): void;
  redisCommanded(command: string, durationMs: number): void;
}

const nothing = (): void => undefined;

/** Counts nothing: metrics are off. */
export const NO_MEASUREMENTS: Measurements = {
  operationEnded: nothing,
  refused: nothing,
  upstreamRequested: nothing,
  quotaWaited: nothing,
  rateLimited: nothing,
  polled: nothing,
  changeSeen: nothing,
  estimateResolved: nothing,
  updateSent: nothing,
  streamOpened: nothing,
  streamClosed: nothing,
  cacheRead: nothing,
  uploaded: nothing,
  redisCommanded: nothing,
};
