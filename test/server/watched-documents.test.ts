import { describe, expect, it } from 'vitest';
import { NO_MEASUREMENTS } from '../../src/contracts/measurements.ts';
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
