import type { HeldBytes } from './byte-shares.ts';

/** The memory of a write that waits, beside its bytes, about. */
const WRITE_BYTES = 256;

interface UnreadBytes {
  /** The client that they count for: of the first connection that has not taken them. */
  readonly held: HeldBytes;
  writes: number;
}

/** Bytes of updates that wait for connections to take them. Those that many connections are sent are held, and counted, once. */
export class UnreadUpdates {
  readonly #unread = new Map<Buffer, UnreadBytes>();

  /** One more write of them waits. False, and nothing is counted, where the client holds as much as it may. */
  hold(bytes: Buffer, held: HeldBytes): boolean {
    if (!held.take(WRITE_BYTES)) return false;
    const unread = this.#unread.get(bytes);
    if (unread !== undefined) {
      unread.writes += 1;
      return true;
    }
    if (held.take(bytes.length)) {
      this.#unread.set(bytes, { held, writes: 1 });
      return true;
    }
    held.giveBack(WRITE_BYTES);
    return false;
  }

  /** A write of them that was held is done, or is given up. */
  release(bytes: Buffer, held: HeldBytes): void {
    held.giveBack(WRITE_BYTES);
    const unread = this.#unread.get(bytes);
    if (unread === undefined) return;
    unread.writes -= 1;
    if (unread.writes > 0) return;
    this.#unread.delete(bytes);
    unread.held.giveBack(bytes.length);
  }
}
