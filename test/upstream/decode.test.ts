import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rejection, startAsking } from './asking.ts';

const plain = Buffer.from('{"balance_minutes": 5}');

const read = async (encoding: string, body: Buffer) => {
  await using asking = await startAsking(() => ({ headers: { 'content-encoding': encoding }, body }), {
    timeoutMs: 10_000,
  });
  return await asking.service.balance.read(asking.call());
};

describe('A compressed answer', () => {
  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['identity', plain],
    ['', plain],
    ['deflate, gzip', gzipSync(deflateSync(plain))],
    ['gzip, identity', gzipSync(plain)],
  ])('in %j is read', async (encoding, body) => {
    expect(await read(encoding, body)).toEqual({ minutes: 5 });
  });

  it.each<[string, Buffer]>([
    ['zstd', gzipSync(plain)],
    ['constructor', plain],
    ['br', gzipSync(plain)],
    ['deflate', Buffer.from([0x78])],
    [new Array(50).fill('gzip').join(', '), Array.from({ length: 50 }).reduce<Buffer>((body) => gzipSync(body), plain)],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(plain)))],
  ])('in %j is malformed', async (encoding, body) => {
    expect((await rejection(read(encoding, body))).code).toBe('UPSTREAM_MALFORMED');
  });

  it('that inflates without end is malformed, and never in memory as a whole', async () => {
    const layer = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    for (const [encoding, body] of [
      ['gzip', layer],
      ['gzip, gzip', gzipSync(layer)],
    ] as const) {
      expect((await rejection(read(encoding, body))).code).toBe('UPSTREAM_MALFORMED');
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('of a list is read up to 30 MB, of a record up to 1 MB', async () => {
    const padded = (bytes: number, text: string) =>
      gzipSync(Buffer.concat([Buffer.alloc(bytes, ' '), Buffer.from(text)]));
    await using asking = await startAsking(
      () => ({ headers: { 'content-encoding': 'gzip' }, body: padded(30_000_000, '{"projects":[]}') }),
      { timeoutMs: 10_000 },
    );
    expect(await asking.service.dubbingProjects.list(asking.call())).toEqual({ items: [], malformed: [] });
    expect(await read('gzip', padded(1_000_000, '{"balance_minutes": 5}'))).toEqual({ minutes: 5 });
    expect((await rejection(read('gzip', padded(1_100_000, '{"balance_minutes": 5}')))).code).toBe(
      'UPSTREAM_MALFORMED',
    );
  });

  it('is told from a plain one with the same bytes', async () => {
    const body = gzipSync(plain);
    await using asking = await startAsking((_request, nth) =>
      nth === 1 ? { body } : { headers: { 'content-encoding': 'gzip' }, body },
    );
    const first = await asking.service.balance.read(asking.call());
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    expect(await asking.service.balance.read(asking.call())).toBe(first);
  });
});
