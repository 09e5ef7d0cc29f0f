/** One job as an update describes it. */
export interface WatchedJob {
  readonly id: string;
  readonly name: string | null;
  readonly state: string | null;
  readonly freshness: string;
  readonly isFinal: boolean;
  readonly isGone: boolean;
  /** Epoch ms; null while the service gives no estimate. */
  readonly estimatedAt: number | null;
  /** Epoch ms. */
  readonly createdAt: number | null;
  /** A line of detail: the phases of a video, or why the job failed. */
  readonly detail: string | null;
}

/** A job, and since when its bar fills. */
export interface ShownJob extends WatchedJob {
  /** Epoch ms. */
  readonly startedAt: number;
}

export type Connection =
  | { readonly is: 'connecting' | 'open' | 'lost' }
  /** The gateway does not accept the caller: another attempt does not help. */
  | { readonly is: 'refused'; readonly reason: string };

export interface ShownBudget {
  readonly remainingThisMinute: number | null;
  readonly remainingToday: number | null;
}

/** Everything that the terminal shows. */
export interface TerminalState {
  readonly connection: Connection;
  /** Epoch ms: when the connection came to this state. */
  readonly connectionSince: number;
  readonly jobs: ReadonlyMap<string, ShownJob>;
  /** Null until the gateway has answered. */
  readonly budget: ShownBudget | null;
  /** Errors of the gateway, each once, the newest last. */
  readonly errors: readonly string[];
}

export type TerminalEvent =
  | { readonly is: 'connection'; readonly connection: Connection }
  | { readonly is: 'job'; readonly job: WatchedJob }
  | { readonly is: 'budget'; readonly budget: ShownBudget }
  | { readonly is: 'error'; readonly message: string };

export const initialState = (at: number): TerminalState => ({
  connection: { is: 'connecting' },
  connectionSince: at,
  jobs: new Map(),
  budget: null,
  errors: [],
});

/** Errors that the screen has room for. */
const MOST_ERRORS = 3;

/** @param at epoch ms */
export function reduce(state: TerminalState, event: TerminalEvent, at: number): TerminalState {
  switch (event.is) {
    case 'connection': {
      const isSame = state.connection.is === event.connection.is;
      return { ...state, connection: event.connection, connectionSince: isSame ? state.connectionSince : at };
    }
    case 'job':
      return { ...state, jobs: new Map(state.jobs).set(event.job.id, started(event.job, state.jobs, at)) };
    case 'budget':
      return { ...state, budget: event.budget };
    case 'error': {
      const others = state.errors.filter((message) => message !== event.message);
      return { ...state, errors: [...others, event.message].slice(-MOST_ERRORS) };
    }
  }
}

/** A creation that is longer ago belongs to an earlier run of the job: a re-translation keeps it. */
const LONGEST_RUN_MS = 6 * 60 * 60_000;

function started(job: WatchedJob, jobs: TerminalState['jobs'], at: number): ShownJob {
  const previous = jobs.get(job.id);
  if (previous !== undefined && previous.state === job.state) return { ...job, startedAt: previous.startedAt };
  const { createdAt } = job;
  const isThisRun = previous === undefined && createdAt !== null && createdAt <= at && at - createdAt < LONGEST_RUN_MS;
  return { ...job, startedAt: isThisRun ? createdAt : at };
}

/** The part of the estimated time that has passed, in [0, 1]; null without an estimate. */
export function fractionDone(job: ShownJob, at: number): number | null {
  if (job.state === 'DONE') return 1;
  if (job.state !== 'RUNNING' || job.estimatedAt === null || job.estimatedAt <= job.startedAt) return null;
  return Math.min(1, Math.max(0, (at - job.startedAt) / (job.estimatedAt - job.startedAt)));
}

/** The state of what nobody has an answer of is not shown as current: the connection decides before the update. */
export function shownFreshness(job: ShownJob, connection: Connection): string {
  if (job.isFinal) return 'FINAL';
  return connection.is === 'open' ? job.freshness : 'OFFLINE';
}
