import { describe, expect, it } from 'vitest';
import { subscribe } from '../kit/subscribe.ts';
import { changed, openAcknowledged, subscribing, until } from './raw-socket.ts';
import { startStandIn } from './stand-in.ts';

const KB = 1024;
/** Small on the wire, and many times as large in memory. */
const OBJECTS = Array.from({ length: 20_000 }, () => ({}));
/** Room for one such request of a client, parsed, and for another client's. */
const ROOM = { all: 1_200 * KB };
const WAITING = 'query ($name: String) { hello(name: $name) @include(if: false) waits }';
const LARGE = { name: 'x'.repeat(50 * KB) };

describe('variables of what waits and runs', () => {
  it('are counted for their client over HTTP, and refused beyond its share', async () => {
    await using server = await startStandIn({ heldBytes: ROOM });
    const ask = (authorization: string) => server.post({ query: WAITING, variables: LARGE }, { authorization });
    const running = ask('greedy');
    await until(() => server.seen.waiting.length === 1);
    const refused = await ask('greedy');
    expect((await refused.json()).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const other = ask('other');
    await until(() => server.seen.waiting.length === 2);
    server.seen.release();
    expect((await running).status).toBe(200);
    expect((await other).status).toBe(200);
    expect((await ask('greedy')).status).toBe(200);
  });

  it('are counted for their client over a WebSocket, and refused beyond its share', async () => {
    await using server = await startStandIn({ heldBytes: ROOM });
    await using socket = await openAcknowledged(server, { payload: { authorization: 'greedy' } });
    for (const id of ['1', '2']) socket.send(subscribing(id, WAITING, { variables: LARGE }));
    expect(await socket.next()).toMatchObject({ id: '2', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
    server.seen.release();
    expect(await socket.next()).toMatchObject({ id: '1', type: 'next' });
  });

  it('are not kept where the operation does not define them', async () => {
    await using server = await startStandIn({ heldBytes: ROOM, liveLimits: { charactersPerClient: 10 * KB } });
    await using socket = await openAcknowledged(server, { payload: { authorization: 'one' } });
    // Each of the messages is large; none of the operations keeps anything of it.
    for (let count = 0; count < 5; count += 1) {
      socket.send(subscribing(`q${count}`, '{ waits }', { variables: { undefinedList: OBJECTS } }));
      await until(() => server.seen.waiting.length === count + 1);
    }
    const streams = Array.from({ length: 5 }, () =>
      subscribe(server, changed('a'), { key: 'one', variables: { undefinedList: OBJECTS.slice(0, 5_000) } }),
    );
    await until(() => server.watched.open.size === 5);
    for (const stream of streams) stream.close();
    server.seen.release();
  });
});
