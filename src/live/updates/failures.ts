import type { Freshness } from '../../domain/update.ts';
import { type ErrorCode, GatewayError, NotFoundError, RateLimitedError } from '../../errors.ts';
import type { Plan } from '../schedule/polling.ts';

const KEY_REFUSED: readonly ErrorCode[] = ['UNAUTHENTICATED', 'SERVICE_KEY_REJECTED'];
/** The key is refused, or this thing is denied: nothing gets better by asking again. */
const HOPELESS: readonly ErrorCode[] = [...KEY_REFUSED, 'FORBIDDEN'];

/** Whether this ends a watch; of what was never known, also that its id makes no sense to the service. */
export function isPermanent(failure: Error | null, known: object | null): failure is GatewayError {
  if (!(failure instanceof GatewayError)) return false;
  return HOPELESS.includes(failure.code) || (known === null && failure.code === 'BAD_USER_INPUT');
}

/** Whether the key itself is refused, so that nothing else of the account can be read either. */
export function isKeyRefusal(failure: Error): boolean {
  return failure instanceof GatewayError && KEY_REFUSED.includes(failure.code);
}

/** How well a thing is known, after the last request for it and by when the next one is planned. */
export function freshnessOf(failure: Error | null, plan: Plan | null): Freshness {
  if (failure instanceof RateLimitedError) return 'THROTTLED';
  if (failure !== null) return 'STALE';
  return plan?.isThrottled ? 'THROTTLED' : 'LIVE';
}

/** Why the watch of a thing that does not exist ends, if it was never seen. */
export function notFound(name: string): NotFoundError {
  return new NotFoundError(`${name} not found.`);
}
