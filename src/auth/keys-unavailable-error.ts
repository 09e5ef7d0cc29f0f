import { GatewayError } from '../errors.ts';

/** Whether a token is good cannot be found out: the issuer's keys are not there. No fault of the caller's. */
export class KeysUnavailableError extends GatewayError {
  override readonly name = 'KeysUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(options?: ErrorOptions) {
    super('The signing keys for tokens cannot be fetched at the moment. Try again later.', options);
  }
}
