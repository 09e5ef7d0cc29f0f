import type { Socket } from 'node:net';
import type { HeldBytes } from '../../fairness/byte-shares.ts';
import type { UnreadUpdates } from '../../fairness/unread-updates.ts';
import type { StreamingLimits } from '../streaming-limits.ts';

/** Its timeouts are those of its connection: a socket, or a response that node answers for. */
interface Timed {
  setTimeout(ms: number): unknown;
  once(event: 'timeout', listener: () => void): unknown;
}

/** The same for all connections. */
export interface BackpressureParts {
  readonly limits: Pick<StreamingLimits, 'pendingBytes' | 'stallMs'>;
  readonly unread: UnreadUpdates;
}

const NOTHING = Buffer.alloc(0);

/**
 * The writes to a connection. Bytes that it does not take wait for it in this process, up to a bound beyond which nothing is added,
 * and within what its client may hold; and a connection that takes nothing at all for too long is given up.
 */
export abstract class WriteBackpressure<Parts extends BackpressureParts> {
  protected readonly parts: Parts;
  #isFull = false;
  #isWatched = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Null once it is closed. */
  protected abstract get connection(): Socket | null;
  protected abstract get timed(): Timed;
  /** The client's, which has to be known when an update is written. */
  protected abstract get bytes(): HeldBytes;
  /** There is room again. */
  protected abstract drained(): void;
  protected abstract stalled(): void;

  isWritable(): boolean {
    const { connection } = this;
    if (!connection?.writableNeedDrain || connection.writableLength < this.parts.limits.pendingBytes) return true;
    if (!this.#isFull) {
      this.#isFull = true;
      connection.once('drain', () => {
        this.#isFull = false;
        this.drained();
      });
      this.watch();
    }
    return false;
  }

  /**
   * Writes an update, of bytes that other connections may be sent as well. Mostly the connection takes them at once; as long
   * as it does not, they count as its client's memory. A connection that waits already, and has no room, is given up.
   */
  protected writeUpdate(frame: Frame): void {
    const { connection } = this;
    if (connection === null) return;
    if (!this.isPending) {
      writeFrame(connection, frame);
      if (this.isPending) this.#holdWritten(connection, frame);
    } else if (this.#hold(frame)) writeFrame(connection, frame, () => this.#release(frame));
    else this.stalled();
  }

  #holdWritten(connection: Socket, frame: Frame): void {
    if (this.#hold(frame)) {
      connection.write(NOTHING, () => this.#release(frame));
      return;
    }
    this.stalled();
    // Bytes that were written already would stay as long as the connection does.
    connection.destroy();
  }

  #hold(frame: Frame): boolean {
    for (const [index, part] of frame.entries()) {
      if (this.parts.unread.hold(part, this.bytes)) continue;
      this.#release(frame.slice(0, index));
      return false;
    }
    return true;
  }

  #release(frame: Frame): void {
    for (const part of frame) this.parts.unread.release(part, this.bytes);
  }

  /** Something waits to be taken. */
  protected get isPending(): boolean {
    return (this.connection?.writableLength ?? 0) > 0;
  }

  /** Gives it some time to take anything. (A timeout of node is one without a byte in either direction.) */
  protected watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.timed.setTimeout(this.parts.limits.stallMs);
    this.timed.once('timeout', () => {
      this.#isWatched = false;
      this.timed.setTimeout(0);
      if (this.isPending) this.stalled();
    });
  }
}

/** Bytes that are written to a connection at once. */
export type Frame = readonly Buffer[];

/** @param onTaken called once the connection has taken all of it, or is gone */
export function writeFrame(connection: Socket, frame: Frame, onTaken?: () => void): void {
  if (frame.length > 1) connection.cork();
  const last = frame.at(-1);
  for (const part of frame) connection.write(part, part === last ? onTaken : undefined);
  if (frame.length > 1) connection.uncork();
}
