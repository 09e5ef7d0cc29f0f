import { describe, expect, it } from 'vitest';
import { createAnswerRoom } from '../../src/loaders/answer-room.ts';
import type { Ask } from '../../src/loaders/read-options.ts';
import { createResponseCache, type ResponseCache } from '../../src/loaders/response-cache.ts';
import { createHandClock } from '../kit/hand-clock.ts';

const KB = 1024;
const MAX_AGE_MS = 60_000;
const keys = Array.from({ length: 10 }, (_, index) => `p${index}`);

/** Answers of so many bytes, and the keys that were asked for. */
function serviceOf(bytes: number) {
  const asked: string[] = [];
  const askFor =
    (key: string): Ask<object> =>
    async (_signal, onTicket, _after, onAnswer) => {
      asked.push(key);
      onTicket(asked.length);
      onAnswer(bytes);
      return { key };
    };
  const read = (cache: ResponseCache<object>, key: string) =>
    cache.read(key, askFor(key), { signal: new AbortController().signal, fresh: false });
  return { asked, read };
}

describe('large answers in memory', () => {
  it('are as many as there is room for, of all caches together: those that came first go first', async () => {
    const clock = createHandClock();
    const room = createAnswerRoom(100 * KB);
    const caches = [0, 1].map(() => createResponseCache<object>({ maxAgeMs: MAX_AGE_MS, clock, room }));
    const { asked, read } = serviceOf(20 * KB);
    for (const key of keys) for (const cache of caches) await read(cache, key);
    const remembered = caches.map((cache) => keys.filter((key) => cache.peek(key) !== undefined));
    expect(remembered).toEqual([
      ['p8', 'p9'],
      ['p7', 'p8', 'p9'],
    ]);
    expect(asked).toHaveLength(20);
  });

  it('leave their room when they are replaced or invalidated, or when their account goes', async () => {
    const clock = createHandClock();
    const room = createAnswerRoom(100 * KB);
    const cache = createResponseCache<object>({ maxAgeMs: MAX_AGE_MS, clock, room });
    const other = createResponseCache<object>({ maxAgeMs: MAX_AGE_MS, clock, room });
    const { read } = serviceOf(60 * KB);
    await serviceOf(30 * KB).read(other, 'stays');

    await read(cache, 'a');
    cache.invalidate('a');
    await read(cache, 'a');
    clock.advance(MAX_AGE_MS / 2);
    await cache.read(
      'a',
      async (_signal, onTicket, _after, onAnswer) => {
        onTicket(99);
        onAnswer(60 * KB);
        return { another: true };
      },
      { signal: new AbortController().signal, fresh: true },
    );
    expect(other.peek('stays')).toBeDefined();
    cache[Symbol.dispose]();
    expect(cache.peek('a')).toBeUndefined();
    await read(cache, 'c');
    expect(other.peek('stays')).toBeDefined();
    await read(cache, 'd');
    expect(other.peek('stays')).toBeUndefined();
  });

  it('are not remembered where one alone is more than the room', async () => {
    const clock = createHandClock();
    const cache = createResponseCache<object>({ maxAgeMs: MAX_AGE_MS, clock, room: createAnswerRoom(100 * KB) });
    const { asked, read } = serviceOf(101 * KB);
    await read(cache, 'a');
    expect(cache.peek('a')).toBeUndefined();
    await read(cache, 'a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('do not matter to small ones, which are bounded by their number', async () => {
    const clock = createHandClock();
    const cache = createResponseCache<object>({ maxAgeMs: MAX_AGE_MS, clock, room: createAnswerRoom(1) });
    const { read } = serviceOf(4 * KB);
    for (const key of keys) await read(cache, key);
    expect(keys.every((key) => cache.peek(key) !== undefined)).toBe(true);
  });
});
