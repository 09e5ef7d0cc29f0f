const BEARER = /^bearer +([\x21-\x7e]+) *$/i;
/** What is longer is no token of anybody's; it would only fill memory. */
const MAX_LENGTH = 8192;

/** The token of `Authorization: Bearer <token>`; null if there is none. */
export function readBearer(authorization: string | undefined): string | null {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  return token === undefined || token.length > MAX_LENGTH ? null : token;
}
