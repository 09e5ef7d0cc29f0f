/**
 * The pace: from what was seen to when to ask next. Two pauses are known for whatever is watched, and the longer one
 * holds: the one that a person who watches would like, and the one that a scarce quota allows. Both follow from how long
 * it may take until there is something new (`expectedWaitMs`), so that requests are spent where changes are near.
 */
import type { Observation } from './polling.ts';
import type { Allocation } from './quota-allocation.ts';

/** The least and the longest pause between two requests for the same thing; a scarce quota makes longer ones. */
export interface IntervalLimits {
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
}

/** The state after a poll. */
export interface PollState {
  readonly observations: readonly Observation[];
  /** How often in a row it was not answered. */
  readonly failures: number;
  /** When it was asked last: the pause runs from then. Epoch ms. */
  readonly at: number;
}

export interface IntervalPolicy {
  readonly limits: IntervalLimits;
  /** The requests that the quota allows. */
  readonly share: Allocation;
  /** In [0, 1). */
  readonly jitter: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** With plenty of quota it is asked for so many times in the time that a change may take, … */
const LOOKS_PER_CHANGE = 100;
/** … so many times in the time that is left until an estimate, or that has passed since, … */
const LOOKS_PER_ESTIMATE = 20;
/** … and until then as often as this, whatever the service means to take: it may be wrong. */
const WORKING_PAUSE_MS = 10 * SECOND_MS;
/** For an estimate a pause is cut short to this part of it at most: estimates are many, and the quota is to last. */
const HASTE = 8;
/** Half of all changes come no further from their estimate than this part of the time that was estimated, it is taken. */
const USUAL_ERROR = 0.2;
/** An error that even the estimate of a moment has. */
const LEAST_ERROR_MS = 2 * SECOND_MS;
/** An estimate for later than this is as good as none. */
const FARTHEST_ESTIMATE_MS = 24 * HOUR_MS;
/** After so many failures the longest pause is reached, whatever the limits are. */
const MANY_FAILURES = 30;
/** However long nothing has changed, it may do so within this. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;

/** After how many ms, from `seen.at`, to ask next. */
export function pollIntervalMs(seen: PollState, { limits, share, jitter }: IntervalPolicy): number {
  const spread = 0.9 + jitter / 5;
  const shared = Math.min(share.longestMs, share.scarcity / urgencyOf(seen));
  const pause = Math.max(patientPauseMs(seen, limits, spread), spread * shared);
  return Math.ceil(Math.min(pause, Math.max(pause / HASTE, untilEstimateMs(seen, limits, jitter))));
}

/** How urgent it is to ask, beside other things. By the square root, the sum of all delays is the least that can be had. */
export function urgencyOf({ observations, at }: PollState): number {
  return 1 / Math.sqrt(expectedWaitMs(observations, at));
}

/** The pause with plenty of quota. */
function patientPauseMs(
  { observations, failures, at }: PollState,
  { minIntervalMs, maxIntervalMs }: IntervalLimits,
  spread: number,
) {
  const pauses = estimatesOf(observations, at).map((estimateAt) => {
    const pause = Math.abs(estimateAt - at) / LOOKS_PER_ESTIMATE;
    return estimateAt > at ? Math.min(WORKING_PAUSE_MS, pause) : pause;
  });
  const pause = Math.min(expectedWaitMs(observations, at) / LOOKS_PER_CHANGE, ...pauses);
  const failed = failures === 0 ? 0 : minIntervalMs * 2 ** Math.min(failures, MANY_FAILURES);
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, spread * Math.max(pause, failed)));
}

/** Until just after the first estimate that is still ahead; infinite if there is none. */
function untilEstimateMs(
  { observations, failures, at }: PollState,
  { minIntervalMs }: IntervalLimits,
  jitter: number,
): number {
  if (failures > 0) return Number.POSITIVE_INFINITY;
  const next = Math.min(...estimatesOf(observations, at).filter((estimateAt) => estimateAt > at));
  return Math.max(minIntervalMs, next - at + (minIntervalMs / 4) * (1 + jitter));
}

/** How long it may take until one of them changes, each at its own rate; of what there is no observation, a while. */
function expectedWaitMs(observations: readonly Observation[], at: number): number {
  if (observations.length === 0) return 10 * MINUTE_MS;
  return (
    1 / observations.reduce((rate, observation) => rate + 1 / Math.min(LONGEST_WAIT_MS, waitOf(observation, at)), 0)
  );
}

function waitOf(observation: Observation, at: number): number {
  // A state that has lasted for a while is assumed to last as long again.
  const age = Math.max(0, at - observation.since);
  switch (observation.phase) {
    case 'queued':
      return 15 * SECOND_MS + age;
    case 'working': {
      const estimateAt = estimateOf(observation, at);
      return estimateAt === null ? 5 * MINUTE_MS + age : estimatedWaitMs(estimateAt, observation.since, at);
    }
    case 'unknown':
      return 10 * MINUTE_MS + age;
    case 'idle':
      return Math.max(HOUR_MS, age);
    case 'settled':
      return LONGEST_WAIT_MS;
  }
}

function estimatesOf(observations: readonly Observation[], at: number): readonly number[] {
  return observations.map((observation) => estimateOf(observation, at)).filter((estimateAt) => estimateAt !== null);
}

/** Null if there is none that makes sense. One that was over before it was first seen is over since then. */
function estimateOf({ phase, estimateAt, since }: Observation, at: number): number | null {
  if (phase !== 'working' || estimateAt === null || !(estimateAt - at <= FARTHEST_ESTIMATE_MS)) return null;
  return Math.max(estimateAt, Math.min(since, at));
}

/**
 * The inverse of the rate at which it changes, if the errors of estimates have a Cauchy distribution: most are small,
 * yet none is too large to be seen. It falls until just after the estimate, and grows again.
 */
function estimatedWaitMs(estimateAt: number, since: number, at: number): number {
  const error = LEAST_ERROR_MS + USUAL_ERROR * Math.max(0, estimateAt - since);
  const late = (at - estimateAt) / error;
  const isStillToCome = Math.atan2(1, late) / Math.PI;
  return Math.PI * error * (1 + late * late) * isStillToCome;
}
