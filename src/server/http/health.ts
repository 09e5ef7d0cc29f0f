import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { answerJson } from './respond.ts';

/** `/health/live`: the process answers. */
export function answerLive(request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): void {
  answerProbe(request, response, headers, 200, 'alive');
}

/**
 * `/health/ready`: the gateway takes requests. So it does while the service is down (it then tells each caller so);
 * it does not while it is stopping.
 */
export function answerReady(
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  stopping: boolean,
): void {
  if (stopping) answerProbe(request, response, headers, 503, 'stopping');
  else answerProbe(request, response, headers, 200, 'ready');
}

function answerProbe(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  status: number,
  word: string,
): void {
  if (method === 'GET' || method === 'HEAD') answerJson(response, status, { status: word }, headers);
  else answerJson(response, 405, { error: 'Method not allowed.' }, { ...headers, allow: 'GET, HEAD' });
}
