import { GatewayError } from '../../errors.ts';

/** There is no room for another upload; there will be, once others have ended. */
export class TooManyUploadsError extends GatewayError {
  override readonly name = 'TooManyUploadsError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('The gateway has reached its maximum of simultaneous uploads. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
  override get extensions() {
    return { retryAfterSeconds: this.retryAfterSeconds };
  }
}
