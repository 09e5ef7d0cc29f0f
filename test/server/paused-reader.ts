import { connect, type Socket } from 'node:net';
import type { Transport } from '../kit/subscribe.ts';
import { changed, INIT, subscribing, until } from './raw-socket.ts';
import type { StandIn } from './stand-in.ts';

export interface PausedReader {
  readonly socket: Socket;
  /** Everything that was read. */
  received(): string;
}

interface PausedReaderOptions {
  readonly transport: Transport;
  /** The watched thing. */
  readonly id?: string;
  /** The caller's token. */
  readonly key?: string;
}

/** Subscribes to large states over a connection that is not read from then on. */
export async function openPaused(
  { port, watched }: StandIn,
  { transport, id = 'a', key }: PausedReaderOptions,
): Promise<PausedReader> {
  const query = changed(id, 'skipped value large');
  const openBefore = watched.open.size;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  if (transport === 'SSE') {
    const body = JSON.stringify({ query });
    const authorization = key === undefined ? '' : `authorization: ${key}\r\n`;
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\n${authorization}accept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  } else {
    socket.write(
      'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: graphql-transport-ws\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await until(() => received.includes('101'));
    socket.write(masked(JSON.stringify({ ...INIT, ...(key !== undefined && { payload: { authorization: key } }) })));
    await until(() => received.includes('connection_ack'));
    socket.write(masked(JSON.stringify(subscribing('1', query))));
  }
  await until(() => watched.open.size > openBefore);
  socket.pause();
  return { socket, received: () => received };
}

/** A frame as clients send it. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
