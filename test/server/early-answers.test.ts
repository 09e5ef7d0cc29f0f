import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';

const MIB = 1024 * 1024;
/** More than the system holds of a connection that nobody reads, and little enough to be read at once. */
const BODY = Buffer.alloc(16 * MIB, ' ');
const SENDERS = 20;
const headOf = (length: number) =>
  `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/**
 * Sends a body without a token, and reads meanwhile.
 * @param length as it is announced
 * @param ready the body is sent after that
 */
function send(port: number, length = BODY.length, ready: Promise<unknown> = Promise.resolve()) {
  const socket = connect(port, '127.0.0.1');
  const status = Promise.withResolvers<string>();
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  let isTaken = false;
  socket.on('error', () => undefined);
  socket.on('data', (text) => status.resolve(text.toString('latin1', 0, 12)));
  socket.write(headOf(length));
  void ready.then(() =>
    socket.write(BODY, (error) => {
      isTaken = !error;
    }),
  );
  return { status: status.promise, closed, isTaken: () => isTaken };
}

describe('A body whose sender is refused before it has come', () => {
  it('is read to its end, so that a client that sends everything first has its answer', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const sender = send(Number(new URL(gateway.url).port));
    expect(await sender.status).toBe('HTTP/1.1 401');
    await sender.closed;
    expect(sender.isTaken()).toBe(true);
  });

  it('is not read where many come at once, and each is answered all the same', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const port = Number(new URL(gateway.url).port);
    // It is decided as they come who is read; all of it takes longer on some machines than a reading lasts.
    const refused = Promise.withResolvers<void>();
    const senders = Array.from({ length: SENDERS }, () => send(port, BODY.length + 1, refused.promise));
    const statuses = await Promise.all(senders.map(({ status }) => status));
    refused.resolve();
    expect(statuses).toEqual(Array(SENDERS).fill('HTTP/1.1 401'));
    await Promise.all(senders.map(({ closed }) => closed));
    expect(senders.filter(({ isTaken }) => isTaken()).length).toBeLessThanOrEqual(16);
    const later = send(port);
    await later.closed;
    expect(later.isTaken()).toBe(true);
  });
});
