import { type Answer, missing } from './answer.ts';
import { paceOf, type World } from './call.ts';
import { statusOf } from './dubbing/status.ts';
import { toneWav } from './wav.ts';

const MAX_SECONDS = 60;

/** The files behind a dubbing project's download links: a real WAV, and a video that is only a frame of one (not playable). */
export function download(world: World, method: string, path: string): Answer {
  const [, id, translations, file] = /^\/downloads\/([^/]+)\/(\d+)\/(video\.mp4|speech\.wav)$/.exec(path) ?? [];
  if (method !== 'GET' || id === undefined) return missing();
  // Accounts may have the same id; the links carry no key, so any account that has it will do.
  const project = [...world.accounts.values()]
    .map((account) => account.dubbingProjects.get(decodeURIComponent(id)))
    .find((p) => p !== undefined);
  // "all download URLs of the project become invalid" on deletion
  if (project === undefined || statusOf(project, paceOf(world)) !== 'ready') return missing();
  if (project.translationsCount !== Number(translations)) return missing();
  if (file === 'video.mp4') return { status: 200, contentType: 'video/mp4', body: MP4_FRAME };
  const seconds = Math.min(MAX_SECONDS, project.costMinutes * 60);
  return { status: 200, contentType: 'audio/wav', body: () => toneWav(seconds) };
}

const MP4_FRAME = '\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2\0\0\0\u0008free';
