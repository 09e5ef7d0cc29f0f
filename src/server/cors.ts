import type { IncomingHttpHeaders } from 'node:http';

/** Which front ends' origins may read answers: the gateway's own and the configured ones, and no other. */
export interface Cors {
  /** Whether a request comes from an allowed origin, or tells of none (as all but browsers do). */
  allows(headers: IncomingHttpHeaders): boolean;
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

export function createCors(allowedOrigins: readonly string[]): Cors {
  const allowed = new Set(allowedOrigins);
  const headersFor: Cors['headersFor'] = ({ origin }) =>
    origin !== undefined && allowed.has(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS }
      : NONE;
  return {
    allows: ({ origin }) => origin === undefined || allowed.has(origin),
    headersFor,
    preflightHeadersFor: (headers) => {
      const base = headersFor(headers);
      const answer = { allow: `${ALLOWED_METHODS}, OPTIONS`, vary: 'origin' };
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
