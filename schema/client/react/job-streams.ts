import type { Observer } from '../core/connection.ts';
import { GraphError, type GraphErrorEntry, type Result } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import { WatchJobsDocument, type WatchJobsSubscription } from '../core/operations.generated.ts';
import { Observed } from '../core/status.ts';
import { chunksOf, type JobUpdate, MOST_IDS } from '../core/until-done.ts';
import { codeOf } from '../screen/read-error.ts';
import { onReopened } from './reopened.ts';
import { LINGER_MS } from './shared-stream.ts';
import type { Subscribe } from './subscribe.ts';

export interface JobEntry {
  /** The latest update; null until there is one. */
  readonly update: JobUpdate | null;
  /** The job does not exist, or could not be read. */
  readonly error: Error | null;
}

const NO_ID = 'BAD_USER_INPUT';

/** There is no such job. Any other error says nothing of the job. */
export const isAbsent = (error: Error): boolean => ['NOT_FOUND', NO_ID].includes(codeOf(error) ?? '');

/** The types of job, and a key. */
const JOB_ID = /^(?:DubbingProject|Video|Artifact):./;

/** The error of an id that is not of the type that was expected, as the gateway would give it. */
export const invalidId = (id: string, expected: string): GraphError =>
  new GraphError([{ message: `"${id}" is not the global id of ${expected}.`, extensions: { code: NO_ID, id } }]);

export type JobEntries = ReadonlyMap<string, JobEntry>;

/** The jobs that the components of a page show, of all kinds, in one subscription for each 200 of them. */
export class JobStreams {
  readonly #entries = new Observed<JobEntries>(new Map());
  readonly #readers = new Map<string, number>();
  /** The ids of the running streams. */
  #watched: ReadonlySet<string> = new Set();
  /** The jobs that were final before the connection was lost: they may work again by now. */
  readonly #doubtful = new Set<string>();
  #stops: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;
  readonly #subscribe: Subscribe;
  readonly #leaveStatus: () => void;

  constructor(status: Dubbing['status'], subscribe: Subscribe) {
    this.#subscribe = subscribe;
    this.#leaveStatus = onReopened(status, () => this.#doubt());
  }

  readonly get = (): JobEntries => this.#entries.get();

  readonly subscribe = this.#entries.subscribe;

  /** Watches jobs by their global ids. Returns a function that ends it. */
  watch(ids: readonly string[]): () => void {
    for (const id of ids) {
      this.#readers.set(id, (this.#readers.get(id) ?? 0) + 1);
      // The gateway would refuse the other ids of the stream together with it.
      if (!JOB_ID.test(id)) this.#put(id, { update: null, error: invalidId(id, 'a job') });
    }
    // The components that are mounted together ask together.
    this.#timer ??= setTimeout(() => this.#cover(), 0);
    return () => {
      for (const id of ids) this.#readers.set(id, (this.#readers.get(id) ?? 1) - 1);
      clearTimeout(this.#linger);
      this.#linger = setTimeout(() => this.#prune(), LINGER_MS);
    };
  }

  /** The job works again, for example after a re-translation: its stream has completed. */
  watchAgain(id: string): void {
    if (!this.#isFinal(id)) return;
    const { [id]: _, ...entries } = Object.fromEntries(this.get());
    this.#entries.set(new Map(Object.entries(entries)));
    this.#start();
  }

  /** Whether a job is read of which nothing has come. */
  readonly isWaiting = (): boolean => this.#wanted().some((id) => !this.get().has(id));

  /** Watches again what could not be read. */
  retry(): void {
    const entries = [...this.get()];
    const failed = entries.filter(([id, { error }]) => error !== null && JOB_ID.test(id));
    if (failed.length === 0) return;
    const kept = entries.filter((entry) => !failed.includes(entry));
    const stale = failed.flatMap(([id, { update }]) => (update ? [[id, { update, error: null }] as const] : []));
    for (const [id] of stale) this.#doubtful.add(id);
    this.#entries.set(new Map([...kept, ...stale]));
    this.#start();
  }

  close(): void {
    this.#leaveStatus();
    clearTimeout(this.#timer);
    clearTimeout(this.#linger);
    this.#readers.clear();
    this.#stop();
  }

  /** A re-translation may have begun while no update could arrive. */
  #doubt(): void {
    const final = [...this.#readers.keys()].filter((id) => this.#isFinal(id));
    for (const id of final) this.#doubtful.add(id);
    if (final.length > 0) this.#start();
  }

  #isFinal(id: string): boolean {
    const entry = this.get().get(id);
    if (entry === undefined || this.#doubtful.has(id)) return false;
    return (entry.error !== null && isAbsent(entry.error)) || entry.update?.isFinal === true;
  }

  /** The ids that are read and still change. */
  #wanted(): string[] {
    return [...this.#readers].filter(([id, count]) => count > 0 && !this.#isFinal(id)).map(([id]) => id);
  }

  #cover(): void {
    this.#timer = undefined;
    if (this.#wanted().some((id) => !this.#watched.has(id))) this.#start();
  }

  #prune(): void {
    const gone = [...this.#readers].filter(([, count]) => count <= 0).map(([id]) => id);
    for (const id of gone) this.#readers.delete(id);
    if (gone.length > 0) this.#entries.set(new Map([...this.get()].filter(([id]) => this.#readers.has(id))));
    if (this.#wanted().length === 0) this.#stop();
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#watched = new Set();
  }

  /** A job that is watched without a break costs the service nothing when it is asked for again. */
  #start(): void {
    this.#stop();
    const ids = this.#wanted();
    this.#watched = new Set(ids);
    this.#stops = chunksOf(ids, MOST_IDS).map((chunk) =>
      this.#subscribe(WatchJobsDocument, { ids: chunk }, this.#observerOf(chunk)),
    );
  }

  #observerOf(ids: readonly string[]): Observer<WatchJobsSubscription> {
    return {
      next: ({ data, errors }: Result<WatchJobsSubscription>) => {
        const update = data?.jobsUpdated;
        if (update) this.#put(update.job.id, { update, error: null });
        for (const error of errors ?? []) this.#putError(error);
      },
      error: (error) => {
        for (const id of ids) {
          if (!this.#isFinal(id)) this.#put(id, { update: this.get().get(id)?.update ?? null, error });
        }
      },
      complete: () => undefined,
    };
  }

  /** An error of a job comes without an update of it. Errors beside an update are those of its fields. */
  #putError(entry: GraphErrorEntry): void {
    const id = entry.extensions?.id;
    if (id === undefined) return;
    const error = new GraphError([entry]);
    this.#put(id, { update: isAbsent(error) ? null : (this.get().get(id)?.update ?? null), error });
  }

  #put(id: string, entry: JobEntry): void {
    this.#doubtful.delete(id);
    this.#entries.set(new Map(this.get()).set(id, entry));
  }
}
