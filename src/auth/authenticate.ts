import { createHash } from 'node:crypto';
import { UnauthenticatedError } from '../errors.ts';
import { SCOPES, type Viewer } from './viewer.ts';

/** @throws UnauthenticatedError if it is not told who asks. */
export type Authenticate = (credentials: { readonly authorization?: string | undefined }) => Viewer;

const ALL_SCOPES: Viewer['scopes'] = new Set(SCOPES);

/** `open`: whoever asks is the one account that the gateway has a key for. */
export function authenticateOpen(key: string): Authenticate {
  const account = { id: 'default', key, keyIsCallers: false };
  const viewer: Viewer = { account, scopes: ALL_SCOPES, client: account.id, expiresAt: null };
  return () => viewer;
}

/** A key longer than this is none; it would only fill memory. */
const MAX_KEY_LENGTH = 4096;
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/** `passthrough`: the caller's bearer token is the service's API key. */
export function authenticatePassthrough(): Authenticate {
  return ({ authorization }) => {
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (key === undefined || key.length > MAX_KEY_LENGTH) {
      throw new UnauthenticatedError(
        'This gateway needs your API key of the service, as `Authorization: Bearer <key>`.',
      );
    }
    const id = createHash('sha256').update(key).digest('hex');
    return { account: { id, key, keyIsCallers: true }, scopes: ALL_SCOPES, client: id, expiresAt: null };
  };
}
