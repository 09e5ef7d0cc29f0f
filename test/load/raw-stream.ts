import { connect, type Socket } from 'node:net';
import { Cutter, cutChunk, cutHead } from './wire.ts';

export interface RawStreamOptions {
  readonly port: number;
  readonly token?: string | undefined;
  /** Of the request: a query and its variables. */
  readonly asked: object;
  /** Each result, as JSON. */
  readonly onResult: (result: Buffer) => void;
  /** `complete`, or `broken` without a word. */
  readonly onEnd?: ((how: string) => void) | undefined;
}

const START = Buffer.from('event: next\ndata: ');
const COMPLETE = Buffer.from('event: complete');

/** One subscription as server-sent events; resolves once the answer has begun. */
export function openRawStream({ port, token, asked, onResult, onEnd }: RawStreamOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const connection = connect({ port, host: '127.0.0.1', noDelay: true });
  let isOpen = false;
  let how = 'broken';

  function takeHead(head: string): void {
    isOpen = head.startsWith('HTTP/1.1 200') && head.includes('text/event-stream');
    if (isOpen) {
      resolve(connection);
      return;
    }
    how = `refused: ${head.split('\r\n', 1)}`;
    connection.destroy();
  }

  function takeEvent(event: Buffer): void {
    if (event.subarray(0, START.length).equals(START)) onResult(event.subarray(START.length, event.length - 2));
    else if (event.subarray(0, COMPLETE.length).equals(COMPLETE)) how = 'complete';
    // Else a heartbeat; or the end, which is a chunk of nothing.
    if (event.length === 0) connection.end();
  }

  const cutter = new Cutter((bytes) => (isOpen ? cutChunk(bytes, takeEvent) : cutHead(bytes, takeHead)));
  connection.on('data', (chunk) => cutter.add(chunk));
  connection.on('error', () => {});
  connection.once('close', () => {
    if (isOpen) onEnd?.(how);
    else reject(new Error(`A stream did not open: ${how}`));
  });
  const body = JSON.stringify(asked);
  const head = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    'accept: text/event-stream',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    '\r\n',
  ];
  connection.write(head.join('\r\n') + body);
  return promise;
}
