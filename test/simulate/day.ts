import { artifact, dubbingProject, type JobMaker, type SimulatedJob, video } from './jobs.ts';
import { createRandom } from './random.ts';

export interface DayOptions {
  readonly projects: number;
  readonly videos: number;
  readonly artifacts: number;
  readonly watchers: number;
  readonly hours: number;
  readonly seed: number;
  /** How wrong an estimate may be, as a part of the time that is estimated: 0.3 is ±30 %. */
  readonly misjudged: number;
}

/** Somebody who watches one job for a while. */
export interface Visit {
  readonly job: SimulatedJob;
  readonly from: number;
  readonly to: number;
  /** Whether they look at what only the job's own address tells. */
  readonly details: boolean;
}

export interface Day {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly jobs: readonly SimulatedJob[];
  readonly visits: readonly Visit[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Jobs are made until so much of the day is over, so that something comes of most of them. */
const MADE_UNTIL = 0.95;

/** The same day for the same options, whatever is done in it. `now` is the time in it, for what the service tells. */
export function planDay(options: DayOptions, startsAt: number, now: () => number): Day {
  const random = createRandom(options.seed);
  const endsAt = startsAt + options.hours * HOUR_MS;
  const maker: JobMaker = { random, now, endsAt, misjudged: options.misjudged };
  const some = (count: number, make: typeof video, word: string): SimulatedJob[] =>
    Array.from({ length: count }, (_, index) =>
      make(maker, `${word}${index + 1}`, Math.round(startsAt + random() * MADE_UNTIL * (endsAt - startsAt))),
    );
  const jobs = [
    ...some(options.projects, dubbingProject, '20'),
    ...some(options.videos, video, 'vid_'),
    ...some(options.artifacts, artifact, 'art_'),
  ];
  const visits = Array.from({ length: options.watchers }, (_, index) => visit(maker, jobs, index));
  return { startsAt, endsAt, jobs, visits };
}

/**
 * The creator of a job looks at once, the others at any time while it moves; each for three quarters of an hour, more or
 * less.
 */
function visit({ random, endsAt }: JobMaker, jobs: readonly SimulatedJob[], index: number): Visit {
  const job = jobs[index % jobs.length];
  if (job === undefined) throw new Error('There is no job to watch.');
  const movesForMs = (job.changes.at(-1) ?? job.createdAt) - job.createdAt;
  const isMaker = index < jobs.length;
  const from = job.createdAt + (isMaker ? 500 : Math.round(random() * movesForMs));
  const lastsMs = MINUTE_MS - Math.log(1 - random()) * 45 * MINUTE_MS;
  return { job, from, to: Math.min(endsAt, Math.round(from + lastsMs)), details: random() < 0.3 };
}
