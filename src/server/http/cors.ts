import type { IncomingHttpHeaders } from 'node:http';
import type { Asking, Origins } from './origins.ts';
import { NOT_SNIFFED } from './respond.ts';

/** What browsers are told of who may read answers. */
export interface Cors {
  /** Whether a request comes from an allowed page, or from none. Others may not ask for anything. */
  allows(request: Asking): boolean;
  /** The headers to be added to an answer. Never a wildcard, and never with credentials: a token is sent as a header. */
  headersFor(headers: IncomingHttpHeaders): Readonly<Record<string, string>>;
  /** The headers of the answer to OPTIONS, which browsers send first where a foreign page could not send the request itself. */
  preflightHeadersFor(headers: IncomingHttpHeaders): Readonly<Record<string, string>>;
}

const ALLOWED_METHODS = 'GET, POST';
const ALLOWED_HEADERS =
  'authorization, cache-control, content-type, x-request-id, graphql-require-preflight, apollo-require-preflight';
const EXPOSED_HEADERS = 'x-request-id';
/** How long a browser may remember the answer to a preflight request. */
const MAX_AGE_SECONDS = '600';

export function createCors(origins: Origins): Cors {
  const headersFor: Cors['headersFor'] = (headers) =>
    headers.origin !== undefined && origins.names(headers)
      ? { 'access-control-allow-origin': headers.origin, 'access-control-expose-headers': EXPOSED_HEADERS }
      : NONE;
  return {
    allows: origins.allows,
    headersFor,
    preflightHeadersFor: (headers) => {
      const base = headersFor(headers);
      const answer = { ...NOT_SNIFFED, allow: `${ALLOWED_METHODS}, OPTIONS`, vary: 'origin' };
      if (base === NONE) return answer;
      return {
        ...answer,
        ...base,
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      };
    },
  };
}

const NONE: Readonly<Record<string, string>> = {};
