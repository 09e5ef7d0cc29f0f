import { describe, expect, it } from 'vitest';
import { subscribe, TRANSPORTS, type Transport } from '../kit/subscribe.ts';
import { openPaused, type PausedReader } from './paused-reader.ts';
import { changed, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const MB = 1024 * 1024;
const LARGE = 2_000_000;
/** After so many updates of another client, each that can take its own has taken it. */
const ROUNDS = 5;

/** Readers who read nothing, each of a thing of its own unless they share an id. */
const openDeaf = async (server: StandIn, transport: Transport, ids: readonly string[]): Promise<PausedReader[]> => {
  const readers: PausedReader[] = [];
  for (const id of ids) readers.push(await openPaused(server, { transport, id, key: 'greedy' }));
  return readers;
};

/** Changes all of them until nobody takes any more, or has gone. @returns the number of the last change */
async function changeUntilFull(server: StandIn, ids: readonly string[]): Promise<number> {
  await using pace = subscribe(server, changed('pace'), { key: 'pace' });
  const feeds = () => [...server.watched.open].filter(({ id }) => ids.includes(id));
  await until(() => openOf(server, ['pace']) === 1);
  for (let change = 0; ; change += 1) {
    for (const id of new Set(ids)) server.watched.change(id, String(LARGE + change));
    for (let round = 0; round < ROUNDS; round += 1) {
      server.watched.change('pace', `${change} ${round}`);
      await pace.update();
    }
    if (feeds().every(({ isDry }) => !isDry)) return change;
  }
}

const openOf = ({ watched }: StandIn, ids: readonly string[]): number =>
  [...watched.open].filter(({ id }) => ids.includes(id)).length;

describe('updates that a client does not read', () => {
  it.for(TRANSPORTS)(
    'count as its memory, in all that it has open, while other clients are sent theirs (%s)',
    async (transport) => {
      await using server = await startStandIn({ heldBytes: { all: 12 * MB } });
      const ids = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'];
      const deaf = await openDeaf(server, transport, ids);
      const other = subscribe(server, changed('o'), { transport, key: 'other' });
      await until(() => openOf(server, ['o']) === 1);
      await changeUntilFull(server, ids);
      await until(() => openOf(server, ids) <= 3, 'That some are disconnected');
      expect(openOf(server, ids)).toBeGreaterThan(0);
      server.watched.change('o', 'one');
      expect(await other.update()).toEqual({ value: 'one' });
      for (const { socket } of deaf) socket.destroy();
      other.close();
    },
  );

  it.for(TRANSPORTS)('count once where many are sent the same (%s)', async (transport) => {
    await using server = await startStandIn({ heldBytes: { all: 40 * MB } });
    const ids = Array.from({ length: 20 }, () => 'a');
    const deaf = await openDeaf(server, transport, ids);
    const newest = LARGE + 1 + (await changeUntilFull(server, ids));
    expect(openOf(server, ids)).toBe(ids.length);
    server.watched.change('a', String(newest));
    for (const { socket } of deaf) socket.resume();
    for (const { received } of deaf) await until(() => received().includes(`"value":"${newest}"`));
    for (const { socket } of deaf) socket.destroy();
  });

  it.for(TRANSPORTS)('are given back once they are read, or their readers have gone (%s)', async (transport) => {
    await using server = await startStandIn({ heldBytes: { all: 12 * MB } });
    for (let round = 0; round < 4; round += 1) {
      const [reader, leaving] = await openDeaf(server, transport, ['r', 'l']);
      await changeUntilFull(server, ['r', 'l']);
      expect(openOf(server, ['r', 'l'])).toBe(2);
      leaving?.socket.destroy();
      server.watched.change('r', '7');
      reader?.socket.resume();
      await until(() => reader?.received().includes('"value":"7"') ?? false, 'That the newest comes');
      reader?.socket.destroy();
      await until(() => server.watched.open.size === 0);
    }
  });
});
