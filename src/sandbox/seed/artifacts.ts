import { type ArtifactRecord, doneAt } from '../account-store.ts';
import { SEEDED } from '../seeded.ts';
import { MAX_ARTIFACT_BYTES } from '../studio/artifact-status.ts';
import type { SeedParts } from './parts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ids = SEEDED.artifacts;

export function seedArtifacts({ account, world, label }: SeedParts): void {
  const now = world.clock.now();
  for (const seed of seeds(now, world.speed)) {
    account.putArtifact({
      createdAt: now - 40 * HOUR_MS,
      work: doneAt(now - 39 * HOUR_MS),
      s3Path: `media/${seed.id}/${seed.name}`,
      // Accounts have the same ids with different content.
      size: 48_000_000 + account.number,
      ...seed,
      name: label(seed.name),
    });
  }
}

function seeds(now: number, speed: number): (Partial<ArtifactRecord> & { id: string; name: string })[] {
  return [
    { id: ids.video, name: 'harbour.mp4', duration: 312.4 },
    { id: ids.audio, name: 'narration.wav', type: 'audio', duration: 95.2 },
    { id: ids.script, name: 'lines.csv', type: 'script', size: 18_400, duration: null, characters: 17_900 },
    { id: ids.huge, name: 'feature-master.mov', size: MAX_ARTIFACT_BYTES, duration: 7214.5 },
    { id: ids.fragments, name: 'three clips', uploadMethod: 'fragments', duration: 61 },
    {
      id: ids.created,
      name: 'waiting.mp4',
      createdAt: now,
      createdMs: Number.POSITIVE_INFINITY,
      work: { startedAt: now, workMs: HOUR_MS, fate: 'never-ends', repeatEveryMs: null },
    },
    {
      id: ids.uploading,
      name: 'episode-4.mp4',
      duration: 1450,
      createdMs: 4 * MINUTE_MS,
      work: {
        startedAt: now - (5 * MINUTE_MS) / speed,
        workMs: 20 * MINUTE_MS,
        fate: 'succeeds',
        repeatEveryMs: 25 * MINUTE_MS,
      },
    },
    {
      id: ids.failed,
      name: 'corrupt.avi',
      work: { startedAt: now - 39 * HOUR_MS, workMs: 2 * MINUTE_MS, fate: 'fails', repeatEveryMs: null },
      errorMessage: 'The codec of the file is not supported',
    },
  ];
}
