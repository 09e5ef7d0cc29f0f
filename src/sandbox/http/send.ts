import type { ServerResponse } from 'node:http';
import type { OpenRequest } from '../journal.ts';
import type { Mishap } from '../misfortune.ts';
import type { Answer } from './answer.ts';

/** Sends an answer as a mishap lets it through; the status is noted if one was sent. */
export function send(response: ServerResponse, request: OpenRequest, answer: Answer, mishap: Mishap | null): void {
  if (mishap === null) write(response, request, answer);
  else if (!('kind' in mishap)) write(response, request, fixed(mishap));
  else if (mishap.kind === 'reset' || mishap.kind === 'reset-after-work') response.socket?.resetAndDestroy();
  else if (mishap.kind === 'truncate') writeHalf(response, request, answer, () => response.socket?.destroy());
  else if (mishap.kind === 'stall') writeHalf(response, request, answer, () => undefined);
  else if (mishap.kind !== 'silence') write(response, request, rewritten(answer, mishap));
}

function fixed({ status, headers = {}, body = '', contentType }: Exclude<Mishap, { kind: string }>): Answer {
  return { status, headers, body, contentType: contentType ?? 'application/json; charset=utf-8' };
}

function rewritten(answer: Answer, mishap: Mishap): Answer {
  if (!('kind' in mishap)) return answer;
  if (mishap.kind === 'body') return { ...answer, body: mishap.edit(bytesOf(answer).toString('utf8')) };
  if (mishap.kind !== 'transform') return answer;
  return {
    ...answer,
    status: mishap.status ?? answer.status,
    headers: { ...answer.headers, ...mishap.headers },
    body: mishap.body?.(bytesOf(answer)) ?? answer.body,
  };
}

function bytesOf({ body }: Answer): Buffer {
  if (typeof body === 'function') return body();
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** A header of a misfortune replaces the normal one, in any spelling. */
function headOf(answer: Answer, bodyBytes: number): Record<string, string> {
  const given = Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const { status } = answer;
  // 204 and 304 have no body, so no length either.
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(bodyBytes) };
  return { ...length, 'content-type': answer.contentType, ...Object.fromEntries(given) };
}

function write(response: ServerResponse, request: OpenRequest, answer: Answer): void {
  const body = bytesOf(answer);
  request.status = answer.status;
  response.writeHead(answer.status, headOf(answer, body.length));
  response.end(body);
}

function writeHalf(response: ServerResponse, request: OpenRequest, answer: Answer, then: () => void): void {
  const body = bytesOf(answer);
  request.status = answer.status;
  response.writeHead(answer.status, headOf(answer, body.length));
  response.write(body.subarray(0, Math.floor(body.length / 2)), then);
}
