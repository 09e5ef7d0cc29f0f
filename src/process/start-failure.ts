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
}

/** The operating system has refused something: a file, a port, memory. */
function isSystemError(error: unknown): error is SystemError {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return typeof error.code === 'string' && typeof error.syscall === 'string';
}

function systemFailure({ code, syscall, path }: SystemError, { http: { host, port } }: Config): string {
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') {
    const what = typeof path === 'string' ? ` of ${path}` : '';
    return `The gateway cannot start: the system refuses ${syscall}${what} (${code}).`;
  }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program. Set PORT to a free port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set HOST to an address of it.`;
    default:
      return `The gateway cannot listen on port ${port} of ${host} (${code}). Set HOST and PORT to an address that it can.`;
  }
}
