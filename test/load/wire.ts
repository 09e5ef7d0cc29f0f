/**
 * WebSocket and server-sent events as a client of thousands of connections speaks them: by hand, at a fraction of what a
 * library takes, so that it is the gateway that is measured.
 */

/** Cuts what comes over a connection into what was sent: `take` gives how long the next part is, and what to do with it. */
export class Cutter {
  readonly #cut: (bytes: Buffer) => number;
  #parts: Buffer[] = [];
  #have = 0;
  #need = 1;

  /** @param cut is given all that has come; takes one part from its start, and gives its length; or less than 0, `-n`, if n bytes are needed */
  constructor(cut: (bytes: Buffer) => number) {
    this.#cut = cut;
  }

  add(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#have += chunk.length;
    // A large part comes in many chunks, which are put together once.
    if (this.#have < this.#need) return;
    let bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts);
    this.#need = 1;
    while (bytes.length > 0) {
      const length = this.#cut(bytes);
      if (length < 0) {
        this.#need = -length;
        break;
      }
      bytes = bytes.subarray(length);
    }
    this.#parts = bytes.length > 0 ? [bytes] : [];
    this.#have = bytes.length;
  }
}

export const OPCODES = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
}

/** One frame of a server: `onFrame` is given it. */
export function cutFrame(bytes: Buffer, onFrame: (frame: Frame) => void): number {
  const [first = 0, second = 0] = bytes;
  const head = second < 126 ? 2 : second === 126 ? 4 : 10;
  if (bytes.length < head) return -head;
  const told = second & 127;
  const length = told < 126 ? told : told === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < head + length) return -(head + length);
  onFrame({ opcode: first & 15, isFinal: (first & 128) !== 0, payload: bytes.subarray(head, head + length) });
  return head + length;
}

/** A frame as a client sends it. Its mask is none. */
export function maskedFrame(opcode: number, text: string | Buffer): Buffer {
  const payload = Buffer.from(text);
  const mask = [0, 0, 0, 0];
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | length, ...mask]), payload]);
  const head = length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (length < 65_536 ? 126 : 127);
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.from(mask), payload]);
}

/** The head of an answer by HTTP: `onHead` is given it. */
export function cutHead(bytes: Buffer, onHead: (head: string) => void): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return -(bytes.length + 1);
  onHead(bytes.toString('latin1', 0, end));
  return end + 4;
}

/** One chunk of an answer by HTTP/1.1: `onChunk` is given its bytes. */
export function cutChunk(bytes: Buffer, onChunk: (chunk: Buffer) => void): number {
  const end = bytes.indexOf('\r\n');
  if (end < 0) return -(bytes.length + 1);
  const start = end + 2;
  const length = Number.parseInt(bytes.toString('latin1', 0, end), 16);
  const whole = start + length + 2;
  if (bytes.length < whole) return -whole;
  onChunk(bytes.subarray(start, start + length));
  return whole;
}
