import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '../../clock.ts';
import { NOT_SNIFFED } from '../http/respond.ts';
import { type GraphiqlOptions, type GraphiqlPage, renderGraphiqlPage } from './page.ts';

/** Answers a browser's visit. */
export type AnswerGraphiql = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
) => Promise<void>;

/** Whether a browser asks for a page, and not a program for an answer. */
export function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

/**
 * The page is rendered at the first visit and kept compressed, the one form that all browsers take. Others get the same bytes
 * for all of them, inflated once for as long as they come.
 */
export function createGraphiqlAnswer(
  options: GraphiqlOptions,
  {
    clock,
    stalledMs,
  }: { readonly clock: Clock /** For a reader who takes nothing of it. */; readonly stalledMs: number },
): AnswerGraphiql {
  let page: Promise<GraphiqlPage> | undefined;
  const inflate = keepAWhile(clock, (gzipped: Buffer) => promisify(gunzip)(gzipped));

  return async (request, response, headers) => {
    page ??= renderGraphiqlPage(options);
    const { gzipped, etag, policy } = await page.catch((error) => {
      // So that the next visit tries again.
      page = undefined;
      throw error;
    });
    response.setTimeout(stalledMs);
    const sent = { ...headers, ...HEADERS, etag, 'content-security-policy': policy };
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304, sent).end();
    } else if (takesGzip(request)) {
      response.writeHead(200, { ...sent, 'content-encoding': 'gzip', 'content-length': gzipped.length }).end(gzipped);
    } else {
      const plain = await inflate(gzipped);
      response.writeHead(200, { ...sent, 'content-length': plain.length }).end(plain);
    }
  };
}

const KEPT_MS = 60_000;

/** The latest page is kept for a while after it was made; then its memory is given back. */
function keepAWhile<Input, Output>(
  clock: Clock,
  make: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  let kept: Promise<Output> | undefined;
  const forget = (): void => {
    kept = undefined;
  };
  return (input) => {
    if (kept === undefined) {
      kept = make(input);
      kept.catch(forget);
      clock.after(KEPT_MS, forget);
    }
    return kept;
  };
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // To be asked for again each time, which the ETag makes cheap: the page changes with the gateway's version.
  'cache-control': 'no-cache',
  vary: 'accept, accept-encoding, origin',
  ...NOT_SNIFFED,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** No two parts take the same blanks: there can be 16 KB of them, and each way to share them would be tried. */
const takesGzip = ({ headers }: IncomingMessage): boolean =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9])\s*)?(,|$)/i.test(String(headers['accept-encoding'] ?? ''));
