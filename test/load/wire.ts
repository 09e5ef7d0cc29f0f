/**
 * WebSocket and server-sent events as a client of thousands of connections speaks them: by hand, at a fraction of what a
 * library takes, so that it is the gateway that is measured.
 */
import { connect, type Socket } from 'node:net';

/** The buffer that all connections are read into, one after the other: a buffer for each would take as long as all else. */
const INBOX = Buffer.allocUnsafe(64 * 1024);

/** Opens a connection to this machine. What comes over it is cut into parts. */
export function openConnection(port: number, cut: Cut): Socket {
  const cutter = new Cutter(cut);
  const onread = {
    buffer: INBOX,
    callback(length: number): boolean {
      cutter.take(INBOX, length);
      return true;
    },
  };
  const connection = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  connection.on('error', () => {});
  return connection;
}

/**
 * Takes one part that begins at a place of what has come, up to an end.
 * @returns the length of the part; or `-n` if it takes n bytes to tell
 */
export type Cut = (bytes: Buffer, start: number, end: number) => number;

class Cutter {
  readonly #cut: Cut;
  #waiting: Buffer[] = [];
  #length = 0;
  #need = 1;

  constructor(cut: Cut) {
    this.#cut = cut;
  }

  /** Its argument is not kept. */
  take(bytes: Buffer, length: number): void {
    this.#length += length;
    if (this.#waiting.length === 0) this.#cutAll(bytes, length);
    else {
      this.#waiting.push(Buffer.from(bytes.subarray(0, length)));
      // A large part comes in many pieces, which are put together once.
      if (this.#length >= this.#need) this.#cutAll(Buffer.concat(this.#waiting), this.#length);
    }
  }

  #cutAll(bytes: Buffer, end: number): void {
    let at = 0;
    this.#need = 1;
    while (at < end) {
      const length = this.#cut(bytes, at, end);
      if (length < 0) {
        this.#need = -length;
        break;
      }
      at += length;
    }
    this.#length = end - at;
    if (this.#length > 0) this.#waiting = [Buffer.from(bytes.subarray(at, end))];
    else if (this.#waiting.length > 0) this.#waiting = [];
  }
}

export const OPCODES = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Reads a server's frames; the payload is valid until `onFrame` returns. */
export type OnFrame = (opcode: number, isFinal: boolean, payload: Buffer) => void;

const FINAL = 0x80;
const OPCODE = 0x0f;
const LARGEST_OF_7_BITS = 125;
const MARK_OF_16_BITS = 126;

export function cutFrame(bytes: Buffer, start: number, end: number, onFrame: OnFrame): number {
  const first = bytes[start] ?? 0;
  const told = end - start > 1 ? (bytes[start + 1] ?? 0) : 0;
  const head = told <= LARGEST_OF_7_BITS ? 2 : told === MARK_OF_16_BITS ? 4 : 10;
  if (end - start < head) return -head;
  const at = start + 2;
  const length = head === 2 ? told : head === 4 ? bytes.readUInt16BE(at) : Number(bytes.readBigUInt64BE(at));
  if (end - start < head + length) return -(head + length);
  onFrame(first & OPCODE, (first & FINAL) !== 0, bytes.subarray(start + head, start + head + length));
  return head + length;
}

/** A frame as a client sends it. Its mask changes nothing. */
export function maskedFrame(opcode: number, text: string | Buffer): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length <= LARGEST_OF_7_BITS ? Buffer.alloc(2) : length < 2 ** 16 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = FINAL | opcode;
  head[1] = FINAL | (head.length === 2 ? length : head.length === 4 ? MARK_OF_16_BITS : MARK_OF_16_BITS + 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, NO_MASK, payload]);
}

const NO_MASK = Buffer.alloc(4);

/** The head of an answer by HTTP. */
export function cutHead(bytes: Buffer, start: number, end: number, onHead: (head: string) => void): number {
  const at = bytes.indexOf('\r\n\r\n', start);
  if (at < 0 || at + 4 > end) return start - end - 1;
  onHead(bytes.toString('latin1', start, at));
  return at + 4 - start;
}

const CARRIAGE_RETURN = 0x0d;

/** One chunk of an answer by HTTP/1.1: `onChunk` is told where it stands. */
export function cutChunk(
  bytes: Buffer,
  start: number,
  end: number,
  onChunk: (bytes: Buffer, start: number, end: number) => void,
): number {
  let at = start;
  let length = 0;
  for (; at < end && bytes[at] !== CARRIAGE_RETURN; at += 1) length = length * 16 + digitOf(bytes[at] ?? 0);
  const whole = at - start + 2 + length + 2;
  if (at >= end) return start - end - 1;
  if (end - start < whole) return -whole;
  onChunk(bytes, at + 2, at + 2 + length);
  return whole;
}

/** The value of a hexadecimal digit's character. */
const digitOf = (code: number): number => (code < 0x3a ? code - 0x30 : (code | 0x20) - 0x57);
