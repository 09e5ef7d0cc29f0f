import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Linked, LinkedSet } from './linked-set.ts';

/** It is called once, when an answer is whole or broken off. */
export interface CloseListener {
  closed(response: ServerResponse): void;
}

/**
 * An answer of this server. All have the one listener of node in common, and each has one of its own here: answers that are
 * streams last, by the thousand, and a second listener of node would take a thirtieth of their memory.
 */
export class ClosableResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements Linked<ClosableResponse>
{
  closeListener: CloseListener | null = null;
  /** The whole request was read. Node sets `complete` of it a little later: after whoever waited for its last bytes has gone on. */
  isRequestRead = false;
  set: LinkedSet<ClosableResponse> | null = null;
  previous: ClosableResponse | null = null;
  next: ClosableResponse | null = null;
}
