import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startProgram } from '../process/started-program.ts';
import { changed, INIT, openAcknowledged, openSocket } from './raw-socket.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const SHARED = { auth: { mode: 'passthrough' } } as const;

const streamOf = (server: StandIn, authorization: string) =>
  server.post({ query: changed('a') }, { accept: 'text/event-stream', authorization });

describe('the connections that stay open', () => {
  it('are never all one client’s, however many it wants: another one and health probes get in', async () => {
    await using server = await startStandIn({ config: SHARED, liveLimits: { connections: 20 } });
    const greedy = { payload: { authorization: 'greedy' } };
    for (let count = 0; count < 16; count++) await openAcknowledged(server, greedy);
    const refused = await openSocket(server);
    refused.send({ ...INIT, ...greedy });
    expect(await refused.closed).toEqual({ code: 1013, reason: 'Too many sockets' });
    expect((await streamOf(server, 'greedy')).status).toBe(503);
    const other = await openAcknowledged(server, { payload: { authorization: 'other' } });
    const stream = await streamOf(server, 'other');
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await other[Symbol.asyncDispose]();
  });

  it('go to those who say who they are before those who do not', async () => {
    await using server = await startStandIn({ liveLimits: { connections: 100, initMs: 600_000 } });
    const silent = await Promise.all(Array.from({ length: 16 }, () => openSocket(server)));
    let isClosed = false;
    const closed = silent[0]!.closed.then(() => {
      isClosed = true;
    });
    while (!isClosed) await (await openAcknowledged(server))[Symbol.asyncDispose]();
    await closed;
  });
});

describe('connections that ask for nothing', () => {
  it('are closed for new ones before the process has no descriptor left', async () => {
    const start = fileURLToPath(new URL('../../src/start.js', import.meta.url));
    const limited = ['sh', '-c', 'ulimit -n 256; exec "$0" "$1"', process.execPath, start];
    await using program = startProgram(limited, { env: { PORT: '0' } });
    const { url } = await program.line('listening');
    const port = Number(new URL(String(url)).port);
    const silent: Socket[] = [];
    for (let count = 0; count < 300; count++) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      silent.push(socket);
    }
    for (let count = 0; count < 5; count++) {
      expect((await fetch(`${url}/health/live`, { headers: { connection: 'close' } })).status).toBe(200);
      const answer = await fetch(`${url}/graphql?query={balance{minutes}}`, { headers: { connection: 'close' } });
      expect(await answer.json()).toMatchObject({ data: { balance: expect.anything() } });
    }
    for (const socket of silent) socket.destroy();
    expect(program.out()).not.toContain('EMFILE');
  });
});
