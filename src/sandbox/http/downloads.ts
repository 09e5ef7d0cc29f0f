import { statusOf } from '../dubbing/status.ts';
import { toneWav } from '../media/wav.ts';
import { type Answer, missing } from './answer.ts';
import { paceOf, type World } from './endpoint-request.ts';

const MAX_SECONDS = 60;
const LINK = /^\/downloads\/(\d+)\/([^/]+)\/(\d+)\/(video\.mp4|speech\.wav)$/;

/** The files behind a dubbing project's download links: a real WAV, and a video that is only a frame of one (not playable). */
export function download(world: World, method: string, path: string): Answer {
  const [, number, id, translations, file] = LINK.exec(path) ?? [];
  const account = [...world.accounts.values()].find((account) => account.number === Number(number));
  const projects = [...(account?.dubbingProjects.values() ?? [])];
  const project = projects.find((project) => encodeURIComponent(project.id) === id);
  // "all download URLs of the project become invalid" on deletion
  if (method !== 'GET' || project === undefined || statusOf(project, paceOf(world)) !== 'ready') return missing();
  if (project.translationsCount !== Number(translations)) return missing();
  if (file === 'video.mp4') return { status: 200, contentType: 'video/mp4', body: MP4_FRAME };
  const seconds = Math.min(MAX_SECONDS, project.costMinutes * 60);
  return { status: 200, contentType: 'audio/wav', body: () => toneWav(seconds) };
}

const MP4_FRAME = '\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2\0\0\0\u0008free';
