import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type StandIn, startStandIn } from './stand-in.ts';

const MB = 1024 * 1024;
const ALIASES = 90;
/** Its answer has some 9 MB: more than the system takes for a connection that nobody reads. */
const LARGE = JSON.stringify({
  query: `query ($name: String) { ${Array.from({ length: ALIASES }, (_, index) => `a${index}: hello(name: $name)`).join(' ')} }`,
  variables: { name: 'x'.repeat(100_000) },
});
const ROOM = { all: 32 * MB };

const askAs = (server: StandIn, authorization: string) => server.post(LARGE, { authorization });

/** Asks, and reads nothing of the answer, which has begun. */
async function askDeafly({ port }: StandIn, authorization: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const head = [
    'POST /graphql HTTP/1.1',
    'host: x',
    `authorization: ${authorization}`,
    'content-type: application/json',
  ];
  socket.write(`${[...head, `content-length: ${LARGE.length}`].join('\r\n')}\r\n\r\n${LARGE}`);
  await once(socket, 'readable');
  return socket;
}

async function expectAnswered(response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(Object.keys((await response.json()).data)).toHaveLength(ALIASES);
}

/** Asks until there is room again: the server learns a little later that a connection has gone. */
async function answered(server: StandIn, authorization: string): Promise<Response> {
  for (;;) {
    const response = await askAs(server, authorization);
    if (response.status === 200) return response;
    await response.body?.cancel();
  }
}

describe('answers that a client does not read', () => {
  it('count as its memory, until it is refused others, while other clients are answered', async () => {
    await using server = await startStandIn({ heldBytes: ROOM });
    const deaf = [await askDeafly(server, 'greedy'), await askDeafly(server, 'greedy')];
    const refused = await askAs(server, 'greedy');
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await refused.json()).errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } },
    ]);
    await expectAnswered(await askAs(server, 'other'));
    for (const socket of deaf) socket.destroy();
    await expectAnswered(await answered(server, 'greedy'));
  });

  it('are given up when nothing is taken for a while', async () => {
    await using server = await startStandIn({ heldBytes: ROOM, timeouts: { stalledMs: 200 } });
    const deaf = [await askDeafly(server, 'greedy'), await askDeafly(server, 'greedy')];
    await expectAnswered(await answered(server, 'greedy'));
    for (const socket of deaf) socket.destroy();
  });

  it('are given back once they are read, one after the other on a connection', async () => {
    await using server = await startStandIn({ heldBytes: ROOM });
    for (let round = 0; round < 6; round += 1) await expectAnswered(await askAs(server, 'patient'));
  });
});
