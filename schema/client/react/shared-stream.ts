import { Observed } from '../core/status.ts';

interface StreamObserver<Update> {
  next(update: Update | null): void;
  error(error: Error): void;
}

/** Starts a stream. Returns a function that ends it. */
export type StartStream<Update> = (observer: StreamObserver<Update>) => () => void;

export interface StreamState<Update> {
  /** The latest update; null until there is one. */
  readonly update: Update | null;
  /** Why nothing new comes. */
  readonly error: Error | null;
}

/** A stream that nobody reads lasts for this long: React unmounts and mounts again in a moment, in StrictMode always. */
export const LINGER_MS = 1_000;

/** One subscription for any number of components. It runs while there is a reader. */
export class SharedStream<Update> {
  readonly #state = new Observed<StreamState<Update>>({ update: null, error: null });
  readonly #start: StartStream<Update>;
  readonly #readers = new Set<(update: Update) => void>();
  #stop: (() => void) | null = null;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartStream<Update>) {
    this.#start = start;
  }

  readonly get = (): StreamState<Update> => this.#state.get();

  /** Like `subscribe`, but without being a reader: it does not start the stream. */
  readonly observe = this.#state.subscribe;

  /** In the shape that `useSyncExternalStore` takes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#state.subscribe(listener);
    const leave = this.read(() => undefined);
    return () => {
      end();
      leave();
    };
  };

  /** Calls the reader with each update, and with the latest one at once. Returns a function that ends it. */
  read(reader: (update: Update) => void): () => void {
    const entry = (update: Update) => reader(update);
    this.#readers.add(entry);
    clearTimeout(this.#linger);
    const { update } = this.get();
    if (update !== null && this.#stop) entry(update);
    this.#stop ??= this.#run();
    return () => {
      this.#readers.delete(entry);
      if (this.#readers.size === 0) this.#linger = setTimeout(() => this.end(), LINGER_MS);
    };
  }

  /** Whether it runs, and neither an update nor an error has come. */
  readonly isWaiting = (): boolean => this.#stop !== null && this.get().update === null && this.get().error === null;

  /** Begins again, if it runs. */
  restart(): void {
    if (this.#stop === null) return;
    this.#stop();
    this.#state.set({ ...this.get(), error: null });
    this.#stop = this.#run();
  }

  end(): void {
    clearTimeout(this.#linger);
    this.#stop?.();
    this.#stop = null;
    this.#state.set({ update: null, error: null });
  }

  #run(): () => void {
    return this.#start({
      next: (update) => {
        if (update === null) return;
        this.#state.set({ update, error: null });
        for (const reader of [...this.#readers]) reader(update);
      },
      error: (error) => this.#state.set({ ...this.get(), error }),
    });
  }
}
