import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { StreamEnd } from '../../../contracts/measurements.ts';

/** Why a socket is closed, and its code: of graphql-transport-ws, or of RFC 6455. Nothing that was thrown is ever a reason. */
const CLOSINGS = {
  'Bad message': CloseCode.BadRequest,
  Unauthorized: CloseCode.Unauthorized,
  Forbidden: CloseCode.Forbidden,
  'Connection initialisation timeout': CloseCode.ConnectionInitialisationTimeout,
  'Subscriber already exists': CloseCode.SubscriberAlreadyExists,
  'Too many initialisation requests': CloseCode.TooManyInitialisationRequests,
  'Going away': 1001,
  'Message too large': 1009,
  'Internal error': 1011,
  'Try again later': 1013,
  'Too many sockets': 1013,
  'Too slow': 1013,
} as const;
export type Closing = keyof typeof CLOSINGS;

/** The maximum length of a close reason. */
const LONGEST_REASON_BYTES = 123;

/** Sends `reason` along, if it is short. A socket that is not read learns nothing of the closing handshake. */
export function closeSocket(socket: WebSocket, closing: Closing, reason: string): void {
  socket.resume();
  socket.close(CLOSINGS[closing], Buffer.byteLength(reason) > LONGEST_REASON_BYTES ? closing : reason);
}

/** Why the subscriptions of a socket end that is closed so. */
export function streamEndOf(closing: Closing): StreamEnd {
  if (closing === 'Too slow') return 'slow';
  if (closing === 'Forbidden') return 'expired';
  return closing === 'Going away' ? 'stopping' : 'left';
}
