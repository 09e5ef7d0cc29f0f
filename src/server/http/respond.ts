import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ClosableResponse } from './closable-response.ts';
import { endAfterRequest } from './end-after-request.ts';

/** Every answer has it, so that browsers do not guess the type. */
export const NOT_SNIFFED = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Writes a whole answer at once. With HEAD node leaves the body out. An answer that comes before the request itself has come
 * ends the connection, a little later: one that is closed while data arrive is reset, and the answer may be lost by it.
 */
export function answer(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
): void {
  const isEarly = isComing(response);
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    ...NOT_SNIFFED,
    ...headers,
    ...(isEarly && { connection: 'close' }),
    'content-length': length,
  });
  if (isEarly) {
    response.write(body);
    endAfterRequest(response);
  } else {
    // A text of ASCII alone has the same bytes in both, and node writes Latin-1 sooner.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
  }
}

/** The request announced a body, and there is more of it. */
function isComing(response: ServerResponse): boolean {
  const { complete, headers } = response.req;
  if (complete || (response instanceof ClosableResponse && response.isRequestRead)) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** An answer that is no GraphQL result. */
export function answerJson(
  response: ServerResponse,
  status: number,
  value: Readonly<Record<string, unknown>>,
  headers: OutgoingHttpHeaders = {},
): void {
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  answer(response, status, { ...type, ...headers }, JSON.stringify(value));
}
