import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '../kit/watching.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

/** A bare connection: what was received on it so far, and its end. */
function open(server: StandIn): { socket: Socket; received: () => string; ended: Promise<unknown> } {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return { socket, received: () => text, ended: once(socket, 'close') };
}

const post = (body: string, more = '') =>
  `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a connection', () => {
  let server: StandIn;
  beforeEach(async () => {
    server = await startStandIn();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  it('is kept for longer than a load balancer keeps it', async () => {
    const response = await server.post({ query: '{ viewer }' });
    expect(response.headers.get('keep-alive')).toBe('timeout=72');
  });

  it('is closed if its headers come a byte at a time, long before the whole request is due', async () => {
    await using server = await startStandIn({ timeouts: { headersMs: 100, requestMs: 60_000, checkEveryMs: 50 } });
    const { socket, received, ended } = open(server);
    const drip = setInterval(() => socket.write('x'), 20);
    socket.write('POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ');
    await ended;
    clearInterval(drip);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is closed if a body comes a byte at a time, and others are served meanwhile', async () => {
    await using server = await startStandIn({ timeouts: { headersMs: 1_000, requestMs: 1_000, checkEveryMs: 50 } });
    const slow = Array.from({ length: 100 }, () => open(server));
    for (const { socket } of slow)
      socket.write(
        'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      );
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
    await Promise.all(slow.map(({ ended }) => ended));
    for (const { received } of slow) expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.for([
    ['no HTTP at all', '\x16\x03\x01junk-of-mine\r\n\r\n', 400],
    [
      'a header that is too large',
      `GET /graphql HTTP/1.1\r\nhost: x\r\nx-large: ${'junk-of-mine'.repeat(2000)}\r\n\r\n`,
      431,
    ],
    ['two lengths', 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['no host', 'GET /graphql?query=junk-of-mine HTTP/1.1\r\n\r\n', 400],
  ] as const)('is told no more than the status of %s', async ([, text, status]) => {
    const { socket, received, ended } = open(server);
    socket.write(text, 'latin1');
    await ended;
    expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received()).not.toContain('junk-of-mine');
  });

  it('may carry two thousand small headers, or be refused for them, and the server goes on', async () => {
    const { socket, ended } = open(server);
    const headers = Array.from({ length: 2000 }, (_, i) => `a${i}: b\r\n`).join('');
    socket.write(`GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n${headers}\r\n`);
    await ended;
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
  });

  it('may carry two hundred headers, and is refused for more', async () => {
    for (const [count, status] of [
      [150, 200],
      [300, 431],
    ]) {
      const { socket, received, ended } = open(server);
      const headers = Array.from({ length: count ?? 0 }, (_, i) => `a${i}: b\r\n`).join('');
      socket.write(`GET /graphql?query={viewer} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
      await ended;
      expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  it('makes room for others where too many say nothing: the oldest of them go', async () => {
    // None of them is closed for its slow headers.
    await using server = await startStandIn({ timeouts: { headersMs: 60_000, requestMs: 60_000, checkEveryMs: 50 } });
    const closed: number[] = [];
    const silent: Socket[] = [];
    const connectSilently = () => {
      const number = silent.length;
      const socket = connect(server.port, '127.0.0.1');
      silent.push(socket.on('error', () => undefined).resume());
      socket.on('close', () => closed.push(number));
    };
    // No more at once than the system lets wait for a server: the last one of each group is answered after all of it is accepted.
    while (silent.length < 1_100) {
      for (let each = 0; each < 275; each += 1) connectSilently();
      const { socket, ended } = open(server);
      socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await ended;
    }
    await expect.poll(() => closed.length, PATIENCE).toBeGreaterThanOrEqual(100);
    expect(closed.length).toBeLessThan(200);
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
    for (const socket of silent) socket.destroy();
  });

  it('is closed after its answer where a thousand others are idle, so that few can hold half of a next request', async () => {
    await using server = await startStandIn();
    const asked = Array.from({ length: 1_000 }, () => {
      const connection = open(server);
      connection.socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      return connection;
    });
    for (const { received } of asked) await until(() => received().includes('\r\n\r\n'));
    for (const { received, socket } of asked) {
      expect(received()).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
      socket.write('GET /health/live HTTP/1.1\r\nhost: ');
    }
    const { socket, received, ended } = open(server);
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    for (const { socket } of asked) socket.destroy();
  });

  it('stays open over thousands of requests, while few are idle beside it', async () => {
    const others = Array.from({ length: 3 }, () => open(server));
    for (const { socket } of others) socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    const { socket, received } = open(server);
    const answers = () => received().split('HTTP/1.1 200').length - 1;
    for (let request = 1; request <= 1_200; request += 1) {
      socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      others[request % 3]?.socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      await until(() => answers() === request || socket.destroyed);
    }
    expect(received()).not.toMatch(/connection: close/i);
    expect(answers()).toBe(1_200);
    for (const connection of [socket, ...others.map((other) => other.socket)]) connection.destroy();
  });

  it('takes the whole address that a proxy sends as its target', async () => {
    const { socket, received } = open(server);
    socket.write(post('{"query":"{ viewer }"}').replace('/graphql', 'http://x/graphql'));
    await until(() => received().includes('anybody'));
    socket.destroy();
  });

  it('survives a caller who leaves in the middle of a body', async () => {
    const { socket, ended } = open(server);
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
    await once(socket, 'connect');
    socket.destroy();
    await ended;
    expect((await server.post({ query: '{ viewer }' })).status).toBe(200);
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a caller who leaves', () => {
  it.for(['cold', 'warm'])('ends what was asked for, and is no failure (%s)', async (way) => {
    await using server = await startStandIn();
    const query = 'query ($skip: Boolean!) { viewer waits @skip(if: $skip) }';
    if (way === 'warm') await server.post({ query, variables: { skip: true } });
    server.lines.length = 0;
    const { socket } = open(server);
    socket.write(post(JSON.stringify({ query, variables: { skip: false } })));
    await until(() => server.seen.waiting.length === 1);
    // Held here: to read it again of the call would be to ask anew.
    const { signal } = server.seen.waiting[0]!;
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await until(() => signal.aborted);
    await until(() => server.lines.length > 0);
    expect(server.lines).toEqual([expect.objectContaining({ msg: 'operation', outcome: 'aborted', level: 'info' })]);
  });

  it('is not one who has got the whole answer', async () => {
    const signals: AbortSignal[] = [];
    await using server = await startStandIn({
      createContext: (call) => {
        signals.push(call.signal);
        return { call, reads: null };
      },
    });
    await (await server.post({ query: '{ viewer }' })).text();
    await (await server.post({ query: '{ viewer }' })).text();
    await server[Symbol.asyncDispose]();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

describe('a server that is told to stop', () => {
  it('stops at once if nothing runs, open connections or not', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
    const idle = open(server);
    idle.socket.write(post('{"query":"{ viewer }"}'));
    await until(() => idle.received().includes('anybody'));
    await server[Symbol.asyncDispose]();
    await idle.ended;
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
  });

  it('stops at once though somebody has connected and asked for nothing yet', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 600_000 } });
    const fresh = open(server);
    const begun = open(server);
    begun.socket.write('POST /graphql HTTP/1.1\r\nhost: x\r\n');
    await server.post({ query: '{ viewer }' });
    await server[Symbol.asyncDispose]();
    await Promise.all([fresh.ended, begun.ended]);
  });

  it('finishes what runs, is not ready meanwhile, and begins nothing new', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    const idle = open(server);
    idle.socket.write(post('{"query":"{ viewer }"}'));
    await until(() => idle.received().includes('anybody'));
    const running = server.post({ query: '{ waits }' });
    await until(() => server.seen.waiting.length === 1);
    const stopped = server[Symbol.asyncDispose]();

    await idle.ended;
    const live = await fetch(`${server.url}/health/live`);
    const notReady = await fetch(`${server.url}/health/ready`);
    const refused = await server.post({ query: '{ viewer }' });
    expect([live.status, await live.json()]).toEqual([200, { status: 'alive' }]);
    expect([notReady.status, await notReady.json(), notReady.headers.get('connection')]).toEqual([
      503,
      { status: 'stopping' },
      'close',
    ]);
    expect(refused.status).toBe(503);

    server.seen.release();
    const response = await running;
    expect([await response.json(), response.headers.get('connection')]).toEqual([{ data: { waits: 'done' } }, 'close']);
    await stopped;
  });

  it('cuts off what runs for longer than the grace time', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 50 } });
    const running = server.post({ query: '{ waits }' });
    await until(() => server.seen.waiting.length === 1);
    const [call] = server.seen.waiting;
    await Promise.all([server[Symbol.asyncDispose](), expect(running).rejects.toThrow()]);
    expect(call!.signal.aborted).toBe(true);
  });

  it('may be told twice', async () => {
    const server = await startStandIn();
    await Promise.all([server[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]);
  });
});

describe('health', () => {
  it.for(['/health/live', '/health/ready'])('%s answers probes by GET and HEAD, and is never kept', async (path) => {
    await using server = await startStandIn();
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${server.url}${path}?x=1`, { method });
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    const response = await fetch(`${server.url}${path}`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the address', () => {
  it('is PUBLIC_URL where there is one', async () => {
    const http = { host: '127.0.0.1', port: 0, publicUrl: 'https://dub.example.com/api', allowedOrigins: [] };
    await using server = await startStandIn({ config: { http } });
    expect(server.url).toBe('https://dub.example.com/api');
    const response = await fetch(`http://127.0.0.1:${server.port}/graphql?query={viewer}`, {
      headers: { origin: 'https://dub.example.com' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://dub.example.com');
  });

  it('may be one of IPv6', async () => {
    await using server = await startStandIn({
      config: { http: { host: '::1', port: 0, publicUrl: null, allowedOrigins: [] } },
    });
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  });

  it('is refused if it is taken', async () => {
    await using server = await startStandIn();
    const http = { host: '127.0.0.1', port: server.port, publicUrl: null, allowedOrigins: [] };
    await expect(startStandIn({ config: { http } })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
