import { GatewayError } from '../errors.ts';

/** A token cannot be verified, because the issuer's keys are unavailable. The caller is not at fault. */
export class KeysUnavailableError extends GatewayError {
  override readonly name = 'KeysUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor() {
    super('The signing keys for tokens cannot be fetched at the moment. Try again later.');
    // The cause is logged once, not with a stack for each token.
    delete this.stack;
  }
}
