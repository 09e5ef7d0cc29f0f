import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { GraphQLError } from 'graphql';
import type { Clock } from '../../../clock.ts';
import type { StreamEnd } from '../../../contracts/measurements.ts';
import type { ByteShares, HeldBytes } from '../../fairness/byte-shares.ts';
import type { Lane, Task } from '../../fairness/task-queue.ts';
import type { Caller } from '../../request/caller.ts';
import type { Closable, GoAwayReason } from '../delivery/closing.ts';
import type { Chunk, StreamFormat } from '../delivery/stream-format.ts';
import type { Subscription } from '../delivery/subscription.ts';
import { type TokenLifetime, watchTokenLifetime } from '../delivery/token-lifetime.ts';
import type { UpdateSink } from '../delivery/update-sink.ts';
import { type BackpressureParts, WriteBackpressure } from '../delivery/write-backpressure.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  // Or nginx keeps the updates until it has a page of them.
  'x-accel-buffering': 'no',
} as const;

export interface EventStreamParts {
  /** The lane of the client that reads. */
  readonly lane: Lane;
  readonly response: ServerResponse;
  readonly format: StreamFormat;
}

/** The same for all streams. */
interface SharedStreamParts extends BackpressureParts {
  readonly bytes: ByteShares;
}

/**
 * An answer that is a stream of updates, in one of the formats that HTTP has for it.
 *
 * What is sent after the head goes past node's `ServerResponse` to the connection: the bytes of an update, its chunk of
 * HTTP included, are the same for everybody, and are not to be put together anew for each.
 */
export class EventStream extends WriteBackpressure<SharedStreamParts> implements UpdateSink, Task, Closable {
  /** Who reads. */
  readonly client: string;
  readonly lane: Lane;
  readonly #response: ServerResponse;
  readonly #format: StreamFormat;
  #stay: TokenLifetime | null = null;
  #subscription: Subscription<unknown> | null = null;

  constructor({ lane, response, format }: EventStreamParts, parts: SharedStreamParts) {
    super(parts);
    this.client = lane.client;
    this.lane = lane;
    this.#response = response;
    this.#format = format;
  }

  open(clock: Clock, headers: OutgoingHttpHeaders, subscription: Subscription<unknown>, viewer: Caller): void {
    this.#subscription = subscription;
    this.#stay = watchTokenLifetime(clock, viewer, () => this.breakOff('expired'));
    this.#response.writeHead(200, { ...headers, ...HEADERS, 'content-type': this.#format.contentType });
    // By itself: together with a first chunk, node keeps the head in the many pieces that it was put together from.
    this.#response.flushHeaders();
    this.#write(this.#format.start);
    forgetRequest(this.#response.req);
  }

  isOpen(): boolean {
    if (this.#stay?.isOver) this.breakOff('expired');
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  next(text: Buffer): void {
    this.writeUpdate([this.#framed(this.#format.update(text))]);
  }

  fail(errors: readonly GraphQLError[]): void {
    this.#write(this.#format.failure(errors));
    this.complete();
  }

  complete(): void {
    this.#write(this.#format.complete);
    this.#response.end();
  }

  /** The heartbeat. Bytes that wait to be sent are one, if they get through. */
  run(): void {
    if (!this.isOpen()) return;
    if (this.isPending) this.watch();
    else this.#write(this.#format.heartbeat);
  }

  /** To be called when the connection is. */
  close(reason: StreamEnd = 'left'): void {
    this.#subscription?.leave(reason);
    this.#stay?.[Symbol.dispose]();
  }

  /** Nothing runs that could be answered. */
  goAway(reason: GoAwayReason): void {
    this.breakOff(reason);
  }

  /** Without `complete`: a client must come back, not think that its stream is over. */
  breakOff(reason: StreamEnd): void {
    this.close(reason);
    this.#response.destroy();
  }

  protected get connection(): Socket | null {
    return this.#response.socket;
  }

  protected get bytes(): HeldBytes {
    return this.parts.bytes.of(this.client);
  }

  protected get timed(): ServerResponse {
    return this.#response;
  }

  protected drained(): void {
    this.#subscription?.wake();
  }

  protected stalled(): void {
    this.breakOff('slow');
  }

  #write(chunk: Chunk): void {
    this.#response.socket?.write(this.#framed(chunk));
  }

  #framed({ bytes, framed }: Chunk): Buffer {
    return this.#response.chunkedEncoding ? framed : bytes;
  }
}

/** The request is not kept for as long as its answer lasts: its address may hold a document, its headers a token. */
function forgetRequest(request: IncomingMessage): void {
  request.url = '';
  request.headers = NO_HEADERS;
  request.rawHeaders = NO_RAW_HEADERS;
}

// Shared by all: there are thousands of streams.
const NO_HEADERS = {};
const NO_RAW_HEADERS: string[] = [];
