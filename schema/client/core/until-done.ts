import type { GraphClient } from './graph-client.ts';
import { WatchJobsDocument, type WatchJobsSubscription } from './operations.generated.ts';

export type JobUpdate = NonNullable<WatchJobsSubscription['jobsUpdated']>;

export interface UntilDoneOptions {
  readonly onUpdate?: ((update: JobUpdate) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** There are no jobs with these ids. */
export class JobsNotFoundError extends Error {
  override readonly name: string = 'JobsNotFoundError';
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(`No job has the id ${ids.join(', ')}.`);
    this.ids = ids;
  }
}

/** The most ids of one stream. */
export const MOST_IDS = 200;

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/**
 * Waits until each job is done, has failed or is deleted; a video, until no automated work is left. It outlives restarts
 * and lost connections.
 * @returns the last update of each job, by its global id
 * @throws JobsNotFoundError at once if one of them does not exist
 */
export async function untilDone(
  client: Pick<GraphClient, 'watch'>,
  ids: readonly string[],
  { onUpdate, signal }: UntilDoneOptions = {},
): Promise<Map<string, JobUpdate>> {
  const last = new Map<string, JobUpdate>();
  const missing = new Set<string>();
  const settled = new AbortController();
  const end = AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]);
  await Promise.all(
    chunksOf([...new Set(ids)], MOST_IDS).map(async (chunk) => {
      const updates = client.watch(
        WatchJobsDocument,
        { ids: chunk, untilSettled: true },
        {
          signal: end,
          onErrors(errors) {
            for (const { extensions } of errors) {
              if (extensions?.code === 'NOT_FOUND' && extensions.id !== undefined) missing.add(extensions.id);
            }
            if (missing.size > 0) settled.abort();
          },
        },
      );
      for await (const update of updates) {
        onUpdate?.(update);
        if (update.isFinal) last.set(update.job.id, update);
      }
    }),
  );
  signal?.throwIfAborted();
  if (missing.size > 0) throw new JobsNotFoundError([...missing]);
  return last;
}
