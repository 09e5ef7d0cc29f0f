import type { VideoRecord } from '../account-store.ts';
import { SEEDED } from '../seeded.ts';
import type { SeedParts } from './parts.ts';

const HOUR_MS = 60 * 60_000;
/** So much work that every pipeline is at its end. */
const ALL_DONE_MS = 1000 * HOUR_MS;
/** So much that the first step runs. */
const RUNNING_MS = 60_000;
const ids = SEEDED.videos;

interface Seed extends Omit<Partial<VideoRecord>, 'plan' | 'beganAt'> {
  id: string;
  name: string;
  plan?: Partial<VideoRecord['plan']>;
  /** Ms of work already done at the start. */
  aheadMs?: number;
}

export function seedVideos({ account, world, label }: SeedParts): void {
  const now = world.clock.now();
  const put = (projectId: string, { plan, aheadMs = RUNNING_MS, ...seed }: Seed): void => {
    const name = label(seed.name);
    const beganAt = now - aheadMs / world.speed;
    const createdAt = now - 3 * HOUR_MS;
    const video = account.putVideo({
      durationSeconds: 312.4,
      createdAt,
      updatedAt: createdAt,
      ...seed,
      projectId,
      name,
      beganAt,
    });
    video.plan = { ...video.plan, ...plan };
  };
  for (const seed of demoSeeds()) put(SEEDED.studioProjects.demo, seed);
  for (const seed of episodeSeeds()) put(SEEDED.studioProjects.series, seed);
}

function demoSeeds(): Seed[] {
  return [...dubbingSeeds(), ...otherSeeds()];
}

function dubbingSeeds(): Seed[] {
  return [
    {
      id: ids.dubbingRunning,
      name: 'Harbour at dawn',
      dstLangs: ['fr-FR', 'de-DE', 'es-ES'],
      isRepeated: true,
      remark: 'Names of ships stay in English',
      stringVariables: [{ key: 'season', value: '2' }],
      plan: { slowness: 3 },
    },
    { id: ids.dubbingNew, name: 'Boats, raw cut', dstLangs: ['fr-FR', 'pt-BR'], plan: { isNeverStarted: true } },
    { id: ids.dubbingCompleted, name: 'Old bridge', dstLangs: ['fr-FR', 'it-IT'], aheadMs: ALL_DONE_MS },
    {
      id: ids.dubbingFailed,
      name: 'Tide tables',
      dstLangs: ['de-DE', 'ja-JP'],
      aheadMs: ALL_DONE_MS,
      failingLang: 'ja-JP',
      plan: { failsAt: 'voiceover' },
    },
    {
      id: ids.dubbingFlaky,
      name: 'Second season trailer',
      dstLangs: ['es-MX'],
      isRepeated: true,
      plan: { failsAt: 'mixing', isRetried: true },
    },
    { id: ids.dubbingStuck, name: 'Grandfather’s workshop', plan: { sticksAt: 'translation' }, aheadMs: HOUR_MS },
  ];
}

function otherSeeds(): Seed[] {
  const tts = { workflow: 'tts', srcLang: 'en', dstLangs: ['en-US'], durationSeconds: null } as const;
  return [
    {
      id: ids.voiceoverRunning,
      name: 'Market day',
      workflow: 'voiceover',
      dstLangs: ['it-IT', 'nl-NL'],
      isRepeated: true,
    },
    {
      id: ids.audioDescriptionManual,
      name: 'Lighthouse, described',
      workflow: 'audio_description',
      dstLangs: ['en-GB'],
      plan: { manual: ['transcription'], slowness: 1000 },
    },
    {
      id: ids.transcriptionRunning,
      name: 'Town meeting',
      workflow: 'transcription',
      dstLangs: [],
      isRepeated: true,
      plan: { slowness: 2 },
    },
    {
      id: ids.translationCompleted,
      name: 'Fish auction',
      workflow: 'translation',
      dstLangs: ['sv-SE'],
      aheadMs: ALL_DONE_MS,
    },
    {
      id: ids.subtitlingRunning,
      name: 'River clean-up',
      workflow: 'subtitling',
      dstLangs: ['fr-FR', 'ar-EG', 'ja-JP'],
      isRepeated: true,
    },
    {
      ...tts,
      dstLangs: ['en-US'],
      id: ids.ttsRunning,
      name: 'Game lines, act 1',
      isRepeated: true,
      plan: { hasSourceScript: true },
    },
    {
      ...tts,
      dstLangs: ['en-US'],
      id: ids.ttsFailed,
      name: 'Game lines, act 2',
      aheadMs: ALL_DONE_MS,
      plan: { hasSourceScript: true, failsAt: 'rendering' },
    },
  ];
}

function episodeSeeds(): Seed[] {
  const [first, second, third] = SEEDED.episodes;
  return [
    { id: first, name: 'Episode 1', dstLangs: ['fr-FR', 'de-DE'], aheadMs: ALL_DONE_MS },
    { id: second, name: 'Episode 2', dstLangs: ['fr-FR', 'de-DE'], isRepeated: true, plan: { slowness: 6 } },
    { id: third, name: 'Episode 3', dstLangs: ['fr-FR', 'de-DE'], plan: { manual: ['translation'], slowness: 20 } },
  ];
}
