import { GatewayError } from '../errors.ts';

/** Whether a token is good cannot be found out: the issuer's keys are not there. No fault of the caller's. */
export class KeysUnavailableError extends GatewayError {
  override readonly name = 'KeysUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor() {
    super('The signing keys for tokens cannot be fetched at the moment. Try again later.');
    // Why not is logged when it happens; each token that meets it is worth no stack in the log.
    delete this.stack;
  }
}
