import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Data } from './graph-client.ts';

/** Asks over one WebSocket, one operation after the other. */
export interface SocketClient extends AsyncDisposable {
  /** Resolves with the codes of the errors of what is answered first. */
  ask(payload: string): Promise<readonly string[]>;
}

/** @param token what the caller shows, if anything */
export async function openSocketClient(url: string, token?: string): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const waiting = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const codesOf = (errors: Data = []): string[] => errors.map(({ extensions }: Data) => String(extensions?.code));
  socket.on('message', (raw) => {
    const { id, type, payload } = JSON.parse(String(raw));
    if (type === 'next') waiting.get(id)?.resolve(codesOf(payload.errors));
    if (type === 'error') waiting.get(id)?.resolve(codesOf(payload));
    if (type !== 'pong') waiting.delete(id);
  });
  socket.once('close', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The socket was closed with ${code}.`));
  });
  await once(socket, 'open');
  const payload = token === undefined ? {} : { payload: { authorization: `Bearer ${token}` } };
  socket.send(JSON.stringify({ type: 'connection_init', ...payload }));
  await once(socket, 'message');
  let count = 0;

  return {
    ask(payload) {
      count += 1;
      const answer = Promise.withResolvers<readonly string[]>();
      waiting.set(String(count), answer);
      socket.send(`{"id":"${count}","type":"subscribe","payload":${payload}}`);
      return answer.promise;
    },
    async [Symbol.asyncDispose]() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.terminate();
      await closed;
    },
  };
}
