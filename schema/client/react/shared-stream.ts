import type { Dubbing } from '../core/dubbing.ts';
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
  /** Why the stream has ended. */
  readonly error: Error | null;
}

/** A stream that nobody reads lasts for this long: React unmounts and mounts again in a moment, in StrictMode always. */
export const LINGER_MS = 1_000;

/** One subscription for any number of components. It runs while there is a reader. */
export class SharedStream<Update> {
  readonly #state = new Observed<StreamState<Update>>({ update: null, error: null });
  readonly #start: StartStream<Update>;
  readonly #status: Dubbing['status'];
  readonly #readers = new Set<(update: Update) => void>();
  #stop: (() => void) | null = null;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(status: Dubbing['status'], start: StartStream<Update>) {
    this.#status = status;
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
      if (this.#readers.size === 0) this.#linger = setTimeout(() => this.#end(), LINGER_MS);
    };
  }

  #end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#state.set({ update: null, error: null });
  }

  #run(): () => void {
    return restartedAfterRefusal(this.#status, () =>
      this.#start({
        next: (update) => {
          if (update === null) return;
          this.#state.set({ update, error: null });
          for (const reader of [...this.#readers]) reader(update);
        },
        error: (error) => this.#state.set({ ...this.get(), error }),
      }),
    );
  }
}

/** A stream that a refused token has ended begins again once the token is accepted, or another one is tried. */
export function restartedAfterRefusal(status: Dubbing['status'], start: () => () => void): () => void {
  let wasRefused = status.get().connection === 'refused';
  let stop = start();
  const end = status.subscribe(() => {
    const isRefused = status.get().connection === 'refused';
    if (wasRefused && !isRefused) {
      stop();
      stop = start();
    }
    wasRefused = isRefused;
  });
  return () => {
    end();
    stop();
  };
}
