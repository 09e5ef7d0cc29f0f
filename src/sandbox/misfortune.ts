export type SandboxApi = 'dubbing' | 'studio' | 'storage';

/** The misfortune of one request. */
export type Mishap =
  /** A fixed answer; the work is not done. */
  | { status: number; headers?: Record<string, string>; body?: string | Buffer; contentType?: string }
  /** The socket is reset before an answer, once so many bytes of the body have come (default: all); the work is not done. */
  | { kind: 'reset'; afterBytes?: number }
  /** The work is done, then the socket is reset without an answer. */
  | { kind: 'reset-after-work' }
  /** Never an answer; the work is not done. */
  | { kind: 'silence' }
  /** The work begins only after so many real milliseconds. */
  | { kind: 'delay'; ms: number }
  /** The right content-length, half of the body, then a reset. */
  | { kind: 'truncate' }
  /** The right content-length, half of the body, then nothing more. */
  | { kind: 'stall' }
  /** The right answer, its text rewritten. */
  | { kind: 'body'; edit: (body: string) => string | Buffer }
  /** The right answer with another status, more headers, other bytes. */
  | { kind: 'transform'; status?: number; headers?: Record<string, string>; body?: (body: Buffer) => Buffer };

export interface Misfortune {
  /** Which requests meet it: all that is given must match. A string matches the whole raw path. */
  on: { api?: SandboxApi; method?: string; path?: RegExp | string; key?: string };
  /** How many requests meet it; default 1, `Infinity` for all. */
  times?: number;
  answer: Mishap;
}

export interface Misfortunes {
  add(misfortune: Misfortune): void;
  /** The misfortune that this request meets, if any; it is used up by one. */
  take(request: { api: SandboxApi; method: string; path: string; key: string | null }): Mishap | null;
}

/** True if the request is never worked on. */
export function isInsteadOfWork(mishap: Mishap): boolean {
  return !('kind' in mishap) || mishap.kind === 'reset' || mishap.kind === 'silence';
}

export function createMisfortunes(): Misfortunes {
  const waiting: { misfortune: Misfortune; left: number }[] = [];
  return {
    add: (misfortune) => {
      waiting.push({ misfortune, left: misfortune.times ?? 1 });
    },
    take: (request) => {
      const index = waiting.findIndex(({ misfortune }) => matches(misfortune.on, request));
      const found = waiting[index];
      if (found === undefined) return null;
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.misfortune.answer;
    },
  };
}

function matches(on: Misfortune['on'], request: Parameters<Misfortunes['take']>[0]): boolean {
  if (on.api !== undefined && on.api !== request.api) return false;
  if (on.method !== undefined && on.method.toUpperCase() !== request.method) return false;
  if (on.key !== undefined && on.key !== request.key) return false;
  if (on.path === undefined) return true;
  // search() instead of test(): a global expression keeps a position between calls.
  return typeof on.path === 'string' ? on.path === request.path : request.path.search(on.path) >= 0;
}
