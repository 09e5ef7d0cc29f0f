import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speak } from '../../kit/speech.ts';
import { startCountedService, startInstances } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';

const HOURS_MS = 60 * 60_000;

describe.skipIf(!hasRedis)('speech in a folder that all instances share', () => {
  it('is found whichever instance is asked, and what one that has died has left is cleaned', async () => {
    await using cleanup = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'gateway-shared-audio-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    const left = `speech-${'x'.repeat(43)}.wav.part`;
    await writeFile(join(folder, left), 'begun by an instance that has died');
    const longAgo = new Date(Date.now() - 2 * HOURS_MS);
    await utimes(join(folder, left), longAgo, longAgo);
    await using redis = await startRedis();
    await using service = await startCountedService({ populate: false });
    const env = { AUDIO_STORE: folder };
    await using instances = await startInstances(3, { service, redisUrl: redis.url, env });
    const { result } = await speak(instances[0]!);
    const { pathname } = new URL(result.audio.url);
    const answers = await Promise.all(instances.map(({ url }) => fetch(`${url}${pathname}`)));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sizes).toEqual(Array(3).fill(result.audio.sizeBytes));
    expect(await readdir(folder)).not.toContain(left);
  });
});
