/** Frames of a WebSocket, as a client sends them (RFC 6455, section 5.2): masked, without extensions. */
const FINAL = 0x80;
const CONTROL = 0x08;
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_OF_16_BITS = 126;
const LENGTH_OF_64_BITS = 127;
const MASK_BYTES = 4;
const SHORTEST_HEAD = 2;
const VALUES_OF_BYTE = 256;

/**
 * How much of a message has come that is not whole yet: it is held, and nothing of it can be answered. Reads the heads of
 * the frames only, beside whoever reads the messages themselves.
 */
export class MessageMeter {
  /** The bytes of the head that have come. */
  #headBytes = 0;
  #first = 0;
  #second = 0;
  /** The frame's content, as far as its head has come. */
  #length = 0;
  /** The missing bytes of the frame's content. */
  #left = 0;
  #heldBytes = 0;
  #since: number | null = null;

  /** The bytes of the current message, including the announced ones. */
  get announcedBytes(): number {
    return this.#heldBytes + (this.#isControl ? 0 : this.#left);
  }

  /** The bytes of the current message; 0 between messages. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** When the message that is under way has begun to come, by the clock; null between messages. */
  get since(): number | null {
    return this.#since;
  }

  /** To be called with all that comes, before it is read by anybody else. */
  feed(chunk: Buffer, now: number): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#left > 0 ? this.#takeContent(at, chunk.length) : this.#takeHead(at, chunk);
    }
    if (this.#headBytes === 0 && this.#heldBytes === 0 && this.#left === 0) this.#since = null;
    else this.#since ??= now;
  }

  #takeContent(at: number, end: number): number {
    const taken = Math.min(this.#left, end - at);
    this.#left -= taken;
    if (!this.#isControl) this.#heldBytes += taken;
    if (this.#left === 0) this.#endFrame();
    return at + taken;
  }

  #takeHead(at: number, chunk: Buffer): number {
    this.#takeByte(chunk[at] ?? 0);
    this.#headBytes += 1;
    if (this.#headBytes >= SHORTEST_HEAD && this.#headBytes === headLength(this.#second)) {
      this.#left = this.#length;
      if (this.#left === 0) this.#endFrame();
      else this.#headBytes = 0;
    }
    return at + 1;
  }

  #takeByte(byte: number): void {
    if (this.#headBytes === 0) {
      this.#first = byte;
    } else if (this.#headBytes === 1) {
      this.#second = byte;
      this.#length = lengthBytes(byte) > 0 ? 0 : byte & LENGTH;
    } else if (this.#headBytes < SHORTEST_HEAD + lengthBytes(this.#second)) {
      this.#length = this.#length * VALUES_OF_BYTE + byte;
    }
  }

  #endFrame(): void {
    this.#headBytes = 0;
    if (this.#isControl) return;
    const isFinal = (this.#first & FINAL) !== 0;
    // An empty fragment is held as well.
    this.#heldBytes = isFinal ? 0 : this.#heldBytes + 1;
    if (isFinal) this.#since = null;
  }

  get #isControl(): boolean {
    return (this.#first & CONTROL) !== 0;
  }
}

function headLength(second: number): number {
  return SHORTEST_HEAD + lengthBytes(second) + ((second & MASKED) === 0 ? 0 : MASK_BYTES);
}

/** The head of a length that does not fit into the second byte. */
function lengthBytes(second: number): number {
  const length = second & LENGTH;
  if (length < LENGTH_OF_16_BITS) return 0;
  return length === LENGTH_OF_64_BITS ? 8 : 2;
}
