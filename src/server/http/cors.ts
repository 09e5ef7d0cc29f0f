import type { IncomingHttpHeaders } from 'node:http';
import type { Asking, Origins } from './origins.ts';
import { NOT_SNIFFED } from './respond.ts';

type Headers = Readonly<Record<string, string>>;

/** The CORS headers of answers. */
export interface Cors {
  /** Whether a request comes from an allowed page, or from none. Others may not ask for anything. */
  allows(request: Asking): boolean;
  /** The headers to be added to an answer. Never a wildcard, and never with credentials: a token is sent as a header. */
  headersFor(headers: IncomingHttpHeaders): Headers;
  /**
   * The headers of the answer to OPTIONS, which browsers send first where a foreign page could not send the request itself.
   * @param methods of the address, such as `GET, POST`
   */
  preflightHeadersFor(headers: IncomingHttpHeaders, methods: string): Headers;
}

/** The headers that front ends send: a token, what GraphQL over HTTP needs, what players ask for. Those of tracing come beside them. */
const ALLOWED_HEADERS = [
  'authorization',
  'cache-control',
  'content-type',
  'x-request-id',
  'graphql-require-preflight',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
  'x-apollo-operation-name',
  'x-apollo-operation-id',
  'x-cost',
  'last-event-id',
  'if-none-match',
  'if-range',
  'range',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
] as const;
const EXPOSED_HEADERS = 'accept-ranges, content-range, etag, retry-after, x-request-id';
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
    preflightHeadersFor: (headers, methods) => {
      const base = headersFor(headers);
      const answer = { ...NOT_SNIFFED, allow: `${methods}, OPTIONS`, vary: 'origin' };
      if (base === NONE) return answer;
      return {
        ...answer,
        ...base,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': [...ALLOWED_HEADERS, ...othersRequested(headers)].join(', '),
        'access-control-max-age': MAX_AGE_SECONDS,
      };
    },
  };
}

const NONE: Headers = {};

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
const MOST_OTHERS = 32;

/** Each tracing tool has headers of its own. An allowed page may send any: what they say is believed of nobody. */
function othersRequested({ 'access-control-request-headers': requested = '' }: IncomingHttpHeaders): readonly string[] {
  const names = requested
    .toLowerCase()
    .split(',', MOST_OTHERS)
    .map((name) => name.trim());
  return [...new Set(names)].filter((name) => TOKEN.test(name) && !isAllowed(name));
}

const isAllowed = (name: string): boolean => ALLOWED_HEADERS.some((allowed) => allowed === name);
