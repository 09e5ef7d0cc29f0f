import type { Socket } from 'node:net';
import { cutChunk, cutHead, openConnection } from './wire.ts';

export interface RawStreamOptions {
  readonly port: number;
  readonly token?: string | undefined;
  /** The body of the request: a query and its variables. */
  readonly asked: object;
  /** Each result, as JSON; valid until this returns. */
  readonly onResult: (result: Buffer) => void;
  /** `complete`, or `broken` without a word. */
  readonly onEnd?: ((how: string) => void) | undefined;
}

const NAME_AT = 'event: '.length;
const NEXT = 'n'.charCodeAt(0);
const COMMENT = ':'.charCodeAt(0);
const BEFORE_RESULT = 'event: next\ndata: '.length;
const AFTER_RESULT = '\n\n'.length;

/** One subscription as server-sent events; resolves once the answer has begun. */
export function openRawStream({ port, token, asked, onResult, onEnd }: RawStreamOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const connection: Socket = openConnection(port, (bytes, start, end) =>
    isOpen ? cutChunk(bytes, start, end, takeEvent) : cutHead(bytes, start, end, takeHead),
  );
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

  function takeEvent(bytes: Buffer, start: number, end: number): void {
    // The end is a chunk of nothing.
    if (start === end) connection.end();
    else if (bytes[start + NAME_AT] === NEXT) onResult(bytes.subarray(start + BEFORE_RESULT, end - AFTER_RESULT));
    else if (bytes[start] !== COMMENT) how = 'complete';
  }

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
