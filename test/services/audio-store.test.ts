import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AudioStore, startAudioStore } from '../../src/services/audio-store.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';

const TTL_MS = 3_600_000;
const STARTED_AT = Date.parse('2025-03-01T12:00:00.250Z');

let parent: string;
let folder: string;
let clock: HandClock;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'audio-store-'));
  folder = join(parent, 'made', 'on start');
  clock = createHandClock(STARTED_AT);
});
afterEach(async () => {
  await rm(parent, { recursive: true });
});

const start = (ttlMs = TTL_MS): Promise<AudioStore> =>
  startAudioStore({ folder, ttlMs, log: pino({ level: 'silent' }), clock });

async function keep(store: AudioStore, content: string) {
  await using draft = await store.draft();
  await writeFile(draft.path, content);
  return await draft.keep();
}

const permissions = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the room of the audio store', () => {
  const startWith = (free: number) =>
    startAudioStore({
      folder,
      ttlMs: TTL_MS,
      log: pino({ level: 'silent' }),
      clock,
      freeBytes: async () => free,
    });

  it('is looked at before a file is begun: what is being written has its share', async () => {
    await using store = await startWith(1000);
    await expect(store.draft(1001)).rejects.toThrow('no room');
    await using first = await store.draft(600);
    await expect(store.draft(600)).rejects.toThrow('no room');
    await first[Symbol.asyncDispose]();
    await (await store.draft(600))[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is made anew where somebody has removed the folder', async () => {
    await using store = await start();
    await rm(folder, { recursive: true });
    expect(await store.find('x'.repeat(43))).toBeNull();
    expect((await keep(store, 'speech')).sizeBytes).toBe(6);
  });

  it('that cannot be made is refused, and is no surprise', async () => {
    await using store = await start();
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await expect(store.draft(1)).rejects.toMatchObject({ name: 'NoRoomError', code: 'RATE_LIMITED' });
  });
});

describe('the audio store', () => {
  it('finds what it keeps by its token, until it expires', async () => {
    await using store = await start();
    const kept = await keep(store, 'speech');
    expect(kept).toMatchObject({ sizeBytes: 6, expiresAtMs: STARTED_AT + TTL_MS });
    expect(await readFile(kept.path, 'utf8')).toBe('speech');
    expect(await store.find(kept.token)).toEqual(kept);
    clock.advance(STARTED_AT + TTL_MS - 1 - clock.now());
    expect(await store.find(kept.token)).toEqual(kept);
    clock.advance(STARTED_AT + TTL_MS - clock.now());
    expect(await store.find(kept.token)).toBeNull();
  });

  it('gives each file a token of 256 bits', async () => {
    await using store = await start();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await keep(store, 'x')).token));
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('finds nothing for a token that is altered, made up or a path', async () => {
    await using store = await start();
    const { token } = await keep(store, 'speech');
    await writeFile(join(parent, 'secret.wav'), 'secret');
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    const texts = [
      altered,
      token.slice(1),
      `${token}.wav`,
      `./${token}`,
      '',
      '../../secret',
      `${token}\0`,
      'A'.repeat(43),
    ];
    for (const text of texts) expect(await store.find(text), text).toBeNull();
  });

  it('lets nobody else read its folder or its files', async () => {
    await using store = await start();
    expect(await permissions(folder)).toBe('700');
    await using draft = await store.draft();
    expect(await permissions(draft.path)).toBe('600');
    await writeFile(draft.path, 'speech');
    expect(await permissions((await draft.keep()).path)).toBe('600');
  });

  it('leaves nothing of a draft that was not kept', async () => {
    await using store = await start();
    {
      await using draft = await store.draft();
      await writeFile(draft.path, 'half a spee');
      const [name] = await readdir(folder);
      expect(await store.find(name!.replace(/^speech-|\.wav\.part$/g, ''))).toBeNull();
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('still finds after a restart what has not expired', async () => {
    const first = await start();
    const kept = await keep(first, 'speech');
    await first[Symbol.asyncDispose]();
    clock.advance(TTL_MS - 1);
    await using second = await start();
    expect(await second.find(kept.token)).toEqual(kept);
  });

  it('removes on start what has expired, and the half of a file that a gateway left an hour ago', async () => {
    const ttlMs = 1000;
    const draftAt = async (store: AudioStore, at: number) => {
      const { path } = await store.draft();
      await utimes(path, new Date(at), new Date(at));
      return path;
    };
    const first = await start(ttlMs);
    await keep(first, 'old');
    await draftAt(first, clock.now());
    clock.advance(3_600_000);
    const underWay = await draftAt(first, clock.now() - ttlMs);
    const kept = await keep(first, 'new');
    await first[Symbol.asyncDispose]();
    await using _second = await start(ttlMs);
    const left = [kept.path, underWay].map((path) => path.slice(folder.length + 1)).sort();
    expect((await readdir(folder)).sort()).toEqual(left);
  });

  it('never touches a file that is not its own', async () => {
    const first = await start();
    const names = ['notes.txt', 'speech-.wav', 'speech-abc.wav.part', `speech-${'A'.repeat(43)}.mp3`];
    for (const name of names) {
      await writeFile(join(folder, name), 'mine');
      await utimes(join(folder, name), new Date(0), new Date(0));
    }
    await first[Symbol.asyncDispose]();
    await using _second = await start();
    expect((await readdir(folder)).sort()).toEqual([...names].sort());
  });

  it('removes what has expired while it runs, and stops doing so when it is disposed of', async () => {
    const store = await start();
    await keep(store, 'speech');
    clock.advance(TTL_MS);
    await store[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
    expect(clock.timers).toBe(0);
  });
});
