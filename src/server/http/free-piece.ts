/**
 * Gives the memory of what has come, and nobody reads, back at once. It lies outside of the heap, where a few megabytes of
 * garbage make V8 collect the whole heap: that takes longer than reading them.
 */
export function freePiece(piece: Buffer | null): void {
  if (piece?.buffer instanceof ArrayBuffer && isAlone(piece, piece.buffer)) piece.buffer.transfer(0);
}

/** No other piece lies in its memory. Node puts small ones into a common one. */
const isAlone = ({ byteLength }: Buffer, memory: ArrayBuffer): boolean =>
  byteLength === memory.byteLength || byteLength >= Buffer.poolSize / 2;
