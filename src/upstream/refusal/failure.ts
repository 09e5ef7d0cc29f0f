import {
  BadUserInputError,
  ForbiddenError,
  type GatewayError,
  RateLimitedError,
  ServiceKeyRejectedError,
  UnauthenticatedError,
  UpstreamMalformedError,
  UpstreamUnavailableError,
} from '../../errors.ts';
import type { Body } from '../http/body.ts';
import { readBoolean } from './booleans.ts';
import { saysRequestInProgress } from './deciding-words.ts';
import { decidingWordsOf, otherWordsOf, property, type Words, wordsOf } from './words.ts';

/**
 * How the service said no. Its documentation shows no statuses (INTERFACE.md, "Errors"), so an answer is judged by its
 * body and its status together. This folder alone knows the texts.
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
    /** Refused for a reason that stands in the message only. */
    | 'rejected'
    /** A request with the same key, or the very same one, is still at work. */
    | 'in-progress'
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
/** The account's plan lacks the feature. The words of sales, as in INTERFACE.md, and their like. */
const PLAN =
  /\bcontact\b.{0,40}\bsales\b|\bsales (?:manager|team|department)\b|\bfor enable\b|\bsubscription\b|\bstorage credentials\b|\b(?:your|current|this|paid|pro|enterprise|higher) plan\b|\bupgrade (?:your|to)\b/i;
const NOT_ENABLED = new RegExp(`${PLAN.source}|\\bsales\\b|\\bnot (?:been )?enabled\\b`, 'i');
/** The account may use it, were there anything left to pay with. */
const UNPAID = /\binsufficient|\bnot enough\b/i;
const INVALID = /^validation ?error$|^no valid fields\b/i;
/** "Locked" and "Too Early": another request has the thing, or an early one may be repeated. */
const LOCKED: readonly number[] = [423, 425];

/**
 * The statement of an answer that is no data. For a 2xx: what its `{error}` says, else `malformed`.
 * The retry hint of a 429 stands in its headers (`retryAfterMs`).
 */
export function refusalOf(status: number, body: Body): ServiceRefusal {
  const words = refusingWords(status, body);
  const kind = kindByStatus(status, body, words);
  if (kind !== null && !SPEAKING.includes(kind)) return { kind, status, message: null };
  const message = words.message ?? words.error ?? (status >= 400 ? otherWordsOf(body) : null);
  return { kind: kind ?? kindByWords(words, status), status, message };
}

/** Kinds that a status alone may decide, and whose words are for a caller all the same. */
const SPEAKING: readonly ServiceRefusal['kind'][] = ['not-found', 'in-progress', 'not-enabled'];

/** Null where the words count, because they may be a refusal's. */
function kindByStatus(status: number, body: Body, words: Words): ServiceRefusal['kind'] | null {
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'unavailable';
  // A redirect is never followed: the key belongs to the two configured addresses alone.
  if (status >= 300 && status < 400) return 'malformed';
  if (status < 300 && words.error === null) return 'malformed';
  if (LOCKED.includes(status) || saysRequestInProgress(decidingWordsOf(body))) return 'in-progress';
  if (status === 401) return saysPlan(words) ? 'not-enabled' : 'key-rejected';
  // HTML is a proxy's or a login page, whatever its status.
  if (body.kind === 'unreadable') return 'malformed';
  if (status !== 404 && status !== 410) return null;
  return saysNotEnabled(words) ? 'not-enabled' : 'not-found';
}

const says = (text: string | null, pattern: RegExp): boolean => text !== null && pattern.test(text);
const saysPlan = ({ error, message }: Words): boolean => says(error, PLAN) || says(message, PLAN);
const saysNotEnabled = ({ error, message }: Words): boolean => says(error, NOT_ENABLED) || says(message, NOT_ENABLED);
const saysUnpaid = ({ error, message }: Words): boolean => says(error, UNPAID) || says(message, UNPAID);

function kindByWords(words: Words, status: number): ServiceRefusal['kind'] {
  const { error, message } = words;
  if (says(error, NOT_FOUND)) return 'not-found';
  if (says(error, INVALID)) return says(message, PLAN) ? 'not-enabled' : 'validation';
  if (status === 402) return saysUnpaid(words) ? 'rejected' : 'not-enabled';
  // Before the key: "storage credentials are not configured for this API key" refuses no key.
  if (says(error, NOT_ENABLED) || saysPlan(words)) return 'not-enabled';
  if (says(error, NO_KEY)) return 'key-rejected';
  if (status === 403 || says(error, DENIED)) return says(message, NOT_ENABLED) ? 'not-enabled' : 'denied';
  return says(error, UNAUTHORIZED) ? 'key-rejected' : 'rejected';
}

/** Whether a body has words that are a refusal's, whatever its status. */
export function tellsOfError(body: Body): boolean {
  return refusingWords(200, body).error !== null;
}

/** `{success: false, message}` at a 2xx refuses as well as `{error}` does. */
function refusingWords(status: number, body: Body): Words {
  const words = wordsOf(body);
  const isNo = status < 300 && body.kind === 'json' && readBoolean(property(body.value, 'success')) === false;
  return isNo && words.error === null ? { ...words, error: words.message } : words;
}

/** Which request was refused, and whose key it was sent with. */
export interface Refused {
  readonly endpoint: string;
  readonly keyIsCallers: boolean;
}

/** The meaning of a refused read for its caller; null if the service says that there is no such thing. */
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
    case 'in-progress':
      // A read has no input but its id, so only these two statuses can be its caller's doing.
      return status === 400 || status === 422
        ? new BadUserInputError(message ?? 'The service rejected the request.', { cause })
        : new UpstreamUnavailableError({ cause });
    default:
      return failureOfAnyRequest({ ...refusal, kind }, refused, cause);
  }
}

type NoFaultOfTheRequest = 'denied' | 'key-rejected' | 'rate-limited' | 'unavailable' | 'malformed';

/** The meaning of a refusal that has nothing to do with what was asked, in a read or a write. */
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
