import { type Message, parseMessage } from 'graphql-ws';

/** The client's message; null if it is invalid. */
export function parseClientMessage(text: string): Message | null {
  try {
    return parseMessage(text);
  } catch {
    return null;
  }
}
