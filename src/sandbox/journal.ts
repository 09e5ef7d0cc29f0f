import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Form } from './http/form.ts';
import type { SandboxApi } from './misfortune.ts';

/** A request as it came, for a test to look at. */
export interface SandboxRequest {
  readonly api: SandboxApi;
  readonly method: string;
  /** As sent: not decoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values alternate, as sent. */
  readonly rawHeaders: readonly string[];
  /** The key of the Authorization header, known or not. */
  readonly key: string | null;
  /** Empty when the body was larger than 1 MiB; then only its size and hash are kept. */
  readonly body: Buffer;
  readonly bodySize: number;
  /** Hex. */
  readonly bodySha256: string;
  /** The content of a multipart form, with its files by size and hash. */
  readonly form: Form | null;
  /** The status answered; null before an answer, and for ever if none was sent. */
  readonly status: number | null;
  /** When it came, by the sandbox's clock. */
  readonly receivedAt: number;
}

/** The same while the request is being served. */
export type OpenRequest = { -readonly [K in keyof SandboxRequest]: SandboxRequest[K] };

export interface Journal {
  readonly requests: readonly SandboxRequest[];
  /** How many came since the start or the last clear, also those that are no longer kept. */
  readonly count: number;
  open(api: SandboxApi, message: IncomingMessage, now: number): OpenRequest;
  /** Says that the body has come, so that the memory it takes is counted. */
  received(request: OpenRequest): void;
  clear(): void;
}

const MAX_REQUESTS = 20_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

export function createJournal(): Journal {
  const requests: OpenRequest[] = [];
  let count = 0;
  let keptBytes = 0;
  let oldestBody = 0;
  return {
    requests,
    get count() {
      return count;
    },
    open: (api, message, now) => {
      const request = toRequest(api, message, now);
      count += 1;
      requests.push(request);
      if (requests.length > MAX_REQUESTS) {
        keptBytes -= requests.shift()?.body.length ?? 0;
        oldestBody = Math.max(0, oldestBody - 1);
      }
      return request;
    },
    received: (request) => {
      keptBytes += request.body.length;
      for (; keptBytes > MAX_BODY_BYTES && oldestBody < requests.length; oldestBody++) {
        const oldest = requests[oldestBody];
        if (oldest === undefined || oldest === request) return;
        keptBytes -= oldest.body.length;
        oldest.body = Buffer.alloc(0);
      }
    },
    clear: () => {
      requests.length = 0;
      count = 0;
      keptBytes = 0;
      oldestBody = 0;
    },
  };
}

function toRequest(api: SandboxApi, message: IncomingMessage, now: number): OpenRequest {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  return {
    api,
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: flat(message.headers),
    rawHeaders: message.rawHeaders,
    key: /^Bearer (.+)$/.exec(message.headers.authorization ?? '')?.[1] ?? null,
    body: Buffer.alloc(0),
    bodySize: 0,
    bodySha256: '',
    form: null,
    status: null,
    receivedAt: now,
  };
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(entries);
}
