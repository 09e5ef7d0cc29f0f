import type { DubbingProjectRecord, Speaker } from '../account-store.ts';
import { inventScript, inventSpeakers } from '../media/prose.ts';
import { SEEDED } from '../seeded.ts';
import type { JobWork } from '../work.ts';
import type { SeedParts } from './parts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ids = SEEDED.dubbingProjects;

interface Seed extends Partial<DubbingProjectRecord> {
  id: string;
  name: string;
  segments: number;
  ageHours: number;
  /** Instead of catalogue voices. */
  specialKey?: 'soundalike' | 'emotional_transfer';
}

export function seedDubbingProjects({ account, world, label }: SeedParts): void {
  const now = world.clock.now();
  for (const { segments, ageHours, specialKey, ...seed } of seeds(now)) {
    const { sourceLang = 'en', targetLang = 'fr-FR' } = seed;
    const shape = {
      media: `${seed.id}/${account.number}/${world.seed}`,
      count: segments,
      speakers: Math.min(4, 1 + (segments >> 4)),
    };
    account.putDubbingProject({
      createdAt: now - ageHours * HOUR_MS,
      work: done(now - ageHours * HOUR_MS),
      costMinutes: Math.round(segments * 1.1) / 10,
      sourceScript: inventScript(sourceLang, shape),
      targetScript: inventScript(targetLang, shape),
      targetSpeakers: inventSpeakers(world.catalogue, targetLang, shape.speakers, specialKey ?? null),
      ...seed,
      name: label(seed.name),
    });
  }
}

const done = (startedAt: number): JobWork => ({
  startedAt,
  workMs: 6 * MINUTE_MS,
  fate: 'succeeds',
  repeatEveryMs: null,
});

const ODD_SPEAKERS: Speaker[] = [
  { speaker_id: 1, voice_key: 'voice:Rachel', style: 'feminine' },
  { speaker_id: 2, voice_key: 'voice:Retired', style: 'masculine' },
  { speaker_id: 3, voice_key: 'soundalike', style: 'masculine' },
];

function seeds(now: number): Seed[] {
  return [
    { id: ids.ready, name: 'Harbour at dawn', segments: 24, ageHours: 30 },
    {
      id: ids.soundalike,
      name: 'Eleven years on the river',
      segments: 120,
      ageHours: 52,
      targetLang: 'de-DE',
      specialKey: 'soundalike',
    },
    {
      id: ids.emotional,
      name: 'The lighthouse keepers, feature cut',
      segments: 300,
      ageHours: 75,
      sourceLang: 'de',
      targetLang: 'es-ES',
      mixingMode: 'voiceover_without_original_voice',
      specialKey: 'emotional_transfer',
    },
    {
      id: ids.running,
      name: 'Market day',
      segments: 40,
      ageHours: 1,
      targetLang: 'it-IT',
      work: { startedAt: now, workMs: 20 * MINUTE_MS, fate: 'succeeds', repeatEveryMs: 30 * MINUTE_MS },
    },
    {
      id: ids.runningLong,
      name: 'Winter lectures, part 1',
      segments: 200,
      ageHours: 2,
      targetLang: 'pt-BR',
      mixingMode: 'voiceover_only',
      work: { startedAt: now, workMs: 3 * HOUR_MS, fate: 'succeeds', repeatEveryMs: 4 * HOUR_MS },
    },
    {
      id: ids.error,
      name: 'Silent film with piano',
      segments: 8,
      ageHours: 20,
      work: { startedAt: now - 20 * HOUR_MS, workMs: 4 * MINUTE_MS, fate: 'fails', repeatEveryMs: null },
      errorMessage: 'No speech was found in the source video',
      // Its cost was refunded before the sandbox started.
      isRefunded: true,
    },
    {
      id: ids.oddVoices,
      name: 'Interview on the pier',
      segments: 36,
      ageHours: 8,
      sourceLang: 'fr',
      targetLang: 'en-US',
      targetSpeakers: ODD_SPEAKERS,
      translationsCount: 2,
    },
    {
      id: ids.stuck,
      name: 'Endless credits',
      segments: 12,
      ageHours: 5,
      work: { startedAt: now - 5 * HOUR_MS, workMs: 30 * MINUTE_MS, fate: 'never-ends', repeatEveryMs: null },
    },
  ];
}
