import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { createTaskQueue, type Task } from '../../src/server/fairness/task-queue.ts';
import { type Stream, subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import { openPaused } from './paused-reader.ts';
import { changed, openAcknowledged, subscribing, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let server: StandIn;
let streams: Stream[];
beforeEach(async () => {
  server = await startStandIn();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server[Symbol.asyncDispose]();
});

/** So many readers of one thing, over both transports in turn. */
async function readers(count: number, fields: string, key?: string): Promise<Stream[]> {
  const before = server.watched.open.size;
  const opened = Array.from({ length: count }, (_, i) =>
    subscribe(server, changed('a', fields), {
      transport: TRANSPORTS[i % TRANSPORTS.length]!,
      ...(key !== undefined && { key }),
    }),
  );
  streams.push(...opened);
  await until(() => server.watched.open.size === before + count, 'That all are subscribed');
  return opened;
}

describe('a change that many are told', () => {
  it('is executed once for all who asked the same, whatever they read it over', async () => {
    const all = await readers(40, 'value');
    server.watched.change('a', 'one');
    for (const stream of all) expect(await stream.update()).toEqual({ value: 'one' });
    expect(server.watched.executions).toBe(1);
  });

  it('is executed for each who asked something else, or for somebody else', async () => {
    const [one] = await readers(1, 'value');
    const [other] = await readers(1, 'value sequence');
    const [foreign] = await readers(1, 'value', 'of-somebody-else');
    const variables = { transport: 'SSE', variables: { skipped: true } } as const;
    const query = 'subscription ($skipped: Boolean!) { changed(id: "a") { value @skip(if: $skipped) sequence } }';
    streams.push(subscribe(server, query, variables));
    streams.push(subscribe(server, query, { ...variables, variables: { skipped: false } }));
    await until(() => server.watched.open.size === 5);
    server.watched.change('a', 'one');
    expect(await one!.update()).toEqual({ value: 'one' });
    expect(await other!.update()).toEqual({ value: 'one', sequence: 0 });
    expect(await foreign!.update()).toEqual({ value: 'one' });
    expect(await streams.at(-2)!.update()).toEqual({ sequence: 0 });
    expect(await streams.at(-1)!.update()).toEqual({ value: 'one', sequence: 0 });
    expect(server.watched.executions).toBe(5);
  });

  it('is read for once, by a context of its own, though all wait for what is read', async () => {
    const all = await readers(10, 'read requestId');
    server.watched.change('a', 'one');
    await until(() => server.watched.reading.length === 1);
    server.watched.release();
    const updates = await Promise.all(all.map((stream) => stream.update()));
    expect(new Set(updates.map(({ requestId }) => requestId)).size).toBe(1);
    expect(updates[0].read).toBe('one');
    expect(server.watched.reading).toHaveLength(1);
    expect(server.watched.reading[0]!.event).toMatchObject({ value: 'one' });
  });

  it('is read for no longer than somebody waits, and anew for whoever comes then', async () => {
    const [first, second] = await readers(2, 'read');
    server.watched.change('a', 'one');
    await until(() => server.watched.reading.length === 1);
    const { signal } = server.watched.reading[0]!;
    first!.close();
    await until(() => server.watched.open.size === 1);
    expect(signal.aborted).toBe(false);
    second!.close();
    await until(() => signal.aborted);
    const [third] = await readers(1, 'read');
    server.watched.change('a', 'two');
    server.watched.release();
    expect(await third!.update()).toEqual({ read: 'two' });
  });

  it('tells what was left out of it', async () => {
    const all = await readers(4, 'warned');
    server.watched.change('a', 'one');
    for (const stream of all) {
      expect(await stream.next()).toMatchObject({
        data: { changed: { warned: 'one' } },
        errors: [],
        extensions: { warnings: [{ path: ['changed', 'warned'], message: 'one was left out' }] },
      });
    }
    expect(server.watched.executions).toBe(1);
  });

  it('is told with its errors masked, and with each reader’s own request id', async () => {
    const all = await readers(4, 'value broken');
    server.watched.change('a', 'one');
    const ids = new Set<unknown>();
    for (const stream of all) {
      const { data, errors } = await stream.next();
      expect(data).toEqual({ changed: { value: 'one', broken: null } });
      expect(errors).toEqual([
        {
          message: 'Unexpected error.',
          locations: expect.anything(),
          path: ['changed', 'broken'],
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
        },
      ]);
      ids.add(errors[0]!.extensions['requestId']);
    }
    expect(ids.size).toBe(4);
    expect(server.watched.executions).toBe(1);
    for (const requestId of ids) {
      expect(server.lines).toContainEqual(expect.objectContaining({ requestId, msg: 'operation failed' }));
    }
  });

  it('may be an error, after which more is told', async () => {
    const all = await readers(2, 'value');
    server.watched.fail('a', new Error('a secret'));
    for (const stream of all) {
      const { data, errors } = await stream.next();
      expect(data).toEqual({ changed: null });
      expect(errors[0]).toMatchObject({ message: 'Unexpected error.', path: ['changed'] });
    }
    server.watched.change('a', 'better');
    for (const stream of all) expect(await stream.update()).toEqual({ value: 'better' });
  });

  it('may be the last: an end with an error is one of the operation', async () => {
    const all = await readers(2, 'value');
    server.watched.end('a', new Error('a secret'));
    for (const stream of all) {
      const { answers, end } = await stream.rest();
      expect(answers).toMatchObject([
        { errors: [{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
      ]);
      expect(end).toEqual({ how: 'complete' });
    }
    expect(server.watched.open.size).toBe(0);
  });
});

describe('what a reader cannot see', () => {
  it('is not sent, and does not count', async () => {
    const all = await readers(2, 'value n: sequence skipped');
    for (const value of ['one', 'one', 'one', 'two']) {
      server.watched.change('a', value);
      await until(() => [...server.watched.open].every((feed) => feed.isDry));
    }
    for (const stream of all) {
      expect(await stream.update()).toEqual({ value: 'one', n: 0, skipped: 0 });
      expect(await stream.update()).toEqual({ value: 'two', n: 1, skipped: 0 });
    }
    for (const feed of server.watched.open) expect(feed.takenBack).toBe(2);
  });

  it('is sent if it is to be sent anyway', async () => {
    const [stream] = await readers(1, 'value n: sequence');
    server.watched.change('a', 'one');
    expect(await stream!.update()).toEqual({ value: 'one', n: 0 });
    server.watched.change('a', 'one', true);
    expect(await stream!.update()).toEqual({ value: 'one', n: 1 });
  });

  it('is sent to those who ask for nothing but what updates tell of themselves', async () => {
    const query = `${changed('a', '__typename ... on Told { ...Number }')} fragment Number on Change { sequence }`;
    const stream = subscribe(server, query, { transport: 'WebSocket' });
    streams.push(stream);
    await until(() => server.watched.open.size === 1);
    for (const sequence of [0, 1]) {
      server.watched.change('a', 'one');
      expect(await stream.update()).toEqual({ __typename: 'Change', sequence });
    }
  });

  it('is compared under the names that were asked for, also in fragments', async () => {
    const query = `${changed('a', '...Told value: sequence seen: value')} fragment Told on Told { skipped }`;
    const stream = subscribe(server, query, { transport: 'SSE' });
    streams.push(stream);
    await until(() => server.watched.open.size === 1);
    for (const value of ['one', 'one', 'two']) {
      server.watched.change('a', value);
      await until(() => [...server.watched.open].every((feed) => feed.isDry));
    }
    expect(await stream.update()).toEqual({ skipped: 0, value: 0, seen: 'one' });
    expect(await stream.update()).toEqual({ skipped: 0, value: 1, seen: 'two' });
  });
});

const LARGE = 2_000_000;

describe('a reader who does not read', () => {
  it.for(TRANSPORTS)('is told the newest state then, and how many were skipped (%s)', async (transport) => {
    const reader = await openPaused(server, { transport });
    const [healthy] = await readers(1, 'sequence');
    for (let i = 0; i < 30; i += 1) {
      server.watched.change('a', String(LARGE + i));
      expect(await healthy!.update()).toEqual({ sequence: i });
    }
    reader.socket.resume();
    await until(() => reader.received().includes(`"value":"${LARGE + 29}"`), 'That the newest comes');
    const skipped = [...reader.received().matchAll(/"skipped":(\d+)/g)].map(([, count]) => Number(count));
    const told = skipped.length;
    expect(skipped.reduce((sum, one) => sum + one, told)).toBe(30);
    // As many as the system's own buffers hold, and one beyond.
    expect(told).toBeLessThan(15);
    reader.socket.destroy();
  });

  it.for(TRANSPORTS)('is disconnected in the end (%s)', async (transport) => {
    await using hasty = await startStandIn({ liveLimits: { stallMs: 300 } });
    const reader = await openPaused(hasty, { transport });
    const closed = until(() => hasty.watched.open.size === 0, 'That the feed is closed');
    for (let i = 0; i < 10; i += 1) {
      hasty.watched.change('a', String(LARGE + i));
      await until(() => [...hasty.watched.open].every((feed) => feed.isDry) || i > 3);
    }
    await closed;
    expect(hasty.lines).toContainEqual(expect.objectContaining({ msg: 'operation', outcome: 'left' }));
    reader.socket.destroy();
  });

  it.for(TRANSPORTS)('is not one who has nothing to read (%s)', async (transport) => {
    await using hasty = await startStandIn({ liveLimits: { stallMs: 500, heartbeatMs: 250 } });
    const stream = subscribe(hasty, changed('a'), { transport });
    await until(() => hasty.watched.open.size === 1);
    await until(() => stream.heartbeats() > 3);
    hasty.watched.change('a', 'one');
    expect(await stream.update()).toEqual({ value: 'one' });
    stream.close();
  });
});

describe('a client that leaves', () => {
  it.for(TRANSPORTS)('frees its subscription at once, also while nothing happens (%s)', async (transport) => {
    const stream = subscribe(server, changed('a'), { transport });
    await until(() => server.watched.open.size === 1);
    stream.close();
    await until(() => server.watched.open.size === 0);
    await until(() => server.lines.length > 0);
    expect(server.lines).toEqual([
      expect.objectContaining({ msg: 'operation', type: 'subscription', outcome: 'left', updates: 0 }),
    ]);
  });

  it.for(TRANSPORTS)('that leaves before its source is there has it closed when it comes (%s)', async (transport) => {
    const stream = subscribe(server, 'subscription { changedSlowly(id: "a") { value } }', { transport });
    await until(() => server.watched.starting === 1);
    stream.close();
    await until(() => server.lines.length > 0);
    server.watched.release();
    await until(() => server.watched.opened === 1);
    expect(server.watched.open.size).toBe(0);
  });
});

describe('a token that is not valid any more', () => {
  const client = 'anybody';

  it.for(TRANSPORTS)('ends what it is open for (%s)', async (transport) => {
    await using limited = await startStandIn({
      authenticate: () => ({ client, expiresAt: Date.now() + 300 }),
    });
    const stream = subscribe(limited, changed('a'), { transport });
    await until(() => limited.watched.open.size === 1);
    limited.watched.change('a', 'one');
    const { answers, end } = await stream.rest();
    expect(answers).toHaveLength(1);
    expect(end).toMatchObject(
      transport === 'SSE' ? { how: 'closed' } : { how: 'closed', code: 4403, reason: 'Forbidden' },
    );
    expect(limited.watched.open.size).toBe(0);
  });

  it.for(TRANSPORTS)('ends it also when it is taken back (%s)', async (transport) => {
    const revoked = new AbortController();
    await using limited = await startStandIn({
      authenticate: () => ({ client, expiresAt: null, revoked: revoked.signal }),
    });
    const stream = subscribe(limited, changed('a'), { transport });
    await until(() => limited.watched.open.size === 1);
    revoked.abort();
    const { answers, end } = await stream.rest();
    expect(answers).toEqual([]);
    expect(end).toMatchObject(transport === 'SSE' ? { how: 'closed' } : { how: 'closed', code: 4403 });
    expect(limited.watched.open.size).toBe(0);
  });

  it.for(TRANSPORTS)('is one whose end is no time at all (%s)', async (transport) => {
    await using limited = await startStandIn({ authenticate: () => ({ client, expiresAt: Number.NaN }) });
    const stream = subscribe(limited, changed('a'), { transport });
    const { answers, end } = await stream.rest();
    expect(answers).toEqual([]);
    expect(end).toMatchObject({ how: 'closed' });
  });

  it.for(TRANSPORTS)('is not one that is valid for longer than a timer can wait (%s)', async (transport) => {
    await using limited = await startStandIn({ authenticate: () => ({ client, expiresAt: Date.now() + 2 ** 40 }) });
    const stream = subscribe(limited, changed('a'), { transport });
    await until(() => limited.watched.open.size === 1);
    limited.watched.change('a', 'one');
    expect(await stream.update()).toEqual({ value: 'one' });
    stream.close();
  });

  it('ends what was told to begin just then: nothing is sent in the meantime', async () => {
    const expiresAt = Date.now() + 400;
    await using limited = await startStandIn({ authenticate: () => ({ client, expiresAt }) });
    await using socket = await openAcknowledged(limited);
    socket.send(subscribing('1', changed('a')));
    await until(() => limited.watched.open.size === 1);
    // Keeps the machine so busy that the timer is late.
    while (Date.now() <= expiresAt);
    limited.watched.change('a', 'too late');
    expect((await socket.closed).code).toBe(4403);
    expect(socket.untaken).toEqual([]);
  });
});

describe('turns', () => {
  const clock = createSystemClock();

  it('leave the event loop its own between their slices, and each has its own', async () => {
    const turns = createTaskQueue({ sliceMs: 0, clock });
    const seen: number[] = [];
    let rounds = 0;
    const all: Task[] = Array.from({ length: 160 }, (_, i) => ({ run: () => void seen.push(i) }));
    for (const one of all) turns.add(one);
    while (seen.length < all.length) {
      await new Promise((resolve) => setImmediate(resolve));
      rounds += 1;
    }
    expect(seen).toEqual(all.map((_, i) => i));
    expect(rounds).toBeGreaterThanOrEqual(10);
  });

  it('come again for those who ask in theirs, after everybody else', async () => {
    const turns = createTaskQueue({ sliceMs: 1000, clock });
    const seen: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const again: Task = {
      run() {
        seen.push('again');
        if (seen.length < 4) turns.add(again);
        else resolve();
      },
    };
    turns.add(again);
    turns.add({ run: () => void seen.push('once') });
    await promise;
    expect(seen).toEqual(['again', 'once', 'again', 'again']);
  });
});
