import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { NO_MEASUREMENTS } from '../../src/contracts/measurements.ts';
import { createByteShares } from '../../src/server/fairness/byte-shares.ts';
import { createSharedHoldings } from '../../src/server/fairness/shared-holdings.ts';
import { openAcknowledged, type RawSocket, subscribing, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

/** More than the documents that are remembered without being watched. */
const DOCUMENTS = 1_200;
const PER_SOCKET = 200;

interface ParsingStandIn extends AsyncDisposable {
  readonly server: StandIn;
  /** Documents that were parsed since this was last called. */
  parses(): number;
}

async function startCounting(): Promise<ParsingStandIn> {
  let parses = 0;
  const cacheRead = (cache: string, isHit: boolean) => {
    if (cache === 'document' && !isHit) parses += 1;
  };
  const server = await startStandIn({ measurements: { ...NO_MEASUREMENTS, cacheRead } });
  return {
    server,
    parses() {
      const count = parses;
      parses = 0;
      return count;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const document = (index: number) => `subscription { changed(id: "a") { value${index}: value } }`;

async function watch(server: StandIn, texts: readonly string[], sockets: AsyncDisposableStack): Promise<RawSocket[]> {
  const opened: RawSocket[] = [];
  const already = server.watched.open.size;
  for (let start = 0; start < texts.length; start += PER_SOCKET) {
    const socket = sockets.use(await openAcknowledged(server));
    socket.send(...texts.slice(start, start + PER_SOCKET).map((text, index) => subscribing(String(index), text)));
    opened.push(socket);
  }
  await until(() => server.watched.open.size === already + texts.length);
  return opened;
}

const texts = Array.from({ length: DOCUMENTS }, (_, index) => document(index));

describe('a document that is watched', () => {
  it('is parsed once, however many others are watched as well', async () => {
    await using counting = await startCounting();
    await using sockets = new AsyncDisposableStack();
    const { server, parses } = counting;
    const opened = await watch(server, texts, sockets);
    expect(parses()).toBe(DOCUMENTS);
    for (const value of ['one', 'two']) {
      server.watched.change('a', value);
      for (const socket of opened) for (let count = 0; count < PER_SOCKET; count += 1) await socket.next();
    }
    expect(parses()).toBe(0);
    expect(server.watched.executions).toBe(2 * DOCUMENTS);
    await watch(server, [document(0)], sockets);
    expect(parses()).toBe(0);
  });

  it('is forgotten as others are once nobody watches it', async () => {
    await using counting = await startCounting();
    const { server, parses } = counting;
    {
      await using sockets = new AsyncDisposableStack();
      await watch(server, texts, sockets);
    }
    await until(() => server.watched.open.size === 0);
    parses();
    await using sockets = new AsyncDisposableStack();
    await watch(server, [document(0)], sockets);
    expect(parses()).toBe(1);
  });
});

describe('the documents that are kept for what is watched', () => {
  const known = { document: parse('{ a }'), bytes: 40 };

  it('take at most a share of memory for each client, beside which others find room', () => {
    const watched = createSharedHoldings<string, typeof known>(createByteShares({ all: 100, strangers: 0 }));
    const releases = ['one', 'two'].map((text) => watched.hold(text, known, 'greedy'));
    watched.hold('three', known, 'other');
    expect(['one', 'two', 'three'].map((text) => watched.find(text) !== undefined)).toEqual([true, false, true]);
    for (const release of releases) release?.();
    watched.hold('two', known, 'greedy');
    expect(['one', 'two', 'three'].map((text) => watched.find(text) !== undefined)).toEqual([false, true, true]);
  });

  it('are kept until the last of those who watch them has left', () => {
    const watched = createSharedHoldings<string, typeof known>(createByteShares({ all: 100, strangers: 0 }));
    const [first, second] = ['one', 'other'].map((client) => watched.hold('text', known, client));
    first?.();
    expect(watched.find('text')).toBe(known);
    second?.();
    expect(watched.find('text')).toBeUndefined();
  });
});
