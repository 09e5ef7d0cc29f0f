import type { VideoRecord } from '../account-store.ts';
import { toIso } from '../clock.ts';
import { lengthOf, standingAt, stretchesOf } from '../pipeline.ts';
import { hashOf } from '../random.ts';
import { type WorkSpeed, workDone } from '../work.ts';

/** How long a finished pipeline that is repeated rests, in ms of work. */
const REST_MS = 5 * 60_000;

interface LanguageStanding {
  entry: Record<string, unknown>;
  hasBegun: boolean;
  isFinished: boolean;
}

/** "a transcription-type video has a single entry keyed by the source language" */
function languagesOf(video: VideoRecord): readonly string[] {
  return video.workflow === 'transcription' ? [video.srcLang] : video.dstLangs;
}

/** All target languages are there from the start. */
export function standingsOf(video: VideoRecord, pace: WorkSpeed): readonly LanguageStanding[] {
  return languagesOf(video).map((lang) => standingOf(video, lang, pace));
}

function standingOf(video: VideoRecord, lang: string, pace: WorkSpeed): LanguageStanding {
  const stretches = stretchesOf({
    ...video.plan,
    workflow: video.workflow,
    hasTargetScript: video.targetScriptLangs.includes(lang),
    failsAt: video.failingLang === null || video.failingLang === lang ? video.plan.failsAt : null,
    // Languages do not go in step: each is up to a fifth slower than the plan.
    slowness: video.plan.slowness * (1 + (hashOf(lang) % 21) / 100),
  });
  const startedAt = video.startedAt[lang] ?? video.beganAt;
  const repeatEveryMs = video.isRepeated ? lengthOf(stretches) + REST_MS : null;
  const { stretch, etaInMs, hasBegun, isFinished } = standingAt(
    stretches,
    workDone({ startedAt, repeatEveryMs }, pace),
  );
  const entry = {
    lang,
    phase: stretch.phase,
    pendingOn: stretch.pendingOn,
    isError: stretch.isError,
    eta: etaInMs === null ? null : toIso(Math.round(pace.now + etaInMs / pace.speed)),
    ...video.entryOverrides[lang],
  };
  return { entry, hasBegun, isFinished };
}

/** `new` until a step has begun, `completed` when each language is finished; an update may say otherwise. */
function statusOfVideo(video: VideoRecord, pace: WorkSpeed): string {
  if (video.status !== null) return video.status;
  const standings = standingsOf(video, pace);
  if (standings.every(({ hasBegun }) => !hasBegun)) return 'new';
  return standings.every(({ isFinished }) => isFinished) ? 'completed' : 'in_progress';
}

/** The fields that creation, get and update answer alike. */
export function toVideo(video: VideoRecord, pace: WorkSpeed, studioUrl: string): Record<string, unknown> {
  return {
    id: video.id,
    videoUrl: `${studioUrl}/api/v1/projects/${encodeURIComponent(video.projectId)}/videos/${encodeURIComponent(video.id)}`,
    name: video.name,
    status: statusOfVideo(video, pace),
    srcLang: video.srcLang,
    dstLangs: video.dstLangs,
    ...(video.remark === null ? {} : { remark: video.remark }),
    createdAt: toIso(video.createdAt),
    updatedAt: toIso(video.updatedAt),
  };
}

/** `videoDuration` is there only where there is a video. */
export function durationField(video: VideoRecord): Record<string, unknown> {
  return video.durationSeconds === null ? {} : { videoDuration: video.durationSeconds };
}
