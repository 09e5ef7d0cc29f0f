import type { Result } from './document.ts';
import type { LinkEvents, OpenLink } from './link.ts';

/** The close code of graphql-transport-ws for a token that is not accepted. */
const FORBIDDEN = 4403;

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A WebSocket that speaks graphql-transport-ws. */
export const openSocketLink: OpenLink = (url, token, events) => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'graphql-transport-ws');
  /** Until the gateway has acknowledged the connection; null from then on. */
  let waiting: Map<string, Message> | null = new Map();
  let isOver = false;
  const send = (message: Message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.onopen = () =>
    send({ type: 'connection_init', ...(token !== null && { payload: { authorization: `Bearer ${token}` } }) });
  socket.onmessage = ({ data }) => {
    if (isOver) return;
    events.heard();
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'ping') send({ type: 'pong' });
    else if (message.type === 'connection_ack') {
      events.open();
      for (const start of waiting?.values() ?? []) send(start);
      waiting = null;
    } else report(message, events);
  };
  socket.onclose = ({ code, reason }) => {
    if (isOver) return;
    isOver = true;
    if (code === FORBIDDEN) events.refused(reason);
    else events.lost(reason || `The connection was closed (${code}).`);
  };
  return {
    start(id, payload) {
      const message = { type: 'subscribe', id, payload };
      if (waiting === null) send(message);
      else waiting.set(id, message);
    },
    stop(id) {
      if (waiting === null) send({ type: 'complete', id });
      else waiting.delete(id);
    },
    ping: () => send({ type: 'ping' }),
    close() {
      isOver = true;
      socket.close();
    },
  };
};

function report({ type, id = '', payload }: Message, events: LinkEvents): void {
  if (type === 'next') events.next(id, payload as Result);
  else if (type === 'error') events.error(id, payload as NonNullable<Result['errors']>);
  else if (type === 'complete') events.complete(id);
}
