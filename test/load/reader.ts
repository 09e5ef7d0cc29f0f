import type { Socket } from 'node:net';
import type { Transport } from '../kit/subscribe.ts';
import { openRawSocket } from './raw-socket.ts';
import { openRawStream } from './raw-stream.ts';

export interface ReaderOptions {
  readonly port: number;
  readonly transport: Transport;
  readonly query: string;
  readonly variables?: object;
  readonly token?: string | undefined;
  readonly answersPings?: boolean;
  /** Each result, as JSON; valid until this returns. */
  readonly onResult?: (result: Buffer) => void;
  /** `complete`, `error` with the errors as JSON, or how the connection was closed. */
  readonly onEnd?: (how: string) => void;
}

/** One subscription over a connection of its own. */
export interface Reader {
  readonly connection: Socket;
  /** The client is gone, without a word. */
  tear(): void;
}

/** Resolves once it has been asked for. */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const { transport, query, variables, onResult = () => {}, onEnd, ...how } = options;
  const asked = { query, ...(variables && { variables }) };
  const connection =
    transport === 'SSE'
      ? await openRawStream({ ...how, asked, onResult, onEnd })
      : await openSocketReader({ ...how, asked, onResult, onEnd });
  return { connection, tear: () => void connection.destroy() };
}

interface SocketReaderOptions extends Pick<ReaderOptions, 'port' | 'token' | 'answersPings'> {
  readonly asked: object;
  readonly onEnd: ReaderOptions['onEnd'] | undefined;
  readonly onResult: (result: Buffer) => void;
}

const ID = '1';
const NEXT = Buffer.from(`{"id":"${ID}","type":"next","payload":`);
const TYPE_AT = NEXT.indexOf('next');
const COMPLETE = Buffer.from(`{"id":"${ID}","type":"complete"}`);

async function openSocketReader({ asked, onResult, onEnd, ...options }: SocketReaderOptions): Promise<Socket> {
  const socket = await openRawSocket({
    ...options,
    onClosed: onEnd,
    onMessage(message) {
      if (message[TYPE_AT] === NEXT[TYPE_AT]) onResult(message.subarray(NEXT.length, -1));
      else onEnd?.(message.equals(COMPLETE) ? 'complete' : `error ${message}`);
    },
  });
  socket.send({ id: ID, type: 'subscribe', payload: asked });
  return socket.connection;
}
