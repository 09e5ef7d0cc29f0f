import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { Clock } from '../../clock.ts';
import { AnswerFile, MAX_FILE_BYTES } from './answer-file.ts';
import { ExchangeError, type ExchangeFault, faultOf, RequestBodyError } from './exchange-error.ts';

/** An answer about one thing (BEHAVIOUR.md, "Requests to the service"); lists and catalogues may be larger. */
const MAX_RECORD_BYTES = 1024 * 1024;
/** As much as is read of an answer that should have been a file: room for a refusal's words. */
const MAX_REFUSAL_BYTES = 64 * 1024;

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Names and values in turn, as undici writes them fastest. */
  readonly headers: string[];
  readonly body?: string | Buffer | Readable;
  /** Aborting it closes the request at once, unless it is no longer abortable. */
  readonly signal: AbortSignal;
  /** `until sent`: what the service has begun to hear it hears to the end. */
  readonly isAbortable?: 'always' | 'until sent';
  /** The path of the file for the body of such an answer; null for an answer whose body is to be held in memory. */
  readonly saveTo?: (status: number, headers: IncomingHttpHeaders) => string | null;
  /** The most that an answer may have, compressed or not; default 1 MB. */
  readonly maxBytes?: number | undefined;
  /** From now to the last byte. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The most that its body may have once it is decoded. */
  readonly maxBytes: number;
  /** As it came: `decode` undoes its content encoding. Empty if it was saved to a file. */
  readonly body: Buffer;
  /** The saved file; null without one. */
  readonly saved: SavedBody | null;
}

export interface SavedBody {
  readonly bytes: number;
  /** The first bytes, from which the type of a file is known: some thousand at most. */
  readonly head: Uint8Array;
}

/**
 * One request and its answer; redirects are never followed.
 * @throws ExchangeError if there is no whole answer, or none that could be saved; the signal's reason if it is aborted;
 * RequestBodyError if the body of the request cannot be read.
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

/** The size of a saved body. */
const HEAD_BYTES = 512;
const EMPTY = Buffer.alloc(0);
const CLOSED = new Error('the gateway aborted the request');

/**
 * Gathers one answer. A handler of our own costs half of `undici.request`, which makes a stream of each body;
 * a request that waits for a connection cannot be taken back, so it is closed when its turn comes.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #resolve: (answer: ExchangeAnswer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: Disposable;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #file: AnswerFile | null = null;
  #limit: number;

  constructor(request: ExchangeRequest, resolve: (answer: ExchangeAnswer) => void, reject: (reason: unknown) => void) {
    this.#request = request;
    this.#limit = request.maxBytes ?? MAX_RECORD_BYTES;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = request.clock.after(request.timeoutMs, this.#onTimeout);
    request.signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(CLOSED);
    else if (this.#request.isAbortable === 'until sent') this.#ignoreAbort();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx come before the answer.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#openFile();
    if (Number(headers['content-length']) > this.#limit) this.#overflow();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) this.#overflow();
    else if (this.#file === null) this.#chunks.push(chunk);
    else {
      if (this.#bytes - chunk.length < HEAD_BYTES) this.#chunks.push(chunk.subarray(0, HEAD_BYTES));
      this.#file.write(chunk, controller);
    }
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    if (this.#file === null) this.#resolve(this.#answer());
    else {
      this.#file.close().then(
        () => this.#resolve(this.#answer()),
        (cause) => this.#reject(new ExchangeError('unsaved', true, { cause })),
      );
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (error instanceof RequestBodyError) this.#giveUp(error);
    else this.#fail(faultOf(error, this.#status), { cause: error });
  }

  readonly #onTimeout = (): void => this.#fail('timeout');

  readonly #onAbort = (): void => {
    this.#giveUp(this.#request.signal.reason);
  };

  #fail(fault: ExchangeFault, options?: ErrorOptions): void {
    this.#giveUp(new ExchangeError(fault, this.#controller !== null, options));
  }

  #giveUp(reason: unknown): void {
    if (!this.#settle()) return;
    this.#chunks = [];
    this.#controller?.abort(CLOSED);
    if (this.#file === null) this.#reject(reason);
    else void this.#file.discard().then(() => this.#reject(reason));
  }

  #openFile(): void {
    const { saveTo } = this.#request;
    if (saveTo === undefined) return;
    const path = saveTo(this.#status, this.#headers);
    this.#limit = path === null ? MAX_REFUSAL_BYTES : MAX_FILE_BYTES;
    this.#file = path === null ? null : new AnswerFile(path, (cause) => this.#fail('unsaved', { cause }));
  }

  #overflow(): void {
    const saysEnough = this.#status >= 500 || this.#limit === MAX_REFUSAL_BYTES;
    if (!saysEnough) this.#fail('too-large');
    // The kept part may be incomplete: the status suffices.
    else if (this.#settle()) {
      this.#resolve(this.#answer());
      this.#controller?.abort(CLOSED);
    }
  }

  #answer(): ExchangeAnswer {
    const [first = EMPTY, ...more] = this.#chunks;
    const held = more.length === 0 ? first : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, headers: this.#headers, maxBytes: this.#limit };
    if (this.#file === null) return { ...answer, body: held, saved: null };
    return { ...answer, body: EMPTY, saved: { bytes: this.#bytes, head: held } };
  }

  /** True the first time. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#timer[Symbol.dispose]();
    this.#ignoreAbort();
    return true;
  }

  #ignoreAbort(): void {
    this.#request.signal.removeEventListener('abort', this.#onAbort);
  }
}
