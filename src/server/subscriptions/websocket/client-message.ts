import { type Message, parseMessage } from 'graphql-ws';

/** What a client has sent; null for what is no message of the protocol. */
export function parseClientMessage(text: string): Message | null {
  try {
    return parseMessage(text);
  } catch {
    return null;
  }
}
