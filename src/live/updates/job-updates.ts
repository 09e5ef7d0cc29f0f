import { ARTIFACT_STATUSES, type Artifact, artifactState } from '../../domain/artifact/artifact.ts';
import { deepEqual } from '../../domain/common/deep-equal.ts';
import { formatGlobalId } from '../../domain/common/global-id.ts';
import { knownWord } from '../../domain/common/known-word.ts';
import {
  type DubbingProject,
  type DubbingProjectStatus,
  dubbingProjectState,
  dubbingProjectStatus,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { isDone } from '../../domain/job.ts';
import type { ArtifactUpdate, DubbingProjectUpdate, LanguageChange, VideoUpdate } from '../../domain/update.ts';
import { isSettled, type LanguageProgress, type Video, type VideoProgress } from '../../domain/video/video.ts';
import type { UpdateFormat } from './update-format.ts';

export const dubbingProjectUpdates: UpdateFormat<DubbingProject, DubbingProjectStatus | null, DubbingProjectUpdate> = {
  baseline: ({ rawStatus }) => dubbingProjectStatus(rawStatus),
  diff: (_from, { rawStatus }) => ({ kind: 'CHANGED', baseline: dubbingProjectStatus(rawStatus) }),
  toUpdate: (about, project, from) => ({
    of: 'DubbingProject',
    subject: formatGlobalId('DubbingProject', project.projectId),
    project,
    previousStatus: from,
    ...about,
  }),
  isFinal: ({ rawStatus }) => isDone(dubbingProjectState(rawStatus)),
};

type ArtifactStatus = ArtifactUpdate['previousStatus'];

export const artifactUpdates: UpdateFormat<Artifact, ArtifactStatus, ArtifactUpdate> = {
  baseline: ({ rawStatus }) => knownWord(ARTIFACT_STATUSES, rawStatus),
  diff: (_from, { rawStatus }) => ({ kind: 'CHANGED', baseline: knownWord(ARTIFACT_STATUSES, rawStatus) }),
  toUpdate: (about, artifact, from) => ({
    of: 'Artifact',
    subject: formatGlobalId('Artifact', artifact.artifactId),
    artifact,
    previousStatus: from,
    ...about,
  }),
  isFinal: ({ rawStatus }) => isDone(artifactState(rawStatus)),
};

export interface VideoState {
  readonly video: Video;
  readonly progress: VideoProgress;
}

/** A video has no terminal state (`isSettled`): it ends for those only who ask for no more than its next rest. */
export const videoUpdates: UpdateFormat<VideoState, VideoProgress, VideoUpdate> = {
  baseline: ({ progress }) => progress,
  diff: (_from, { progress }) => ({ kind: 'CHANGED', baseline: progress }),
  toUpdate: (about, { video, progress }, from) => ({
    of: 'Video',
    subject: formatGlobalId('Video', video.projectId, video.videoId),
    video,
    progress,
    changes: from === null ? [] : languageChanges(from, progress),
    ...about,
  }),
  isFinal: ({ progress }, untilSettled) => untilSettled && isSettled(progress),
};

/** The changes in the current order of the languages; removed ones come last. */
function languageChanges(from: VideoProgress, to: VideoProgress): readonly LanguageChange[] {
  const [before, after] = [byLanguage(from), byLanguage(to)];
  const languages = new Set([...after.keys(), ...before.keys()]);
  return [...languages]
    .map((language) => ({
      language,
      before: before.get(language) ?? null,
      after: after.get(language) ?? null,
    }))
    .filter((change) => !deepEqual(change.before, change.after));
}

function byLanguage({ items }: VideoProgress): ReadonlyMap<string, LanguageProgress> {
  return new Map(items.map((entry) => [entry.language, entry]));
}
