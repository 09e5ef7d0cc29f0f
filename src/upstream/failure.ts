import {
  BadUserInputError,
  ForbiddenError,
  type GatewayError,
  RateLimitedError,
  ServiceKeyRejectedError,
  UnauthenticatedError,
  UpstreamMalformedError,
  UpstreamUnavailableError,
} from '../errors.ts';
import type { Body } from './http/body.ts';

/**
 * How the service said no. Its documentation shows no statuses (interface, "Errors"), so an answer is judged by its
 * body and its status together. This file alone knows the texts.
 */
export interface ServiceRefusal {
  readonly kind:
    | 'not-found'
    /** The request breaks a rule; the message says which. */
    | 'validation'
    /** The account's plan does not include this. */
    | 'not-enabled'
    /** Somebody else's thing. */
    | 'denied'
    /** Refused for a reason that only the message tells. */
    | 'rejected'
    | 'key-rejected'
    | 'rate-limited'
    | 'unavailable'
    | 'malformed';
  readonly status: number;
  /** The service's words for a caller; null where there are none, or none that a caller may read. */
  readonly message: string | null;
}

const NOT_FOUND = /^(?:\w+ )?not ?found(?:error)?\.?$/i;
const NO_KEY = /\bauthori[sz]ation token\b|\bapi[ -]?key\b/i;
const UNAUTHORIZED = /^unauthori[sz]ed(?:error)?$/i;
const DENIED = /^access denied\b|^forbidden(?:error)?$/i;
const NOT_ENABLED = /\bsales\b|\bfor enable\b|\bnot (?:been )?enabled\b|\bsubscription\b|\bstorage credentials\b/i;
/** The account may use it, were there anything left to pay with. */
const UNPAID = /\binsufficient|\bnot enough\b/i;
const INVALID = /^validation ?error$|^no valid fields\b/i;

const MAX_MESSAGE_CHARACTERS = 500;

/**
 * What an answer that is no data says. For a 2xx: what its `{error}` says, else `malformed`.
 * The retry hint of a 429 stands in its headers (`retryAfterMs`).
 */
export function refusalOf(status: number, body: Body): ServiceRefusal {
  const kind = kindByStatus(status, body);
  if (kind !== null && kind !== 'not-found') return { kind, status, message: null };
  const { error, message } = wordsOf(body);
  return { kind: kind ?? kindByWords(error, message, status), status, message: message ?? error };
}

/** Null where the words count, because they may be a refusal's. */
function kindByStatus(status: number, body: Body): ServiceRefusal['kind'] | null {
  if (status === 401) return 'key-rejected';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'unavailable';
  // A redirect is never followed: the key belongs to the two configured addresses alone.
  if (status >= 300 && status < 400) return 'malformed';
  // HTML is a proxy's or a login page, whatever its status.
  if (body.kind === 'unreadable') return 'malformed';
  if (status < 300) return wordsOf(body).error === null ? 'malformed' : null;
  return status === 404 || status === 410 ? 'not-found' : null;
}

function kindByWords(error: string | null, message: string | null, status: number): ServiceRefusal['kind'] {
  const says = (pattern: RegExp) => error !== null && pattern.test(error);
  const explains = (pattern: RegExp) => message !== null && pattern.test(message);
  if (says(NOT_FOUND)) return 'not-found';
  if (says(INVALID)) return 'validation';
  if (says(NO_KEY)) return 'key-rejected';
  if (status === 402) return says(UNPAID) || explains(UNPAID) ? 'rejected' : 'not-enabled';
  if (says(NOT_ENABLED)) return 'not-enabled';
  if (status === 403 || says(DENIED)) return explains(NOT_ENABLED) ? 'not-enabled' : 'denied';
  if (says(UNAUTHORIZED)) return 'key-rejected';
  return 'rejected';
}

/** Whether a body has words that are a refusal's. */
export function tellsOfError(body: Body): boolean {
  return wordsOf(body).error !== null;
}

/** `{error, message}`, either of which may be a text, a list of texts, or an object that has a message. */
function wordsOf(body: Body): { readonly error: string | null; readonly message: string | null } {
  const value = body.kind === 'json' ? body.value : null;
  return { error: phrase(property(value, 'error')), message: phrase(property(value, 'message')) };
}

function phrase(value: unknown): string | null {
  if (Array.isArray(value)) return presentable(value.filter((part) => typeof part === 'string').join('; '));
  if (typeof value === 'string') return presentable(value);
  return typeof property(value, 'message') === 'string' ? presentable(String(property(value, 'message'))) : null;
}

/** One line without control characters, of bounded length; null if nothing is left. */
function presentable(words: string): string | null {
  const line = words
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_CHARACTERS)
    .toWellFormed();
  return line === '' ? null : line;
}

function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** Which request was refused, and whose key it was sent with. */
export interface Refused {
  readonly endpoint: string;
  readonly keyIsCallers: boolean;
}

/** What a refused read means to who asked; null if the service says that there is no such thing. */
export function readFailure(refusal: ServiceRefusal, refused: Refused): GatewayError | null {
  const { kind, status, message } = refusal;
  const cause = causeOf(refusal, refused);
  switch (kind) {
    case 'not-found':
      return null;
    case 'not-enabled':
      return new ForbiddenError(message ?? 'The service denies this to the account.', { cause });
    case 'validation':
      return new BadUserInputError(message ?? 'The service rejected the request.', { cause });
    case 'rejected':
      // A read has no input but its id, so only these two statuses can be its caller's doing.
      return status === 400 || status === 422
        ? new BadUserInputError(message ?? 'The service rejected the request.', { cause })
        : new UpstreamUnavailableError({ cause });
    default:
      return failureOfAnyRequest({ ...refusal, kind }, refused, cause);
  }
}

type NoFaultOfTheRequest = 'denied' | 'key-rejected' | 'rate-limited' | 'unavailable' | 'malformed';

/** What a refusal means that has nothing to do with what was asked: a read or a write, whichever it was. */
export function failureOfAnyRequest(
  { kind, status, message }: ServiceRefusal & { readonly kind: NoFaultOfTheRequest },
  { endpoint, keyIsCallers }: Refused,
  cause: Error,
): GatewayError {
  switch (kind) {
    case 'denied':
      return new ForbiddenError(message ?? 'The service denies this to the account.', { cause });
    case 'key-rejected':
      return keyRejection(keyIsCallers, cause);
    case 'rate-limited':
      return new RateLimitedError(60, { cause });
    case 'unavailable':
      return new UpstreamUnavailableError({ cause });
    case 'malformed':
      return new UpstreamMalformedError(`${endpoint}: status ${status}, no answer as documented`, { cause });
  }
}

/** For the log: what was refused, and how. */
export function causeOf({ kind, status }: ServiceRefusal, { endpoint }: Refused): Error {
  return new Error(`${endpoint}: ${kind}, status ${status}`);
}

/** In `passthrough` the key is the caller's own, who can mend it. */
export function keyRejection(keyIsCallers: boolean, cause?: Error): GatewayError {
  const options = cause === undefined ? {} : { cause };
  if (keyIsCallers) return new UnauthenticatedError('The service rejected this API key.', options);
  return new ServiceKeyRejectedError(options);
}
