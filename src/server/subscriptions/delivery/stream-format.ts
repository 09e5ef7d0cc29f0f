import type { GraphQLError } from 'graphql';

/** How a subscription is written into the body of an HTTP answer. The transport around it is the same for all. */
export interface StreamFormat {
  readonly contentType: string;
  /** Sent with the head, so that a client knows that its stream is open. */
  readonly start: Chunk;
  readonly heartbeat: Chunk;
  /** A good end. A stream that ends without it was broken off: its client must come back. */
  readonly complete: Chunk;
  /** An update. `text` is a result as JSON; the chunk is made once for everybody who is sent the same text. */
  update(text: Buffer): Chunk;
  /** Why the stream ends; `complete` follows. */
  failure(errors: readonly GraphQLError[]): Chunk;
}

/** A part of a stream as it is sent to everybody. */
export interface Chunk {
  readonly bytes: Buffer;
  /** The same as HTTP/1.1 frames it. */
  readonly framed: Buffer;
}

export function toChunk(content: string | Buffer): Chunk {
  const length = Buffer.byteLength(content);
  const start = `${length.toString(16)}\r\n`;
  const framed = Buffer.concat([Buffer.from(start), Buffer.from(content), Buffer.from('\r\n')]);
  return { bytes: framed.subarray(start.length, start.length + length), framed };
}

/** Makes the chunk of a text once, as long as the text lives. */
export function chunksOnce(write: (text: Buffer) => Buffer): (text: Buffer) => Chunk {
  const chunks = new WeakMap<Buffer, Chunk>();
  return (text) => {
    const known = chunks.get(text);
    if (known) return known;
    const chunk = toChunk(write(text));
    chunks.set(text, chunk);
    return chunk;
  };
}
