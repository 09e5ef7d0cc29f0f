import type { ServerResponse } from 'node:http';
import { type HeldBytes, Reservation } from './byte-shares.ts';

/**
 * Writes an answer, which counts as its client's memory until the connection has taken all of it. A reader that takes nothing
 * for `stalledMs` is disconnected.
 * @param bytes of the answer
 * @throws TooMuchHeldError: the client has too much unread; nothing is written
 */
export function sendHeld(
  response: ServerResponse,
  { held, bytes, stalledMs }: { readonly held: HeldBytes; readonly bytes: number; readonly stalledMs: number },
  send: () => void,
): void {
  const unread = new Reservation(held);
  unread.grow(bytes);
  send();
  const isTaken = response.writableLength === 0 || (response.socket?.destroyed ?? true);
  if (isTaken) {
    unread[Symbol.dispose]();
    return;
  }
  response.setTimeout(stalledMs);
  response.once('close', () => unread[Symbol.dispose]());
}
