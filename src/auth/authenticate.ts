import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { UnauthenticatedError } from '../errors.ts';
import type { Viewer } from './viewer.ts';

/** @throws UnauthenticatedError if it is not told who asks. */
export type Authenticate = (request: { readonly headers: Pick<IncomingHttpHeaders, 'authorization'> }) => Viewer;

/** `open`: whoever asks is the one account that the gateway has a key for. */
export function authenticateOpen(key: string): Authenticate {
  const viewer: Viewer = { account: { id: 'default', key, keyIsCallers: false } };
  return () => viewer;
}

/** A key longer than this is none; it would only fill memory. */
const MAX_KEY_LENGTH = 4096;
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/** `passthrough`: the caller's bearer token is the service's API key. */
export function authenticatePassthrough(): Authenticate {
  return ({ headers: { authorization } }) => {
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (key === undefined || key.length > MAX_KEY_LENGTH) {
      throw new UnauthenticatedError(
        'This gateway needs your API key of the service, as `Authorization: Bearer <key>`.',
      );
    }
    return { account: { id: createHash('sha256').update(key).digest('hex'), key, keyIsCallers: true } };
  };
}
