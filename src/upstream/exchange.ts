import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { ExchangeError, type ExchangeFault, faultOf } from './exchange-error.ts';

/** No answer of the service comes near; a larger one would cost the gateway its memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Names and values in turn, as undici writes them fastest. */
  readonly headers: string[];
  readonly body?: string | Buffer | Readable;
  /** Aborting it closes the request at once. */
  readonly signal: AbortSignal;
  /** From now to the last byte. */
  readonly timeoutMs: number;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came: `decode` undoes its content encoding. */
  readonly body: Buffer;
}

/**
 * One request and its answer; redirects are never followed.
 * @throws ExchangeError if there is no whole answer; the signal's reason if it is aborted.
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) {
      reject(request.signal.reason);
      return;
    }
    const { method, path, body } = request;
    const handler = new ExchangeHandler(request, resolve, reject);
    pool.dispatch({ method, path, headers: request.headers, ...(body !== undefined && { body }) }, handler);
  });
}

const EMPTY = Buffer.alloc(0);
const CLOSED = new Error('the gateway closed the request');

/**
 * Gathers one answer. A handler of our own costs half of `undici.request`, which makes a stream of each body;
 * a request that waits for a connection cannot be taken back, so it is closed when its turn comes.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #resolve: (answer: ExchangeAnswer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    { signal, timeoutMs }: ExchangeRequest,
    resolve: (answer: ExchangeAnswer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(this.#onTimeout, timeoutMs);
    signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(CLOSED);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx come before the answer.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length']) > MAX_BODY_BYTES) this.#fail('too-large');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_BODY_BYTES) this.#fail('too-large');
    else if (!this.#settled) this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first = EMPTY, ...more] = this.#chunks;
    const body = more.length === 0 ? first : Buffer.concat(this.#chunks, this.#bytes);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(faultOf(error, this.#status), { cause: error });
  }

  readonly #onTimeout = (): void => this.#fail('timeout');

  readonly #onAbort = (): void => {
    if (!this.#settle()) return;
    this.#reject(this.#signal.reason);
    this.#controller?.abort(CLOSED);
  };

  #fail(fault: ExchangeFault, options?: ErrorOptions): void {
    if (!this.#settle()) return;
    this.#chunks = [];
    this.#reject(new ExchangeError(fault, this.#controller !== null, options));
    this.#controller?.abort(CLOSED);
  }

  /** True the first time. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
