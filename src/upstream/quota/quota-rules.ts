import { RateLimitedError } from '../../errors.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** In a millisecond: tickets count them. */
export const MICROSECONDS = 1_000;
/** The resolution of an outlook, in parts of a window: half an hour of a day. */
export const OUTLOOK_PARTS = 48;
/** The client of requests that nobody asks for by name: what is watched for everybody, and what is refreshed in the background. */
export const NOBODY = '';

/** Polling leaves 30 % of each window to interactive requests; of a quota of one it may take that one. */
export const pollingShare = (limit: number): number => Math.max(1, limit - Math.ceil((limit * 3) / 10));

/** The requests in a window: of all clients, and of one of them. */
export interface WindowUse {
  readonly limit: number;
  readonly used: number;
  readonly ownUsed: number;
}

/**
 * As long as two thirds of a window are not used, whoever asks is served. The last third is for those who have used little:
 * less than what is still free, so that a client who comes next always finds some.
 */
export function isWithinShare({ limit, used, ownUsed }: WindowUse): boolean {
  return used < limit - Math.ceil(limit / 3) || ownUsed < limit - used;
}

/** @param turn when the request may be sent. Ms of the same clock as `now` */
export function refusal(turn: number, now: number): RateLimitedError {
  return new RateLimitedError(Math.max(1, Math.ceil((turn - now) / 1000)));
}
