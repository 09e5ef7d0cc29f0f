/** Frames of a WebSocket, as a server sends them (RFC 6455, section 5.2): unmasked, without extensions. */

const FINAL = 0x80;
const TEXT = 0x01;
const CONTINUATION = 0x00;

/** Asks for a sign of life. */
export const PING = Buffer.from([FINAL | 0x09, 0]);

/** To here a copy costs less than another write; beyond, all readers share the bytes of a text. */
const LARGEST_COPY = 16 * 1024;

const CLOSING_BRACE = 0x7d;
const LAST = Buffer.from([FINAL | CONTINUATION, 1, CLOSING_BRACE]);

/** Writes the message `next` of graphql-transport-ws, with the id of its operation. */
export type NextFrames = (id: string, text: Buffer) => readonly Buffer[];

/** The same frames for all readers of a text whose operations have the same id: most clients count them. */
export function createNextFrames(): NextFrames {
  const latest = new WeakMap<Buffer, { readonly id: string; readonly frames: readonly Buffer[] }>();
  return (id, text) => {
    const existing = latest.get(text);
    if (existing?.id === id) return existing.frames;
    const frames = nextFrames(id, text);
    latest.set(text, { id, frames });
    return frames;
  };
}

/** As what is to be written to the connection at once. */
export function nextFrames(id: string, text: Buffer): readonly Buffer[] {
  const start = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  const startLength = Buffer.byteLength(start);
  if (text.length > LARGEST_COPY) {
    return [Buffer.concat([head(TEXT, startLength), Buffer.from(start), head(CONTINUATION, text.length)]), text, LAST];
  }
  const length = startLength + text.length + 1;
  const at = headLength(length);
  const frame = Buffer.allocUnsafe(at + length);
  writeHead(frame, FINAL | TEXT, length);
  frame.write(start, at);
  text.copy(frame, at + startLength);
  frame[at + length - 1] = CLOSING_BRACE;
  return [frame];
}

/** How the length is written, by how large it is. */
const LARGEST_OF_7_BITS = 125;
const LARGEST_OF_16_BITS = 0xffff;
const MARK_OF_16_BITS = 126;
const MARK_OF_64_BITS = 127;

function headLength(length: number): number {
  if (length <= LARGEST_OF_7_BITS) return 2;
  return length <= LARGEST_OF_16_BITS ? 4 : 10;
}

function head(first: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(headLength(length));
  writeHead(bytes, first, length);
  return bytes;
}

function writeHead(frame: Buffer, first: number, length: number): void {
  frame[0] = first;
  if (length <= LARGEST_OF_7_BITS) {
    frame[1] = length;
  } else if (length <= LARGEST_OF_16_BITS) {
    frame[1] = MARK_OF_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = MARK_OF_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
}
