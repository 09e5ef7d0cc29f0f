import { type AccountStore, charge, type DubbingProjectRecord } from '../account-store.ts';
import { toIso } from '../clock.ts';
import { paceOf, type World } from '../http/endpoint-request.ts';
import { endOfWork, stateOfWork, type WorkSpeed } from '../work.ts';

export type DubbingStatus = 'in_progress' | 'ready' | 'error';

const STATUS_OF = { running: 'in_progress', done: 'ready', failed: 'error' } as const;

export function statusOf(project: DubbingProjectRecord, pace: WorkSpeed): DubbingStatus {
  return STATUS_OF[stateOfWork(project.work, pace)];
}

/** "Failed projects do not consume balance": their minutes are refunded as soon as the failure is visible. */
export function balanceOf(account: AccountStore, world: World): number {
  for (const project of account.dubbingProjects.values()) {
    if (project.isRefunded || statusOf(project, paceOf(world)) !== 'error') continue;
    project.isRefunded = true;
    charge(account, -project.costMinutes);
  }
  return account.balanceMinutes;
}

export function toListItem(project: DubbingProjectRecord, pace: WorkSpeed): Record<string, unknown> {
  return {
    project_id: project.id,
    name: project.name,
    status: statusOf(project, pace),
    source_lang: project.sourceLang,
    target_lang: project.targetLang,
    cost_minutes: project.costMinutes,
    created_date: toIso(project.createdAt),
    ...project.listOverrides,
  };
}

/** The detail has no project_id: the document does not list it ("Legacy project, detail fields"). */
export function toDetail(project: DubbingProjectRecord, pace: WorkSpeed, downloads: string): Record<string, unknown> {
  const status = statusOf(project, pace);
  return {
    name: project.name,
    source_lang: project.sourceLang,
    target_lang: project.targetLang,
    mixing_mode: project.mixingMode,
    cost_minutes: project.costMinutes,
    created_date: toIso(project.createdAt),
    status,
    ...fieldsOf(status, project, pace, downloads),
    ...project.overrides,
  };
}

function fieldsOf(
  status: DubbingStatus,
  project: DubbingProjectRecord,
  pace: WorkSpeed,
  downloads: string,
): Record<string, unknown> {
  const end = toIso(endOfWork(project.work, pace));
  if (status === 'in_progress') return { estimated_completion_date: end };
  if (status === 'error') return { error_message: project.errorMessage };
  return {
    completion_date: end,
    output_video_url: downloadUrl(downloads, project, 'video.mp4'),
    output_tts_audio_url: downloadUrl(downloads, project, 'speech.wav'),
    output_source_script: project.sourceScript,
    output_target_script: project.targetScript,
    output_target_speakers: project.targetSpeakers,
  };
}

/** A link that needs no key, as a download link does; it holds while the project does. */
function downloadUrl(downloads: string, project: DubbingProjectRecord, file: string): string {
  return `${downloads}/${encodeURIComponent(project.id)}/${project.translationsCount}/${file}`;
}
