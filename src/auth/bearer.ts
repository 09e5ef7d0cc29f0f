import { UnauthenticatedError } from '../errors.ts';

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;
/** A longer text is not a token and would only fill memory. */
const MAX_LENGTH = 8192;

/**
 * The token of `Authorization: Bearer <token>`; null if there is none.
 * @throws UnauthenticatedError if it is too long
 */
export function readBearer(authorization: string | undefined): string | null {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) return null;
  if (token.length <= MAX_LENGTH) return token;
  throw new UnauthenticatedError(`The token is too long: it may have ${MAX_LENGTH} characters.`);
}
