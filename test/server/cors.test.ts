import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { askBy, DOORS } from '../kit/doors.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const OURS = 'https://app.example.com';
const REAL = { auth: { mode: 'passthrough' }, service: { kind: 'real' } } as const;

const readableBy = ({ headers }: Response) => headers.get('access-control-allow-origin');

const preflight = (server: StandIn, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin: OURS, 'access-control-request-method': 'POST', ...headers },
  });

describe('an allowed page', () => {
  it.for(['/graphl', '/health', '/health/live', '/health/ready', '/', '/audio/nothing'])(
    'reads the answer of %s, whatever it is, and may ask before',
    async (path) => {
      await using server = await startStandIn();
      const answer = await fetch(`${server.url}${path}`, { headers: { origin: OURS } });
      expect([readableBy(answer), answer.headers.get('vary')]).toEqual([OURS, 'origin']);
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/etag.*retry-after.*x-request-id/);
      const allowed = await preflight(server, path);
      expect([allowed.status, readableBy(allowed)]).toEqual([204, OURS]);
    },
  );

  it('reads that the gateway is stopping, and when to come back', async () => {
    const server = await startStandIn({ config: { shutdownGraceMs: 60_000 } });
    const running = server.post({ query: 'mutation { spendSlowly }' });
    await expect.poll(() => server.seen.waiting.length).toBe(1);
    const stopped = server[Symbol.asyncDispose]();
    for (const path of ['/graphql', '/audio/nothing']) {
      const allowed = await preflight(server, path);
      expect([allowed.status, readableBy(allowed)]).toEqual([204, OURS]);
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: { origin: OURS } });
      expect([answer.status, readableBy(answer), answer.headers.get('retry-after')]).toEqual([503, OURS, '5']);
    }
    server.seen.release();
    await Promise.all([running, stopped]);
  });

  it('reads that the gateway has failed', async () => {
    await using server = await startStandIn({
      findAudio: async () => {
        throw new Error('a bug');
      },
    });
    const answer = await fetch(`${server.url}/audio/x`, { headers: { origin: OURS } });
    expect([answer.status, readableBy(answer)]).toEqual([500, OURS]);
  });

  it('may send the headers of Apollo and of tracing, and whichever else it asks for', async () => {
    await using server = await startStandIn();
    const answer = await preflight(server, '/graphql', {
      'access-control-request-headers': 'x-b3-traceid,B3, bad name',
    });
    const allowed = answer.headers.get('access-control-allow-headers')!.split(', ');
    for (const name of [
      ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'x-b3-traceid', 'b3', 'x-cost'],
      ...['apollographql-client-name', 'apollographql-client-version', 'apollo-require-preflight'],
      ...['x-apollo-operation-name', 'graphql-require-preflight', 'authorization', 'content-type'],
    ]) {
      expect(allowed).toContain(name);
    }
    expect(allowed).not.toContain('bad name');
    const foreign = await preflight(server, '/graphql', { origin: 'https://evil.example.com' });
    expect(foreign.headers.get('access-control-allow-headers')).toBeNull();
  });
});

describe('a page of this machine, whichever its port', () => {
  const LOCAL = ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:8443', 'http://app.localhost'];

  it.each(DOORS)('may ask the sandbox by %s', async (door) => {
    await using server = await startStandIn();
    for (const origin of LOCAL) {
      expect((await askBy(door, server.url, { query: '{ viewer }' }, { origin })).data).toEqual({ viewer: 'anybody' });
    }
  });

  it('may not ask where a real service is behind it, nor may one that only sounds so', async () => {
    await using real = await startStandIn({ config: REAL });
    for (const origin of LOCAL) expect((await real.post({ query: '{ viewer }' }, { origin })).status).toBe(403);
    await using sandbox = await startStandIn();
    for (const origin of ['http://localhost.evil.com', 'http://evil-localhost', 'http://128.0.0.1', 'null']) {
      expect((await sandbox.post({ query: '{ viewer }' }, { origin })).status).toBe(403);
    }
  });
});

describe('the log', () => {
  const refusedIn = ({ lines }: StandIn) => lines.filter(({ origin }) => origin !== undefined);

  it('says once of each origin that was refused what is to be set, by whichever door it came', async () => {
    await using server = await startStandIn();
    await preflight(server, '/graphql', { origin: 'https://a.example.com' });
    await server.post({ query: '{ viewer }' }, { origin: 'https://a.example.com' });
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/graphql`, 'graphql-transport-ws', {
      origin: 'https://b.example.com',
    });
    await once(socket, 'unexpected-response');
    socket.on('error', () => undefined).terminate();
    await server.post({ query: '{ viewer }' }, { origin: OURS });
    expect(refusedIn(server)).toEqual([
      expect.objectContaining({
        level: 'warn',
        origin: 'https://a.example.com',
        msg: expect.stringContaining('ALLOWED_ORIGINS'),
      }),
      expect.objectContaining({ level: 'warn', origin: 'https://b.example.com' }),
    ]);
  });

  it('is not filled by origins that somebody makes up', async () => {
    await using server = await startStandIn();
    for (let index = 0; index < 80; index++) {
      await server.post({ query: '{ viewer }' }, { origin: `https://x${index}.example.com` });
    }
    expect(refusedIn(server)).toHaveLength(50);
  });
});

describe('behind a proxy that does not strip the path of PUBLIC_URL', () => {
  it('everything is served under that path as well', async () => {
    const http = { host: '127.0.0.1', port: 0, publicUrl: 'https://dub.example.com/health/api', allowedOrigins: [] };
    await using server = await startStandIn({ config: { http } });
    const local = `http://127.0.0.1:${server.port}`;
    for (const prefix of ['', '/health/api']) {
      const answers = [`${prefix}/graphql?query={viewer}`, `${prefix}/health/live`, `${prefix}/health/ready`];
      for (const path of answers) expect([path, (await fetch(local + path)).status]).toEqual([path, 200]);
      const missing = await fetch(`${local}${prefix}/audio/x`);
      expect(await missing.json()).toEqual({ error: expect.stringContaining('audio') });
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${prefix}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.terminate();
    }
    for (const path of ['/api/graphql', '/health/apigraphql', '/health/api/health/api/graphql']) {
      expect([path, (await fetch(`${local}${path}`)).status]).toEqual([path, 404]);
    }
  });
});
