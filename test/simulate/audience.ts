import type { JobKind, SimulatedJob } from './jobs.ts';

/** How long it took until somebody was told of a change. */
export interface Delay {
  readonly kind: JobKind;
  readonly ms: number;
  /** False if all who watched left before that: `ms` is how long they were not told. */
  readonly isTold: boolean;
}

/** Everybody who watches, and what they have been told. */
export interface Audience {
  readonly delays: readonly Delay[];
  come(job: SimulatedJob, now: number): void;
  go(job: SimulatedJob, now: number): void;
  /** Somebody is told what the service said of a job at a moment. */
  told(job: SimulatedJob, saidAt: number, now: number): void;
}

interface Row {
  watchers: number;
  /** How many of the job's changes have come to pass. */
  passed: number;
  /** Those of which somebody is to be told. */
  untold: number[];
}

export function createAudience(): Audience {
  const rows = new Map<SimulatedJob, Row>();
  const delays: Delay[] = [];
  /** The row, with what has come to pass. A change that nobody watches is nothing to be told of. */
  const rowOf = (job: SimulatedJob, now: number): Row => {
    const row = rows.get(job) ?? { watchers: 0, passed: 0, untold: [] };
    rows.set(job, row);
    const passed = job.changes.filter((at) => at <= now).length;
    if (row.watchers > 0) row.untold.push(...job.changes.slice(row.passed, passed));
    row.passed = passed;
    return row;
  };
  const settle = (job: SimulatedJob, row: Row, until: number, now: number, isTold: boolean): void => {
    for (const at of row.untold) if (at <= until) delays.push({ kind: job.kind, ms: now - at, isTold });
    row.untold = row.untold.filter((at) => at > until);
  };
  return {
    delays,
    come: (job, now) => {
      rowOf(job, now).watchers += 1;
    },
    go: (job, now) => {
      const row = rowOf(job, now);
      row.watchers -= 1;
      if (row.watchers === 0) settle(job, row, now, now, false);
    },
    told: (job, saidAt, now) => settle(job, rowOf(job, now), saidAt, now, true),
  };
}
