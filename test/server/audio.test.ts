import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { startAudioStore } from '../../src/services/audio-store.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const TTL_MS = 60_000;
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const FRONT_END = 'https://app.example.com';

describe('/audio/<token>', () => {
  let started: AsyncDisposableStack;
  let server: StandIn;
  let clock: HandClock;
  let token = '';
  let path = '';
  let keep: (bytes: Buffer) => Promise<{ token: string; path: string }>;

  const get = (init: RequestInit = {}, of = token) => fetch(`${server.url}/audio/${of}`, init);
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  beforeEach(async () => {
    started = new AsyncDisposableStack();
    clock = createHandClock();
    // Characters that an address would decode or hide: the folder may have any name.
    const folder = await mkdtemp(join(tmpdir(), '.audio %41 test-'));
    started.defer(() => rm(folder, { recursive: true }));
    const log = createLog({ level: 'silent', secrets: [] });
    const store = started.use(await startAudioStore({ folder, ttlMs: TTL_MS, log, clock }));
    keep = async (bytes) => {
      await using draft = await store.draft();
      await writeFile(draft.path, bytes);
      return await draft.keep();
    };
    ({ token, path } = await keep(BYTES));
    server = started.use(await startStandIn({ clock, findAudio: (asked) => store.find(asked) }));
  });
  afterEach(() => started.disposeAsync());

  it('is the whole WAV, for whoever knows the address and as long as it is kept', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'content-disposition': 'inline; filename="speech.wav"',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.any(String),
      'x-request-id': expect.any(String),
    });
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(response.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(TTL_MS / 1000 - 10);
    expect(Number(seconds)).toBeLessThanOrEqual(TTL_MS / 1000);
    expect(await bytesOf(response)).toEqual(BYTES);
  });

  it.for([
    ['the rest, as a player asks first', 'bytes=0-', [0, 1000]],
    ['a part', 'bytes=100-199', [100, 200]],
    ['the end, by its length', 'bytes=-44', [956, 1000]],
    ['beyond the end as far as there is any', 'bytes=990-5000', [990, 1000]],
  ] as const)('is served by Range: %s', async ([, range, [start, end]]) => {
    const response = await get({ headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(await bytesOf(response)).toEqual(BYTES.subarray(start, end));
  });

  it.for([
    ['two parts', 'bytes=0-1,5-6'],
    ['another unit', 'samples=0-1'],
    ['no range at all', 'bytes=junk'],
  ])('is served whole for a Range that is not understood: %s', async ([, range]) => {
    const response = await get({ headers: { range: range! } });
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, 1000]);
  });

  it('refuses a Range that begins after the end, and tells the size', async () => {
    const response = await get({ headers: { range: 'bytes=1000-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it('answers HEAD with what GET would tell', async () => {
    const response = await get({ method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1000']);
    expect((await bytesOf(response)).length).toBe(0);
    const part = await get({ method: 'HEAD', headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  });

  it('is not sent again to whom has it', async () => {
    const { headers } = await get();
    const etag = headers.get('etag')!;
    for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': headers.get('last-modified')! }]) {
      const response = await get({ headers: condition });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await get({ headers: { 'if-none-match': '"another"' } })).status).toBe(200);
    expect((await get({ headers: { 'if-match': '"another"' } })).status).toBe(412);
  });

  it('is resumed only if it is still the same', async () => {
    const etag = (await get()).headers.get('etag')!;
    const range = 'bytes=500-';
    expect((await get({ headers: { range, 'if-range': etag } })).status).toBe(206);
    expect((await get({ headers: { range, 'if-range': '"another"' } })).status).toBe(200);
  });

  it('may be fetched by the pages of allowed origins, and by no others', async () => {
    const allowed = await get({ headers: { origin: FRONT_END } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(FRONT_END);
    expect(allowed.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(allowed.headers.get('vary')).toBe('origin');
    const refused = await get({ headers: { origin: 'https://elsewhere.example.com' } });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await get({ method: 'OPTIONS', headers: { origin: FRONT_END } });
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('range');
  });

  it('is not found by a guessed, an altered or an incomplete token, nor by any path around it', async () => {
    const altered = token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    const wrong = ['', 'x', altered, token.slice(1), `${token}x`, `${token}/`, `${token}.wav`, `speech-${token}.wav`];
    for (const of of [...wrong, `..%2f${token}`, '%00', '%']) {
      const response = await get({}, of);
      expect([of, response.status]).toEqual([of, 404]);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    }
  });

  it('does not follow dots, which a client need not resolve', async () => {
    for (const target of [
      `/audio/../audio/${token}`,
      '/audio/../../../../etc/passwd',
      '/audio//etc/passwd',
      '/audio',
    ]) {
      expect(await statusLine(server.port, target)).toBe('HTTP/1.1 404 Not Found');
    }
  });

  it('is gone once it has expired', async () => {
    clock.advance(TTL_MS);
    expect((await get()).status).toBe(404);
    expect((await get({ method: 'HEAD' })).status).toBe(404);
  });

  it('is gone, and no failure, if it was removed between two looks', async () => {
    await rm(path);
    const response = await fetchOf({ path, sizeBytes: 1000, expiresAtMs: clock.now() });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('is sent to its end though it expires meanwhile', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'speech');
    const kept = await keep(large);
    const response = await get({}, kept.token);
    const reader = response.body!.getReader();
    let received = (await reader.read()).value!.length;
    await rm(kept.path);
    for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length;
    expect(received).toBe(large.length);
  });

  it('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await get({ method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it('leaves no file open after a listener who leaves', async () => {
    const kept = await keep(Buffer.alloc(32 * 1024 * 1024));
    const leaving = new AbortController();
    const response = await get({ signal: leaving.signal }, kept.token);
    await response.body!.getReader().read();
    leaving.abort();
    await server[Symbol.asyncDispose]();
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  async function fetchOf(audio: { path: string; sizeBytes: number; expiresAtMs: number }): Promise<Response> {
    const other = started.use(await startStandIn({ clock, findAudio: async () => audio }));
    return fetch(`${other.url}/audio/x`);
  }
});

/** The first line of the answer to a target that is sent as it is. */
async function statusLine(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text.split('\r\n', 1)[0] ?? '';
}
