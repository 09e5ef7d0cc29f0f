import type { IncomingMessage } from 'node:http';

/** A token follows. */
export const AUDIO_PATH = '/audio/';

/**
 * Reads the path of a request. A proxy may hand on the whole address, and what stands before the gateway's paths in PUBLIC_URL
 * it may have stripped, or not.
 */
export function pathReader(publicUrl: string | null): (request: IncomingMessage) => string {
  const prefix = publicUrl === null ? '/' : `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`;
  return ({ url = '/' }) => {
    const path = url.startsWith('/') ? (url.split('?', 1)[0] ?? '/') : (URL.parse(url)?.pathname ?? url);
    if (prefix === '/' || isOwnPath(path) || !path.startsWith(prefix)) return path;
    return path.slice(prefix.length - 1);
  };
}

const isOwnPath = (path: string): boolean =>
  path === '/graphql' ||
  path.startsWith(AUDIO_PATH) ||
  path === '/health' ||
  path === '/health/live' ||
  path === '/health/ready';
