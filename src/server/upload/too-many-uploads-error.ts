import { GatewayError } from '../../errors.ts';

/** About how long a place is taken. */
const RETRY_AFTER_SECONDS = 10;

/** There is no room for another upload; there will be, once others have ended. */
export class TooManyUploadsError extends GatewayError {
  override readonly name = 'TooManyUploadsError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  constructor(options?: ErrorOptions) {
    super('The gateway has reached its maximum of simultaneous uploads. Try again later.', options);
  }
  override get extensions() {
    return { retryAfterSeconds: this.retryAfterSeconds };
  }
}
