import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { INIT, openAcknowledged, openSocket, subscribing } from './raw-socket.ts';
import { startStandIn } from './stand-in.ts';

const KB = 1024;
/** A client in the middle of a message does not answer when its socket is closed. */
const CLOSED_AT_ONCE = { closingMs: 50 };

describe('a socket of which it is not known who asks', () => {
  it('is closed at the head of a message that is longer than one with a token', async () => {
    await using server = await startStandIn({ liveLimits: CLOSED_AT_ONCE });
    await using socket = await openSocket(server);
    // Only its beginning comes.
    socket.socket.send('x'.repeat(17 * KB), { fin: false });
    expect((await socket.closed).code).toBe(1009);
  });

  it('is not read any more after the head of a message that nobody may send', async () => {
    // Time enough to read all of it.
    await using server = await startStandIn({ liveLimits: { closingMs: 1_000 } });
    await using socket = await openSocket(server);
    let isTaken = false;
    // More than the system holds of a connection that nobody reads.
    socket.socket.send(Buffer.alloc(16 * KB * KB, ' '), { binary: false }, (error) => {
      isTaken = !error;
    });
    expect((await socket.closed).code).toBe(1009);
    expect(isTaken).toBe(false);
  });

  it('is closed when fragments add up to such a message', async () => {
    await using server = await startStandIn({ liveLimits: CLOSED_AT_ONCE });
    await using socket = await openSocket(server);
    for (let part = 0; part < 20; part += 1) socket.socket.send('x'.repeat(KB), { fin: false });
    expect((await socket.closed).code).toBe(1009);
  });

  it('is closed when it sends more messages than are needed to say who asks', async () => {
    await using server = await startStandIn();
    await using socket = await openSocket(server);
    for (let count = 0; count < 11; count += 1) socket.send({ type: 'ping' });
    expect(await socket.closed).toMatchObject({ code: 4400 });
  });

  it('may tell it with a long token', async () => {
    await using server = await startStandIn();
    await using socket = await openAcknowledged(server, { payload: { authorization: 'x'.repeat(15 * KB) } });
    socket.send(subscribing('1', '{ viewer }'));
    expect(await socket.next()).toMatchObject({ type: 'next' });
  });
});

describe('a message that does not come whole', () => {
  it('is not waited for, however many pings are answered', async () => {
    await using server = await startStandIn({ liveLimits: { ...CLOSED_AT_ONCE, messageMs: 100, heartbeatMs: 40 } });
    await using socket = await openAcknowledged(server);
    socket.socket.send('{"type":', { fin: false });
    expect(await socket.closed).toEqual({ code: 1013, reason: 'Too slow' });
  });

  it('is waited for as long as it may take, in fragments of any size, with pings between them', async () => {
    await using server = await startStandIn();
    await using socket = await openAcknowledged(server);
    const message = JSON.stringify(subscribing('1', `{ hello(name: "${randomBytes(40 * KB).toString('hex')}") }`));
    const ends = [0, 1, 2, 3, 200, 300, 65_536, 70_000, message.length];
    for (const [index, end] of ends.entries()) {
      if (index === 0) continue;
      socket.socket.send(message.slice(ends[index - 1], end), { fin: index === ends.length - 1 });
      socket.socket.ping('still here');
    }
    expect(await socket.next()).toMatchObject({ type: 'next' });
    socket.send(subscribing('2', '{ viewer }'));
    expect(await socket.next()).toMatchObject({ type: 'complete' });
    expect(await socket.next()).toMatchObject({ id: '2', type: 'next' });
  });
});

describe('messages that wait for their turns', () => {
  it('are all answered, though their socket is not read meanwhile, and no pong is heard', async () => {
    await using server = await startStandIn({ liveLimits: { heartbeatMs: 60 } });
    await using socket = await openAcknowledged(server);
    const heavy = (number: number) =>
      Array.from({ length: 90 }, (_, alias) => `a${number}_${alias}: hello(name: "${'x'.repeat(40)}")`).join(' ');
    const ids = Array.from({ length: 190 }, (_, number) => String(number));
    for (const id of ids) socket.send(subscribing(id, `{ ${heavy(Number(id))} }`));
    const answered = new Set<string>();
    while (answered.size < ids.length) {
      const message = await socket.next();
      if (message.type === 'complete') answered.add(message.id);
    }
    expect(answered).toEqual(new Set(ids));
  });
});

describe('what is held of messages', () => {
  it('is at most a share for each client, beside which others find room', async () => {
    await using server = await startStandIn({ heldBytes: { all: 400 * KB }, liveLimits: CLOSED_AT_ONCE });
    await using greedy = await openAcknowledged(server, { payload: { authorization: 'greedy' } });
    await using other = await openAcknowledged(server, { payload: { authorization: 'other' } });
    greedy.socket.send('x'.repeat(300 * KB), { fin: false });
    expect(await greedy.closed).toEqual({ code: 1013, reason: 'Try again later' });
    other.send(subscribing('1', `{ hello(name: "${'x'.repeat(60 * KB)}") }`));
    expect(await other.next()).toMatchObject({ type: 'next' });
  });

  it('is given back when messages were taken, and when a socket closes', async () => {
    await using server = await startStandIn({ heldBytes: { all: 400 * KB } });
    const ask = subscribing('1', `{ hello(name: "${'x'.repeat(40 * KB)}") }`);
    await using patient = await openAcknowledged(server);
    for (let round = 0; round < 10; round += 1) {
      const leaving = await openAcknowledged(server);
      leaving.socket.send('x'.repeat(100 * KB), { fin: false });
      patient.send(ask);
      expect(await patient.next()).toMatchObject({ type: 'next' });
      expect(await patient.next()).toMatchObject({ type: 'complete' });
      await leaving[Symbol.asyncDispose]();
    }
  });

  it('is nothing once it is refused who asks', async () => {
    await using server = await startStandIn({ heldBytes: { strangers: 64 * KB } });
    for (let round = 0; round < 10; round += 1) {
      await using socket = await openSocket(server);
      socket.socket.send(`{"type":"ping","payload":{"x":"${'x'.repeat(12 * KB)}`, { fin: false });
      await socket[Symbol.asyncDispose]();
    }
    await using socket = await openSocket(server);
    socket.send({ ...INIT, payload: { filler: 'x'.repeat(10 * KB) } });
    expect(await socket.next()).toMatchObject({ type: 'connection_ack' });
  });
});
