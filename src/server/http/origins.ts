import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback, isLoopbackUrl } from '../../config/loopback.ts';

/** Which web pages may use the gateway. Where something is no page, its token alone decides. */
export interface Origins {
  /** Whether a request names an origin that may use the gateway. */
  names(headers: IncomingHttpHeaders): boolean;
  /** The same, or it comes from no page of another site (all but browsers name no origin). */
  allows(request: Asking): boolean;
}

export type Asking = Pick<IncomingMessage, 'method' | 'headers'>;

/** The message for a page that may not use the gateway, for the developer who looks for the reason. */
export const FOREIGN_PAGE = 'This origin is not allowed. Add it to ALLOWED_ORIGINS of the gateway.';

export function createOrigins(parts: {
  /** Origins as browsers write them. */
  readonly allowed: readonly string[];
  /**
   * A page that was loaded from the address that it asks is the gateway's own, however that address is called: behind a
   * proxy, in a local network. Any page can bring that about by a name that first leads to itself and then to this
   * machine (DNS rebinding), so it must not hold where a request needs no token and costs money. It holds there for a
   * loopback address and `localhost` alone, as with the proxy of a development server: no other name leads a page to them.
   */
  readonly trustsHost: boolean;
  /** A page of this machine may ask, whichever its port: a front end in development, where nothing costs money. */
  readonly trustsLoopback: boolean;
  /** Called with each origin that a request names and that may not use the gateway. */
  readonly onRefused: (origin: string) => void;
}): Origins {
  const allowed = new Set(parts.allowed);
  const isAllowed = (origin: string, host: string | undefined): boolean =>
    allowed.has(origin) ||
    (isOriginOf(host, origin) && (parts.trustsHost || isOfLoopbackAddress(origin))) ||
    (parts.trustsLoopback && isOfThisMachine(origin));
  const names: Origins['names'] = ({ origin, host }) => {
    if (origin === undefined) return false;
    if (isAllowed(origin, host)) return true;
    parts.onRefused(origin);
    return false;
  };
  const hosts = new Set(parts.allowed.map((origin) => new URL(origin).hostname));
  /** By GET a page names no origin to what it takes for its own address, so that only that address shows it. */
  const isAskedByItsName = ({ method, headers: { host } }: Asking): boolean =>
    parts.trustsHost || method === 'POST' || hosts.has(URL.parse(`http://${host}`)?.hostname ?? '');
  return {
    names,
    allows: (request) => {
      const { headers } = request;
      if (headers.origin !== undefined) return names(headers);
      return !isOfAnotherSite(headers) && isAskedByItsName(request);
    },
  };
}

/** The gateway's own origins: its public address, and the one that it listens on, by each name of this machine. */
export function ownOrigins(publicUrl: string | null, host: string, port: number): string[] {
  const hosts = isLoopback(host) ? [host, 'localhost', '127.0.0.1', '::1'] : [host];
  const urls = hosts.map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`);
  return [...urls, ...(publicUrl === null ? [] : [publicUrl])].map((url) => new URL(url).origin);
}

/** No DNS answers for these: a page whose origin is one of them was loaded from this machine. */
function isOfLoopbackAddress(origin: string): boolean {
  const page = URL.parse(origin);
  return page !== null && isLoopbackUrl(page);
}

/** Browsers take each name within `localhost` for this machine. */
function isOfThisMachine(origin: string): boolean {
  const page = URL.parse(origin);
  if (page === null || page.origin !== origin) return false;
  return isLoopbackUrl(page) || page.hostname.endsWith('.localhost');
}

function isOriginOf(host: string | undefined, origin: string): boolean {
  const page = URL.parse(origin);
  // A port that is the scheme's own is written by some and left out by others.
  return page !== null && host !== undefined && URL.parse(`${page.protocol}//${host}`)?.origin === origin;
}

/**
 * An image, a script or a link: what they load by GET names no origin, but browsers say whose page they stand on, at
 * least to this machine and over https.
 */
function isOfAnotherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
