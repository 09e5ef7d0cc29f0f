/**
 * Gives the memory of what has come, and nobody reads, back at once. It lies outside of the heap, where a few megabytes of
 * garbage make V8 collect the whole heap: that takes longer than reading them. A piece of a larger memory stays: others lie
 * there, too.
 */
export function freePiece(piece: Buffer | null): void {
  if (piece?.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0);
}
