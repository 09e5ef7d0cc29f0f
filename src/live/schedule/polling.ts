/** The interfaces between watched resources (`../resources`) and the schedule of their polls (`scheduler.ts`, `plan-all.ts`). */

/**
 * The latest that was seen of one thing that moves by itself: a dubbing project, an artifact, one language of a video, the balance.
 * All instants are milliseconds since the epoch.
 */
export interface Observation {
  readonly phase: /** The service is at work on it. */
    | 'working'
    /** It waits for the service to begin: pending on `system`, without an estimate. */
    | 'queued'
    /** It rests with a person, or is stuck on an error: it may be taken up again at any time. */
    | 'idle'
    /** Nothing more is expected of it: ready, failed, uploaded. */
    | 'settled'
    /** The service said something that nobody knows. */
    | 'unknown';
  /** When the service means to have done what it is doing; null if it does not say. */
  readonly estimateAt: number | null;
  /** Since when it is as it is: when a change was last seen, or it was first looked at. */
  readonly since: number;
}

/** One request of the service that is repeated for as long as somebody watches its answer. */
export interface Pollable {
  /** Unique among those of the account. */
  readonly address: string;
  /** From the last answer, one for each watched thing; empty before the first answer. */
  readonly observations: readonly Observation[];
  /** When it was last answered sensibly; null before the first time. */
  readonly answeredAt: number | null;
  /** How often in a row it was not. That the quota did not allow it (`RateLimitedError`) does not count. */
  readonly failures: number;
  /** False once nobody watches: then it is not polled again but let go (`onUnwatched`) when its turn comes. */
  readonly isWatched: boolean;
  /**
   * Asks, once. Resolves when what came of it has been taken in (`observations`, `failures`, …), and never rejects.
   * `interactive` for the first time and after a write, since somebody waits for it.
   */
  poll(priority: 'interactive' | 'polling'): Promise<PollOutcome>;
  /** Called after each poll, and whenever the plan has become another since. */
  onScheduled(plan: Plan): void;
  /** Its turn came, and nobody watched: the scheduler has let go of it. */
  onUnwatched(): void;
}

/**
 * `recalled`: the service was not asked, since it was a moment ago: the interval begins all the same.
 * `refused`: the service was not asked, for lack of quota, or a write made the answer worthless.
 */
export type PollOutcome = 'answered' | 'recalled' | 'failed' | 'refused';

export interface Plan {
  /** When it is to be asked again. */
  readonly nextAt: number;
  /** It should be asked earlier, but the quota is used up, or the service has answered 429. */
  readonly isThrottled: boolean;
}

/** The plan of one poll; instants are epoch ms. */
export interface PollPlan extends Plan {
  /** When the interval begins, and ends. */
  readonly askedAt: number;
  readonly intervalEndsAt: number;
}

/** Decides when each pollable of one account is asked: soon where a change is likely, and never beyond the quota. */
export interface Scheduler extends Disposable {
  /** Begins with it: asks at once, as `interactive`. */
  add(pollable: Pollable): ScheduleHandle;
}

/** The scheduler of one instance of the gateway: it goes on with what another one has begun. */
export interface ResumableScheduler extends Scheduler {
  /** Begins with it as it is known: asks nothing before it is due by this plan; if it is null, by the last answer. */
  resume(pollable: Pollable, plan: Plan | null): ScheduleHandle;
  /** The demand over a day, for the next scheduler. */
  readonly demand: DemandRecord;
}

/** The demand of an account's watches as plain data (`demand-average.ts`). */
export interface DemandRecord {
  readonly asked: number;
  readonly notSeenMs: number;
  /** When it was measured. Epoch ms. */
  readonly at: number;
}

/** Disposing of it ends the asking; `onUnwatched` is not called then. */
export interface ScheduleHandle extends Disposable {
  /** A write has changed it: asks at once; if it is being asked, once more after that. */
  pollNow(): void;
  /** The needs have changed (a new reader, a new estimate): plans again. */
  reschedule(): void;
}
