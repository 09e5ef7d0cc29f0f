import { hash } from 'node:crypto';
import { UnauthenticatedError } from '../errors.ts';
import type { AuthenticateViewer } from './authenticate.ts';
import { readBearer } from './bearer.ts';
import { ALL_SCOPES } from './viewer.ts';

/** `passthrough`: the caller's bearer token is the service's API key. The service verifies it. */
export function authenticatePassthrough(): AuthenticateViewer {
  return ({ authorization }) => {
    const key = readBearer(authorization);
    if (key === null) {
      throw new UnauthenticatedError(
        'This gateway needs your API key of the service, as `Authorization: Bearer <key>`.',
      );
    }
    const id = hash('sha256', key);
    return { account: { id, name: null, key, keyIsCallers: true }, scopes: ALL_SCOPES, client: id, expiresAt: null };
  };
}
