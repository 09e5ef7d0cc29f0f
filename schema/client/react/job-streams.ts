import type { Observer } from '../core/connection.ts';
import { ConnectionRefusedError, GraphError, type GraphErrorEntry, type Result } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import { WatchJobsDocument, type WatchJobsSubscription } from '../core/operations.generated.ts';
import { Observed } from '../core/status.ts';
import { chunksOf, type JobUpdate, MOST_IDS } from '../core/until-done.ts';
import { onReopened } from './reopened.ts';
import { LINGER_MS, restartedAfterRefusal } from './shared-stream.ts';
import type { Subscribe } from './subscribe.ts';

export interface JobEntry {
  /** The latest update; null until there is one. */
  readonly update: JobUpdate | null;
  /** The job does not exist, or its stream has ended. */
  readonly error: Error | null;
}

/** The types of job, and a key. */
const JOB_ID = /^(?:DubbingProject|Video|Artifact):./;

/** The error of an id that is not of the type that was expected, as the gateway would give it. */
export const invalidId = (id: string, expected: string): GraphError =>
  new GraphError([
    { message: `"${id}" is not the global id of ${expected}.`, extensions: { code: 'BAD_USER_INPUT', id } },
  ]);

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
  readonly #status: Dubbing['status'];

  constructor(status: Dubbing['status'], subscribe: Subscribe) {
    this.#status = status;
    this.#subscribe = subscribe;
    onReopened(status, () => this.#doubt());
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

  /** A re-translation may have begun while no update could arrive. */
  #doubt(): void {
    const final = [...this.#readers.keys()].filter((id) => this.#isFinal(id));
    for (const id of final) this.#doubtful.add(id);
    if (final.length > 0) this.#start();
  }

  #isFinal(id: string): boolean {
    const entry = this.get().get(id);
    if (entry === undefined || this.#doubtful.has(id)) return false;
    // A refused token says nothing of the job.
    const isOver = entry.error !== null && !(entry.error instanceof ConnectionRefusedError);
    return isOver || entry.update?.isFinal === true;
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
      restartedAfterRefusal(this.#status, () =>
        this.#subscribe(WatchJobsDocument, { ids: chunk }, this.#observerOf(chunk)),
      ),
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
        for (const id of ids) this.#put(id, { update: this.get().get(id)?.update ?? null, error });
      },
      complete: () => undefined,
    };
  }

  #putError(error: GraphErrorEntry): void {
    const { code, id } = error.extensions ?? {};
    if (code === 'NOT_FOUND' && id !== undefined) {
      this.#put(id, { update: null, error: new GraphError([error]) });
    }
  }

  #put(id: string, entry: JobEntry): void {
    this.#doubtful.delete(id);
    this.#entries.set(new Map(this.get()).set(id, entry));
  }
}
