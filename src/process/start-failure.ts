import type { Config } from '../config/index.ts';
import { UnusableDocumentsError } from '../server/documents/open-documents.ts';
import { UnusableFolderError } from '../services/audio-folder.ts';

/**
 * Why the gateway cannot start, as a sentence that says what to do; null for what is a bug, whose stack is of more use.
 * @param error what starting has thrown
 */
export function startFailure(error: unknown, config: Config): string | null {
  if (error instanceof UnusableFolderError || error instanceof UnusableDocumentsError) return error.message;
  return isSystemError(error) ? systemFailure(error, config) : null;
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: unknown;
  /** The port of a server that could not listen. */
  readonly port?: unknown;
  /** A name that could not be resolved. */
  readonly hostname?: unknown;
}

/** The operating system has refused something: a file, a port, memory. */
function isSystemError(error: unknown): error is SystemError {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return typeof error.code === 'string' && typeof error.syscall === 'string';
}

function systemFailure(error: SystemError, config: Config): string {
  const { code, syscall, path } = error;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') {
    const what = typeof path === 'string' ? ` of ${path}` : '';
    return `The gateway cannot start: the system refuses ${syscall}${what} (${code}).`;
  }
  const { host, port, prefix } = refusedAddress(error, config);
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program. Set ${prefix}PORT to a free port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${prefix}PORT to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set ${prefix}HOST to an address of it.`;
    default:
      return `The gateway cannot listen on port ${port} of ${host} (${code}). Set ${prefix}HOST and ${prefix}PORT to an address that it can.`;
  }
}

/** The settings of one of its two addresses begin with METRICS_. */
function refusedAddress({ port, hostname }: SystemError, { http, metrics }: Config) {
  const isOfMetrics = metrics !== null && (hostname === undefined ? port === metrics.port : hostname === metrics.host);
  const isOfHttp = hostname === undefined ? port === http.port : hostname === http.host;
  return metrics !== null && isOfMetrics && !isOfHttp ? { ...metrics, prefix: 'METRICS_' } : { ...http, prefix: '' };
}
