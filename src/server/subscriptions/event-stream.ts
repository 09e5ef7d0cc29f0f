import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Outlet } from './outlet.ts';
import { hasRoom } from './room.ts';
import type { Stay } from './stay.ts';
import type { Subscription } from './subscription.ts';
import type { Turn } from './turns.ts';

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
export class EventStream implements Outlet, Turn {
  readonly #response: ServerResponse;
  readonly #pendingBytes: number;
  readonly #toChunk: (text: Buffer) => Chunk;
  #stay: Stay | null = null;
  #subscription: Subscription<unknown> | null = null;
  #isFull = false;

  constructor(response: ServerResponse, toChunk: (text: Buffer) => Chunk, pendingBytes: number) {
    this.#response = response;
    this.#toChunk = toChunk;
    this.#pendingBytes = pendingBytes;
  }

  open(headers: OutgoingHttpHeaders, subscription: Subscription<unknown>, stay: Stay): void {
    this.#subscription = subscription;
    this.#stay = stay;
    this.#response.writeHead(200, { ...headers, ...HEADERS });
    this.#response.write(COMMENT.event);
  }

  isOpen(): boolean {
    if (this.#stay?.isOver) this.breakOff();
    return !this.#response.destroyed;
  }

  hasRoom(): boolean {
    const { socket } = this.#response;
    if (!socket || hasRoom(socket, this.#pendingBytes)) return true;
    if (!this.#isFull) {
      this.#isFull = true;
      socket.once('drain', () => {
        this.#isFull = false;
        this.#subscription?.wake();
      });
    }
    return false;
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
  turn(): void {
    if (this.isOpen() && this.#response.socket?.writableLength === 0) this.#write(COMMENT);
  }

  /** Without `complete`: a client must come back, not think that its stream is over. */
  breakOff(): void {
    this.#subscription?.leave();
    this.#response.destroy();
  }

  #write({ event, chunk }: Chunk): void {
    this.#response.socket?.write(this.#response.chunkedEncoding ? chunk : event);
  }
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
    const known = chunks.get(text) ?? toChunk(Buffer.concat([START, text, END]));
    chunks.set(text, known);
    return known;
  };
}

/** A single result, for those who take nothing but a stream. */
export const toEvents = (text: string | Buffer): string => `:\n\n${START}${text}${END}event: complete\ndata:\n\n`;
