import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Writes a whole answer at once. With HEAD node leaves the body out. */
export function answer(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string): void {
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
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
