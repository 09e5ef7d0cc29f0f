import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { GraphQLError } from 'graphql';
import type { Clock } from '../../../clock.ts';
import type { Caller } from '../../request/caller.ts';
import type { Subscription } from '../delivery/subscription.ts';
import type { Task } from '../delivery/task-queue.ts';
import { type TokenLifetime, watchTokenLifetime } from '../delivery/token-lifetime.ts';
import type { UpdateSink } from '../delivery/update-sink.ts';
import { WriteBackpressure } from '../delivery/write-backpressure.ts';
import type { StreamingLimits } from '../streaming-limits.ts';

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

const HEADERS = {
  'content-type': EVENT_STREAM_TYPE,
  'x-content-type-options': 'nosniff',
  // Or nginx keeps the events until it has a page of them.
  'x-accel-buffering': 'no',
} as const;

/**
 * An answer that is a stream of server-sent events (graphql-sse, "distinct connections mode").
 *
 * What is sent after the head goes past node's `ServerResponse` to the connection: the bytes of an event, its chunk of
 * HTTP included, are the same for everybody, and are not to be put together anew for each.
 */
export class EventStream extends WriteBackpressure implements UpdateSink, Task {
  readonly #response: ServerResponse;
  readonly #toChunk: (text: Buffer) => Chunk;
  #stay: TokenLifetime | null = null;
  #subscription: Subscription<unknown> | null = null;

  constructor(response: ServerResponse, toChunk: (text: Buffer) => Chunk, limits: StreamingLimits) {
    super(limits);
    this.#response = response;
    this.#toChunk = toChunk;
  }

  open(clock: Clock, headers: OutgoingHttpHeaders, subscription: Subscription<unknown>, viewer: Caller): void {
    this.#subscription = subscription;
    this.#stay = watchTokenLifetime(clock, viewer, () => this.breakOff());
    this.#response.writeHead(200, { ...headers, ...HEADERS });
    // By itself: together with a first chunk, node keeps the head in the many pieces that it was put together from.
    this.#response.flushHeaders();
    this.#write(COMMENT);
    forgetRequest(this.#response.req);
  }

  isOpen(): boolean {
    if (this.#stay?.isOver) this.breakOff();
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  next(text: Buffer): void {
    this.#write(this.#toChunk(text));
  }

  fail(errors: readonly GraphQLError[]): void {
    this.next(Buffer.from(JSON.stringify({ errors })));
    this.complete();
  }

  complete(): void {
    this.#write(COMPLETE);
    this.#response.end();
  }

  /** The heartbeat. What waits to be sent is one, if it gets through. */
  run(): void {
    if (!this.isOpen()) return;
    if (this.isPending) this.watch();
    else this.#write(COMMENT);
  }

  /** To be called when the connection is. */
  close(): void {
    this.#subscription?.leave();
    this.#stay?.[Symbol.dispose]();
  }

  /** Without `complete`: a client must come back, not think that its stream is over. */
  breakOff(): void {
    this.close();
    this.#response.destroy();
  }

  protected get connection(): Socket | null {
    return this.#response.socket;
  }

  protected get timed(): ServerResponse {
    return this.#response;
  }

  protected drained(): void {
    this.#subscription?.wake();
  }

  protected stalled(): void {
    this.breakOff();
  }

  #write({ event, chunk }: Chunk): void {
    this.#response.socket?.write(this.#response.chunkedEncoding ? chunk : event);
  }
}

/** What it brought is not to be kept for as long as its answer lasts: its address may hold a document, its headers a token. */
function forgetRequest(request: IncomingMessage): void {
  request.url = '';
  request.headers = {};
  request.rawHeaders = [];
}

/** An event as it is sent to everybody. */
export interface Chunk {
  readonly event: Buffer;
  /** The same as HTTP/1.1 frames it. */
  readonly chunk: Buffer;
}

function toChunk(event: string | Buffer): Chunk {
  const length = Buffer.byteLength(event);
  const start = `${length.toString(16)}\r\n`;
  const chunk = Buffer.concat([Buffer.from(start), Buffer.from(event), Buffer.from('\r\n')]);
  return { event: chunk.subarray(start.length, start.length + length), chunk };
}

const COMMENT = toChunk(':\n\n');
const COMPLETE = toChunk('event: complete\ndata:\n\n');
const START = Buffer.from('event: next\ndata: ');
const END = Buffer.from('\n\n');

/** Makes the event of a result once, for everybody who is sent it. */
export function createChunks(): (text: Buffer) => Chunk {
  const chunks = new WeakMap<Buffer, Chunk>();
  return (text) => {
    const known = chunks.get(text);
    if (known) return known;
    const made = toChunk(Buffer.concat([START, text, END]));
    chunks.set(text, made);
    return made;
  };
}

/** A single result, for those who take nothing but a stream. */
export const toEvents = (text: string | Buffer): string => `:\n\n${START}${text}${END}event: complete\ndata:\n\n`;
