import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { createFetchMultipartSubscription } from '@apollo/client/utilities/subscriptions/relay';
import { Network } from 'relay-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changed, until } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const ACCEPT = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0, application/json';
const MULTIPART = { accept: ACCEPT };
const PART = '\r\ncontent-type: application/json\r\n\r\n';
const DELIMITER = '\r\n--graphql';

let server: StandIn;
beforeEach(async () => {
  server = await startStandIn();
});
afterEach(() => server[Symbol.asyncDispose]());

/** Reads an answer to the end; `received` has what has come so far. */
function readAll(response: Response) {
  const state = { received: '', isBroken: false };
  const ended = (async () => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) state.received += chunk;
    } catch {
      state.isBroken = true;
    }
  })();
  return { state, ended };
}

const open = async (query = changed('a'), from = server) => readAll(await from.post({ query }, MULTIPART));
const isWatched = (from = server) => until(() => from.watched.open.size === 1);

describe('a subscription as multipart', () => {
  it('is parts of JSON, each ended at once, and a last delimiter', async () => {
    const response = await server.post({ query: changed('a') }, { ...MULTIPART, origin: 'https://app.example.com' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': 'https://app.example.com',
    });
    const { state, ended } = readAll(response);
    await isWatched();
    server.watched.change('a', 'ä\n€');
    const first = `${DELIMITER}${PART}{"payload":{"data":{"changed":{"value":"ä\\n€"}}}}${DELIMITER}`;
    await until(() => state.received === first);
    server.watched.end('a');
    await ended;
    expect(state).toEqual({ received: `${first}--\r\n`, isBroken: false });
  });

  it('has the errors of an update in its payload, and goes on', async () => {
    const { state, ended } = await open('subscription { changed(id: "a") { value broken } }');
    await isWatched();
    server.watched.change('a', 'one');
    await until(() => state.received.includes('errors'));
    expect(partsOf(state.received)).toMatchObject([
      { payload: { data: { changed: { value: 'one' } }, errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] } },
    ]);
    server.watched.end('a');
    await ended;
  });

  it('ends with an error beside a null payload', async () => {
    const { state, ended } = await open('subscription { broken { value } }');
    await ended;
    expect(partsOf(state.received)).toEqual([
      {
        payload: null,
        errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' }) })],
      },
    ]);
    expect(state.received.endsWith(`${DELIMITER}--\r\n`)).toBe(true);
  });

  it('that is refused is answered with its status, and not with a stream', async () => {
    const response = await server.post(
      { query: 'subscription { nothing }' },
      { accept: MULTIPART.accept.split(',')[0]! },
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect((await response.json()).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('is broken off without a last delimiter when the gateway stops, so that its client comes back', async () => {
    const { state, ended } = await open();
    await isWatched();
    await server[Symbol.asyncDispose]();
    await ended;
    expect(state.isBroken).toBe(true);
    expect(state.received).not.toContain('--graphql--');
  });

  it.each([
    ['text/event-stream;q=0.5, multipart/mixed;subscriptionSpec=1.0', /^multipart\/mixed/],
    ['multipart/mixed;q=0.5;subscriptionSpec="1.0", text/event-stream', /^text\/event-stream/],
  ])('or server-sent events, whichever %s prefers', async (accept, type) => {
    const response = await server.post({ query: changed('a') }, { accept });
    expect(response.headers.get('content-type')).toMatch(type);
    await response.body!.cancel();
  });

  it.each(['application/json', 'multipart/mixed', 'multipart/mixed;subscriptionSpec=2.0', 'image/png'])(
    'is not what %s asks for: the refusal names every transport',
    async (accept) => {
      const response = await server.post({ query: changed('a') }, { accept });
      const [error] = (await response.json()).errors;
      expect([response.status, error.extensions.code]).toEqual([406, 'BAD_REQUEST']);
      for (const name of ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0', 'WebSocket']) {
        expect(error.message).toContain(name);
      }
      expect(server.watched.opened).toBe(0);
    },
  );

  it('is not started by GET', async () => {
    const search = `?${new URLSearchParams({ query: changed('a') })}`;
    expect((await server.fetch({ headers: MULTIPART }, search)).status).toBe(406);
    expect(server.watched.opened).toBe(0);
  });
});

/** The JSON of each part; heartbeats are left out. */
function partsOf(received: string): object[] {
  const parts = received.split(DELIMITER).filter((text) => text.startsWith(PART));
  return parts.map((text) => JSON.parse(text.slice(PART.length))).filter((part) => Object.keys(part).length > 0);
}

describe('behind a proxy that closes what is silent', () => {
  /** Scaled down: a heartbeat each 200 ms where it is 10 s, and 1,500 ms of silence where it is 30 s. */
  const HEARTBEAT_MS = 200;
  const SILENCE_MS = 1_500;

  async function startProxy(port: number) {
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.setTimeout(SILENCE_MS, () => socket.destroy());
        socket.on('error', () => {});
      }
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      client.pipe(upstream);
      upstream.pipe(client);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    return {
      url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/graphql`,
      [Symbol.asyncDispose]: async () => {
        for (const socket of sockets) socket.destroy();
        proxy.close();
      },
    };
  }

  /** Each client subscribes, and says what it sees. */
  interface Seen {
    readonly values: unknown[];
    readonly errors: unknown[];
    isOver: boolean;
  }
  const CLIENTS: readonly [string, (uri: string, seen: Seen) => void][] = [
    [
      'Apollo Client',
      (uri, seen) => {
        const client = new ApolloClient({ link: new HttpLink({ uri }), cache: new InMemoryCache() });
        const query = gql`subscription { changed(id: "a") { value } }`;
        client.subscribe<{ changed: { value: string } }>({ query }).subscribe({
          next: ({ data, error }) => (error ? seen.errors.push(error) : seen.values.push(data?.changed.value)),
          complete: () => {
            seen.isOver = true;
          },
        });
      },
    ],
    [
      'Relay',
      (uri, seen) => {
        const network = Network.create(() => {
          throw new Error('Nothing is queried.');
        }, createFetchMultipartSubscription(uri));
        const text = changed('a').replace('subscription', 'subscription Changed');
        const params = {
          name: 'Changed',
          operationKind: 'subscription',
          text,
          id: null,
          cacheID: '1',
          metadata: {},
        } as const;
        network.execute(params, {}, { force: true }).subscribe({
          next: (answer) => seen.values.push((answer as { data: { changed: { value: string } } }).data.changed.value),
          error: (error: Error) => seen.errors.push(error),
          complete: () => {
            seen.isOver = true;
          },
        });
      },
    ],
  ];

  it.each(CLIENTS)('a subscription of %s lives on in silence, and ends well', async (_name, subscribeOver) => {
    await using lively = await startStandIn({ liveLimits: { heartbeatMs: HEARTBEAT_MS } });
    await using proxy = await startProxy(lively.port);
    const seen: Seen = { values: [], errors: [], isOver: false };
    subscribeOver(proxy.url, seen);
    await isWatched(lively);
    lively.watched.change('a', 'one');
    await until(() => seen.values.length === 1);
    const later = Date.now() + 2 * SILENCE_MS;
    await until(() => Date.now() > later);
    lively.watched.change('a', 'two');
    await until(() => seen.values.length === 2);
    lively.watched.end('a');
    await until(() => seen.isOver);
    expect(seen).toEqual({ values: ['one', 'two'], errors: [], isOver: true });
  });

  it('a stream without heartbeats would not live', async () => {
    await using silent = await startStandIn({ liveLimits: { heartbeatMs: 60_000 } });
    await using proxy = await startProxy(silent.port);
    const seen: Seen = { values: [], errors: [], isOver: false };
    CLIENTS[1]![1](proxy.url, seen);
    await isWatched(silent);
    await until(() => seen.errors.length === 1);
  });
});
