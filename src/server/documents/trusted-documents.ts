import type { TrustedTexts } from '../../config/trusted-documents.ts';
import { BadRequestError, ForbiddenError, PersistedQueryNotFoundError } from '../../errors.ts';
import type { AskedDocument } from '../request/params.ts';

export const NOT_TRUSTED = 'This gateway runs trusted documents only. Request one by the SHA-256 of its text.';

/**
 * Where any document may run. The message is the one by which clients know that they have to send the text itself, and
 * that they need not try again with another hash: nobody can register a document here.
 * @throws PersistedQueryNotFoundError
 */
export function textOfAny({ query }: AskedDocument): string {
  if (query === null) throw new PersistedQueryNotFoundError('PersistedQueryNotSupported');
  return query;
}

/**
 * Where only trusted documents run: they are asked for by their hash, and a text beside it must be theirs.
 * @throws PersistedQueryNotFoundError with the message that clients know; ForbiddenError, BadRequestError
 */
export function textOfTrusted({ query, hash }: AskedDocument, trusted: TrustedTexts): string {
  if (hash === null) throw new ForbiddenError(NOT_TRUSTED);
  const text = trusted.get(hash);
  if (text !== undefined && (query === null || query === text)) return text;
  if (query === null) throw new PersistedQueryNotFoundError('PersistedQueryNotFound');
  if (text === undefined) throw new ForbiddenError(NOT_TRUSTED);
  throw new BadRequestError('The text does not match the hash that was sent with it.');
}
