import { deepEqual } from '../../domain/common/deep-equal.ts';
import { RateLimitedError, UpstreamUnavailableError } from '../../errors.ts';

/** The service's latest answer at one address, and whether it is the present. Plain data; instants are epoch ms. */
export interface Replica<T> {
  /** The identical object for as long as the service answers the same; null before the first answer. */
  readonly value: T | null;
  /** Orders the answers of one account by when they were asked for. After a write, no answer is new enough. */
  readonly asked: number;
  readonly answeredAt: number | null;
  /** Only an answer that was asked for after this one is the present. */
  readonly staleAfter: number;
  readonly failure: Failure | null;
  readonly isFetching: boolean;
  /** When the service first said "not found" about what it had answered before; one such answer proves nothing. */
  readonly missingSince: number | null;
}

interface Failure {
  readonly error: Error;
  readonly at: number;
  /** How many failures in a row. A refusal for lack of quota says nothing about the service, and does not count. */
  readonly inARow: number;
}

export type ReplicaEvent<T> =
  | { readonly is: 'fetching' }
  /** Asked for by this gateway, for whatever reader. */
  | {
      readonly is: 'answered';
      readonly value: T;
      readonly asked: number;
      readonly at: number;
      /** The thing was seen elsewhere. */
      readonly isSeen?: boolean;
    }
  /** The request that was `fetching` is over. */
  | { readonly is: 'settled'; readonly error: Error | null; readonly at: number }
  /** A write has changed the thing. */
  | { readonly is: 'invalidated' }
  /** Another answer, asked for in that place of the order, proves that this one is old. */
  | { readonly is: 'outdated'; readonly by: number };

/** Whether the answer is young enough to serve, although nobody keeps it up to date. */
export function isRecent({ answeredAt }: Replica<unknown>, now: number, maxAgeMs: number): boolean {
  return answeredAt !== null && now - answeredAt <= maxAgeMs;
}

/** A second "not found" counts if it comes this much later than the first. */
export const CONFIRM_AFTER_MS = 500;
/** After a failure it is not polled sooner than this, and twice as late after each further one. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

export const NEW_REPLICA: Replica<never> = {
  value: null,
  asked: 0,
  answeredAt: null,
  staleAfter: 0,
  failure: null,
  isFetching: false,
  missingSince: null,
};

export function reduceReplica<T extends object>(replica: Replica<T>, event: ReplicaEvent<T>): Replica<T> {
  switch (event.is) {
    case 'fetching':
      return { ...replica, isFetching: true };
    case 'settled':
      return { ...replica, isFetching: false, failure: failureOf(replica, event) };
    case 'invalidated':
      return { ...replica, isFetching: false, asked: Number.NEGATIVE_INFINITY };
    case 'outdated':
      return { ...replica, staleAfter: Math.max(replica.staleAfter, event.by) };
    case 'answered':
      return event.asked < replica.asked ? replica : answered(replica, event);
  }
}

/**
 * The same for details of a thing. If it `exists` by another answer, "not found" says no more than that they cannot be read.
 */
export function reduceDetails<T extends object>(
  replica: Replica<T>,
  event: ReplicaEvent<T>,
  { isSeen, exists, at }: { readonly isSeen: boolean; readonly exists: boolean; readonly at: number },
): Replica<T> {
  const next = reduceReplica(replica, event.is === 'answered' ? { ...event, isSeen } : event);
  if (!exists || event.is !== 'answered' || !isMissing(next.value) || 'isCertain' in event.value) return next;
  return { ...replica, failure: failureOf(replica, { error: new UpstreamUnavailableError(), at }) };
}

/** The latest answer is not the present. */
export function isStale({ value, asked, staleAfter }: Replica<object>): boolean {
  return value === null || asked <= staleAfter;
}

/** There is a reason to ask anew: a request that is under way may be from before it. */
export function hasReason({ asked, staleAfter }: Replica<object>): boolean {
  return staleAfter > 0 || asked < 0;
}

/** "There is no such thing", as an answer. */
export function isMissing(value: object | null): boolean {
  return value !== null && 'found' in value && value.found === null;
}

/** The service has just said "not found" for the first time: it is asked once more, but not yet. */
export function isConfirming({ missingSince, answeredAt }: Replica<object>, now: number): boolean {
  return missingSince !== null && answeredAt !== null && now - answeredAt < CONFIRM_AFTER_MS;
}

/** It has just failed: where nobody waits for it, it is not asked for again yet. */
export function isPausing({ failure }: Replica<object>, now: number): boolean {
  if (failure === null || failure.error instanceof RateLimitedError) return false;
  return now < failure.at + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failure.inARow - 1));
}

function answered<T extends object>(replica: Replica<T>, event: ReplicaEvent<T> & { is: 'answered' }): Replica<T> {
  const { value, asked, at, isSeen = replica.value !== null && !isMissing(replica.value) } = event;
  const next = { ...replica, asked, answeredAt: at, failure: null, missingSince: null };
  if (isMissing(value) && isSeen && !('isCertain' in value)) {
    const missingSince = replica.missingSince ?? at;
    if (at - missingSince < CONFIRM_AFTER_MS) return { ...next, asked: replica.asked, missingSince };
  }
  return deepEqual(replica.value, value) ? next : { ...next, value };
}

function failureOf({ failure }: Replica<object>, { error, at }: { error: Error | null; at: number }): Failure | null {
  if (error === null) return failure;
  return { error, at, inARow: (failure?.inARow ?? 0) + Number(!(error instanceof RateLimitedError)) };
}
