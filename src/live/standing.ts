import type { Freshness } from '../domain/update.ts';
import { type ErrorCode, GatewayError, RateLimitedError } from '../errors.ts';
import type { Plan } from './polling.ts';

/** Nothing gets better by asking again: the key is refused, or this thing is denied, or its id makes no sense. */
const HOPELESS: readonly ErrorCode[] = ['UNAUTHENTICATED', 'SERVICE_KEY_REJECTED', 'FORBIDDEN', 'BAD_USER_INPUT'];

export function isHopeless(failure: Error | null): failure is GatewayError {
  return failure instanceof GatewayError && HOPELESS.includes(failure.code);
}

/** Whether the key itself is refused, so that nothing else of the account can be read either. */
export function isKeyRefusal(failure: Error): boolean {
  return (
    failure instanceof GatewayError && (failure.code === 'UNAUTHENTICATED' || failure.code === 'SERVICE_KEY_REJECTED')
  );
}

/** How well a thing is known, after the last request for it and by when the next one is planned. */
export function freshnessOf(failure: Error | null, plan: Plan | null): Freshness {
  if (failure instanceof RateLimitedError) return 'THROTTLED';
  if (failure !== null) return 'STALE';
  return plan?.isThrottled ? 'THROTTLED' : 'LIVE';
}
