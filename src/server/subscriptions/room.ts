import type { Writable } from 'node:stream';

/** Whether a connection takes more; if not, it emits `drain` once all that waits has gone. */
export function hasRoom({ writableNeedDrain, writableLength }: Writable, pendingBytes: number): boolean {
  return !writableNeedDrain || writableLength < pendingBytes;
}
