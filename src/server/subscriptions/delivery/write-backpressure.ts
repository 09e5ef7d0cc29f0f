import type { Socket } from 'node:net';
import type { StreamingLimits } from '../streaming-limits.ts';

/** Whose timeouts are those of its connection: a socket, or a response that node answers for. */
interface Timed {
  setTimeout(ms: number): unknown;
  once(event: 'timeout', listener: () => void): unknown;
}

/**
 * What a connection takes. What it does not take waits for it in this process, up to a bound beyond which nothing is added;
 * and a connection that takes nothing at all for too long is given up.
 */
export abstract class WriteBackpressure {
  readonly #limits: Pick<StreamingLimits, 'pendingBytes' | 'stallMs'>;
  #isFull = false;
  #isWatched = false;

  constructor(limits: Pick<StreamingLimits, 'pendingBytes' | 'stallMs'>) {
    this.#limits = limits;
  }

  /** Null once it is closed. */
  protected abstract get connection(): Socket | null;
  protected abstract get timed(): Timed;
  /** There is room again. */
  protected abstract drained(): void;
  protected abstract stalled(): void;

  isWritable(): boolean {
    const { connection } = this;
    if (!connection?.writableNeedDrain || connection.writableLength < this.#limits.pendingBytes) return true;
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

  /** Something waits to be taken. */
  protected get isPending(): boolean {
    return (this.connection?.writableLength ?? 0) > 0;
  }

  /** Gives it some time to take anything. (A timeout of node is one without a byte in either direction.) */
  protected watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.timed.setTimeout(this.#limits.stallMs);
    this.timed.once('timeout', () => {
      this.#isWatched = false;
      this.timed.setTimeout(0);
      if (this.isPending) this.stalled();
    });
  }
}
