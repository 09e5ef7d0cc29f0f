/** The phases of a video, per language (INTERFACE.md, "Video status entry"). */
export const PHASES = ['transcription', 'translation', 'voiceover', 'mixing', 'rendering'] as const;
export type Phase = (typeof PHASES)[number];

export const WORKFLOWS = [
  'dubbing',
  'voiceover',
  'audio_description',
  'transcription',
  'translation',
  'subtitling',
  'tts',
] as const;
export type Workflow = (typeof WORKFLOWS)[number];

// Only the order of tts is documented (INTERFACE.md, "Pipeline phase"). The others are a plausible choice.
const PHASES_OF: Record<Workflow, readonly Phase[]> = {
  dubbing: PHASES,
  voiceover: PHASES,
  audio_description: PHASES,
  transcription: ['transcription'],
  translation: ['transcription', 'translation'],
  subtitling: ['transcription', 'translation', 'rendering'],
  tts: ['voiceover', 'rendering'],
};

const MINUTE = 60_000;
export const QUEUE_MS = MINUTE / 2;
export const MANUAL_MS = 6 * MINUTE;
/** How long a step runs at speed 1. */
export const STEP_MS: Record<Phase, number> = {
  transcription: 4 * MINUTE,
  translation: 3 * MINUTE,
  voiceover: 4 * MINUTE,
  mixing: 2 * MINUTE,
  rendering: 3 * MINUTE,
};

/** The pipeline of one language of a video. */
export interface PipelinePlan {
  workflow: Workflow;
  hasSourceScript: boolean;
  hasTargetScript: boolean;
  /** Phases that an editor does. */
  manual: readonly Phase[];
  failsAt: Phase | 'last' | null;
  /** The step that fails is started again by itself, and then succeeds. */
  isRetried: boolean;
  sticksAt: Phase | 'first' | null;
  isNeverStarted: boolean;
  /** How many times longer than `STEP_MS` each step runs. */
  slowness: number;
}

/** A time in which an entry does not change; the last one never ends. */
export interface Stretch {
  phase: Phase;
  pendingOn: 'system' | 'editor' | null;
  isError: boolean;
  lastsMs: number;
  /** The estimate of the running step; null while nothing runs. */
  estimateMs: number | null;
}

function phasesOf(plan: Pick<PipelinePlan, 'workflow' | 'hasSourceScript' | 'hasTargetScript'>): readonly Phase[] {
  const all = PHASES_OF[plan.workflow];
  if (plan.workflow === 'tts') return all;
  const needed = all.filter(
    (phase) =>
      !(phase === 'transcription' && (plan.hasSourceScript || plan.hasTargetScript)) &&
      !(phase === 'translation' && plan.hasTargetScript),
  );
  // A transcription with a given transcript has no work and rests at its end.
  return needed.length > 0 ? needed : all.slice(-1);
}

/** The whole life of one language, from its creation on. */
export function stretchesOf(plan: PipelinePlan): readonly Stretch[] {
  const phases = phasesOf(plan);
  const last = phases.at(-1) ?? 'rendering';
  const stretches: Stretch[] = [];
  for (const phase of phases) {
    stretches.push(...stepOf(plan, phase, phase === phases[0], phase === last));
    const end = stretches.at(-1);
    if (end?.lastsMs === Number.POSITIVE_INFINITY) return stretches;
  }
  // No workflow has a final state: a finished entry rests at pendingOn `editor`.
  return [...stretches, stretch(last, 'editor', Number.POSITIVE_INFINITY)];
}

function stepOf(plan: PipelinePlan, phase: Phase, isFirst: boolean, isLast: boolean): Stretch[] {
  const runsMs = STEP_MS[phase] * plan.slowness;
  if (plan.manual.includes(phase)) return [stretch(phase, 'editor', MANUAL_MS * plan.slowness)];
  if (plan.isNeverStarted) return [stretch(phase, 'system', Number.POSITIVE_INFINITY)];
  const queued = stretch(phase, 'system', QUEUE_MS);
  const running: Stretch = { ...stretch(phase, 'system', runsMs), estimateMs: runsMs };
  if (plan.sticksAt === phase || (plan.sticksAt === 'first' && isFirst)) {
    return [queued, { ...running, lastsMs: Number.POSITIVE_INFINITY }];
  }
  if (plan.failsAt !== phase && !(plan.failsAt === 'last' && isLast)) return [queued, running];
  const broken: Stretch = { ...running, lastsMs: runsMs / 2 };
  const failed: Stretch = { ...stretch(phase, null, MINUTE), isError: true };
  return plan.isRetried
    ? [queued, broken, failed, running]
    : [queued, broken, { ...failed, lastsMs: Number.POSITIVE_INFINITY }];
}

function stretch(phase: Phase, pendingOn: Stretch['pendingOn'], lastsMs: number): Stretch {
  return { phase, pendingOn, isError: false, lastsMs, estimateMs: null };
}

/** Where a language stands after so much work; `etaInMs` counts from then, in ms of work. */
export function standingAt(
  stretches: readonly Stretch[],
  doneMs: number,
): { stretch: Stretch; etaInMs: number | null; hasBegun: boolean; isFinished: boolean } {
  let begin = 0;
  for (const [index, current] of stretches.entries()) {
    const end = begin + current.lastsMs;
    if (doneMs < end) {
      const etaInMs = current.estimateMs === null ? null : begin + current.estimateMs - doneMs;
      const isFinished = index === stretches.length - 1 && current.pendingOn === 'editor';
      return { stretch: current, etaInMs, hasBegun: index > 0 || current.pendingOn !== 'system', isFinished };
    }
    begin = end;
  }
  throw new Error('The last stretch of a pipeline never ends.');
}

/** How long the work on a language lasts until it rests, in ms of work. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { lastsMs }) => (lastsMs === Number.POSITIVE_INFINITY ? sum : sum + lastsMs), 0);
}
