import type { Socket } from 'node:net';
import { cutFrame, cutHead, maskedFrame, OPCODES, openConnection } from './wire.ts';

export interface RawSocketOptions {
  readonly port: number;
  readonly token?: string | undefined;
  /** A peer that has gone without a word answers no ping. */
  readonly answersPings?: boolean | undefined;
  /** Each message after the acknowledgement, as JSON; valid until this returns. */
  readonly onMessage: (message: Buffer) => void;
  /** How it was closed, as `1013 Too slow`, or `broken` without a word. */
  readonly onClosed?: ((how: string) => void) | undefined;
}

/** A WebSocket that speaks graphql-transport-ws. */
export interface RawSocket {
  readonly connection: Socket;
  readonly isOpen: boolean;
  send(message: object): void;
  sendText(text: string): void;
  /** As a client closes it. */
  close(): void;
}

const UPGRADE = [
  'GET /graphql HTTP/1.1',
  'host: 127.0.0.1',
  'upgrade: websocket',
  'connection: Upgrade',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: graphql-transport-ws',
  '\r\n',
].join('\r\n');
const NORMAL_CLOSURE = Buffer.from([0x03, 0xe8]);

/** Resolves once it is acknowledged. */
export function openRawSocket(options: RawSocketOptions): Promise<RawSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<RawSocket>();
  const connection: Socket = openConnection(options.port, (bytes, start, end) =>
    state === 'asked' ? cutHead(bytes, start, end, takeHead) : cutFrame(bytes, start, end, takeFrame),
  );
  const { token, answersPings = true, onMessage, onClosed } = options;
  let state: 'asked' | 'upgraded' | 'acknowledged' | 'closed' = 'asked';
  let how = 'broken';
  let parts: Buffer[] = [];

  const socket: RawSocket = {
    connection,
    get isOpen() {
      return state === 'acknowledged';
    },
    send: (message) => socket.sendText(JSON.stringify(message)),
    sendText: (text) => void connection.write(maskedFrame(OPCODES.text, text)),
    close: () => void connection.write(maskedFrame(OPCODES.close, NORMAL_CLOSURE)),
  };

  function takeHead(head: string): void {
    if (!head.startsWith('HTTP/1.1 101')) {
      how = `refused: ${head.split('\r\n', 1)}`;
      connection.destroy();
      return;
    }
    state = 'upgraded';
    socket.send({
      type: 'connection_init',
      ...(token !== undefined && { payload: { authorization: `Bearer ${token}` } }),
    });
  }

  function takeMessage(message: Buffer): void {
    if (state === 'acknowledged') {
      onMessage(message);
      return;
    }
    state = 'acknowledged';
    resolve(socket);
  }

  function takeFrame(opcode: number, isFinal: boolean, payload: Buffer): void {
    if (opcode === OPCODES.ping) {
      if (answersPings) connection.write(maskedFrame(OPCODES.pong, payload));
    } else if (opcode === OPCODES.close) {
      how = `${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`;
      connection.end(maskedFrame(OPCODES.close, payload.subarray(0, 2)));
    } else if (opcode === OPCODES.text && isFinal) {
      takeMessage(payload);
    } else {
      parts.push(Buffer.from(payload));
      if (!isFinal) return;
      const message = Buffer.concat(parts);
      parts = [];
      takeMessage(message);
    }
  }

  connection.once('close', () => {
    const wasOpen = state === 'acknowledged';
    state = 'closed';
    if (wasOpen) onClosed?.(how);
    else reject(new Error(`A socket did not open: ${how}`));
  });
  connection.write(UPGRADE);
  return promise;
}
