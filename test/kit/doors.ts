import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Answer, GraphError } from './gateway.ts';

/** Each way in which one operation can be asked for. A mutation does not come by GET. */
export const DOORS = ['POST', 'GET', 'SSE by POST', 'SSE by GET', 'multipart by POST', 'WebSocket'] as const;
export type Door = (typeof DOORS)[number];

/** The first thing that is answered: the whole of it, or the first event of a stream. */
export interface FirstAnswer {
  readonly data: Answer;
  readonly errors: readonly GraphError[];
  /** All that the client has received, headers included. */
  readonly text: string;
}

/** Asks by a connection of its own, which is closed after the first answer. */
export function askBy(
  door: Door,
  url: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<FirstAnswer> {
  if (door === 'WebSocket') return askBySocket(url, params, headers);
  const told = { ...acceptOf(door), ...headers };
  if (door.endsWith('GET'))
    return fetchFirst(`${url}/graphql?${new URLSearchParams(toSearch(params))}`, { headers: told });
  return fetchFirst(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...told },
    body: JSON.stringify(params),
  });
}

function acceptOf(door: Door): Record<string, string> {
  if (door.startsWith('SSE')) return { accept: 'text/event-stream' };
  return door.startsWith('multipart') ? { accept: 'multipart/mixed;subscriptionSpec=1.0, application/json' } : {};
}

const toSearch = (params: object): [string, string][] =>
  Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

async function fetchFirst(url: string, init: RequestInit): Promise<FirstAnswer> {
  const response = await fetch(url, init);
  const head = JSON.stringify([...response.headers]);
  const body = await firstOf(response);
  const { data = null, errors = [] } = JSON.parse(body) as Answer;
  return { data, errors, text: head + body };
}

async function firstOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return firstMatch(response, /event: next\ndata: (.*)\n\n/);
  if (!type.startsWith('multipart/mixed')) return response.text();
  const part = await firstMatch(response, /\r\n\r\n(\{".*\})\r\n--/);
  const { payload, errors } = JSON.parse(part) as Answer;
  return JSON.stringify(payload ?? { errors });
}

async function firstMatch(response: Response, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const data = pattern.exec(text)?.[1];
    if (data !== undefined) return data;
  }
  throw new Error(`The stream had no event: ${text}`);
}

async function askBySocket(url: string, payload: object, headers: Record<string, string>): Promise<FirstAnswer> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const texts: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  socket.once('error', reject);
  socket.once('close', (code, reason) => {
    texts.push(String(reason));
    reject(new Error(`The socket was closed with ${code}: ${reason}`));
  });
  socket.once('upgrade', (response) => texts.push(JSON.stringify(response.rawHeaders)));
  const { authorization } = headers;
  const init = { type: 'connection_init', ...(authorization !== undefined && { payload: { authorization } }) };
  socket.once('open', () => socket.send(JSON.stringify(init)));
  socket.on('message', (raw) => {
    const message = JSON.parse(String(raw));
    texts.push(String(raw));
    if (message.type === 'connection_ack') socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload }));
    else if (message.type === 'next') resolve(message.payload);
    else if (message.type === 'error') resolve({ errors: message.payload });
  });
  try {
    const { data = null, errors = [] } = await promise;
    return { data, errors, text: texts.join('\n') };
  } finally {
    if (socket.readyState !== WebSocket.CLOSED) {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    }
  }
}
