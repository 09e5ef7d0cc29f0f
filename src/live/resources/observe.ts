import { type Artifact, artifactState } from '../../domain/artifact/artifact.ts';
import { instantOf } from '../../domain/common/instant.ts';
import { type DubbingProject, dubbingProjectState } from '../../domain/dubbing-project/dubbing-project.ts';
import type { JobState } from '../../domain/job.ts';
import { type LanguageProgress, languageState } from '../../domain/video/video.ts';
import type { Observation } from '../schedule/polling.ts';

export function observeDubbingProject(
  { rawStatus }: DubbingProject,
  { estimateAt, since }: Pick<Observation, 'estimateAt' | 'since'>,
): Observation {
  const phase = phaseOf(dubbingProjectState(rawStatus));
  return { kind: 'dubbingProject', phase, estimateAt: phase === 'working' ? estimateAt : null, since };
}

export function observeArtifact({ rawStatus }: Artifact, since: number): Observation {
  return { kind: 'artifact', phase: phaseOf(artifactState(rawStatus)), estimateAt: null, since };
}

/**
 * One language of a video. What the service works on without an estimate has not begun (INTERFACE.md, "Video status
 * entry").
 */
export function observeLanguage(entry: LanguageProgress, since: number, isCompleted: boolean): Observation {
  const estimateAt = instantOf(entry.eta);
  const state = languageState(entry);
  if (state === 'RUNNING')
    return { kind: 'video', phase: estimateAt === null ? 'queued' : 'working', estimateAt, since };
  const isKnown = state !== 'UNKNOWN' || entry.rawPendingOn === null;
  const idle = isCompleted ? 'settled' : 'idle';
  return { kind: 'video', phase: isKnown ? idle : 'unknown', estimateAt: null, since };
}

function phaseOf(state: JobState): Observation['phase'] {
  switch (state) {
    case 'RUNNING':
      return 'working';
    case 'WAITING':
      return 'idle';
    case 'DONE':
    case 'FAILED':
      return 'settled';
    case 'UNKNOWN':
      return 'unknown';
  }
}

/**
 * How far off the estimates were of all that was at work and is done now: the time at which that was seen, less the estimate.
 * Things that come and go cannot be compared.
 * @param at epoch ms
 * @returns ms, positive for what came late
 */
export function estimateErrors(
  previous: readonly Observation[],
  current: readonly Observation[],
  at: number,
): readonly number[] {
  if (previous.length !== current.length) return [];
  return previous.flatMap(({ phase, estimateAt }, index) => {
    const next = current[index]?.phase;
    const isDone = phase === 'working' && (next === 'idle' || next === 'settled');
    return isDone && estimateAt !== null ? [at - estimateAt] : [];
  });
}
