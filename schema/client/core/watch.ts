import type { Observer } from './connection.ts';
import type { GraphErrorEntry, Result, RootOf } from './document.ts';

export interface WatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the errors of single fields: their values come later by themselves. */
  readonly onErrors?: ((errors: readonly GraphErrorEntry[]) => void) | undefined;
}

/** Starts a subscription. Returns a function that ends it. */
export type Start<Data> = (observer: Observer<Data>) => () => void;

/** The updates of a subscription. It ends when the stream completes, and throws the error that ends it. */
export async function* watch<Data>(
  field: string,
  start: Start<Data>,
  { signal, onErrors }: WatchOptions,
): AsyncGenerator<RootOf<Data>, void, undefined> {
  const inbox = new Inbox<Data>();
  const stop = start(inbox);
  const abort = () => inbox.complete();
  signal?.addEventListener('abort', abort);
  try {
    for (;;) {
      const result = signal?.aborted ? null : await inbox.take();
      if (result === null) return;
      if (result.errors) onErrors?.(result.errors);
      const update = (result.data as Record<string, unknown> | null | undefined)?.[field];
      if (update !== null && update !== undefined) yield update as RootOf<Data>;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    stop();
  }
}

/** Results that wait for their reader. */
class Inbox<Data> implements Observer<Data> {
  readonly #results: Result<Data>[] = [];
  #end: { readonly error: Error | null } | null = null;
  #wake = () => {};

  next(result: Result<Data>): void {
    this.#results.push(result);
    this.#wake();
  }

  error(error: Error | null): void {
    this.#end ??= { error };
    this.#wake();
  }

  complete(): void {
    this.error(null);
  }

  /** The next result; null at the end. @throws the error that has ended it */
  async take(): Promise<Result<Data> | null> {
    while (this.#results.length === 0 && this.#end === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const result = this.#results.shift();
    if (result) return result;
    if (this.#end?.error) throw this.#end.error;
    return null;
  }
}
