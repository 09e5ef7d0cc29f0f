import type { TerminalOptions } from './arguments.ts';
import { type GatewayConnection, type OperationResult, openConnection } from './connection.ts';
import { DUBBING_PROJECTS_UPDATED, JOBS_UPDATED, MOST_IDS, REQUEST_BUDGET } from './operations.ts';
import { readBudget, readJobUpdate, readListUpdate } from './read-update.ts';
import type { TerminalEvent, WatchedJob } from './state.ts';

export interface WatchOptions extends TerminalOptions {
  readonly onEvent: (event: TerminalEvent) => void;
  /** Aborted when the person has seen enough. */
  readonly signal: AbortSignal;
}

const BUDGET_EVERY_MS = 5_000;

/**
 * Watches jobs until each is final, or for ever where none is named.
 * @throws Error when the gateway refuses the caller or the operation
 */
export async function watch({ ids, onEvent, signal, ...address }: WatchOptions): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stop(), { once: true });
  await using connection = openConnection({
    ...address,
    onConnection: (state) => onEvent({ is: 'connection', connection: state }),
  });
  const budget = setInterval(() => void readBudgetOnce(connection, onEvent), BUDGET_EVERY_MS);
  void readBudgetOnce(connection, onEvent);
  try {
    await Promise.race([stopped, ids.length > 0 ? watchJobs(connection, ids, onEvent) : watchAll(connection, onEvent)]);
  } finally {
    clearInterval(budget);
  }
}

async function watchJobs(connection: GatewayConnection, ids: readonly string[], onEvent: WatchOptions['onEvent']) {
  const groups = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) =>
    ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  );
  await Promise.all(
    groups.map(async (group) => {
      const payload = { query: JOBS_UPDATED, variables: { ids: group } };
      for await (const result of connection.results(payload)) {
        reportErrors(result, onEvent);
        const job = readJobUpdate(result.data);
        if (job !== null) onEvent({ is: 'job', job });
      }
    }),
  );
}

/** A dubbing project that rests is shown only once it has been seen to move. */
async function watchAll(connection: GatewayConnection, onEvent: WatchOptions['onEvent']) {
  const moving = new Set<string>();
  for await (const result of connection.results({ query: DUBBING_PROJECTS_UPDATED })) {
    reportErrors(result, onEvent);
    for (const job of readListUpdate(result.data)) {
      if (job.state === 'RUNNING') moving.add(job.id);
      if (moving.has(job.id)) onEvent({ is: 'job', job: atRest(job) });
    }
  }
}

/** The stream of all projects goes on after one of them is done. */
const atRest = (job: WatchedJob): WatchedJob => ({ ...job, isFinal: job.isGone || job.state !== 'RUNNING' });

async function readBudgetOnce(connection: GatewayConnection, onEvent: WatchOptions['onEvent']): Promise<void> {
  try {
    for await (const { data } of connection.results({ query: REQUEST_BUDGET })) {
      const budget = readBudget(data);
      if (budget !== null) onEvent({ is: 'budget', budget });
    }
  } catch {
    // The stream of the jobs, which is on the same connection, brings the reason.
  }
}

function reportErrors({ errors = [] }: OperationResult, onEvent: WatchOptions['onEvent']): void {
  for (const { message } of errors) onEvent({ is: 'error', message });
}
