/**
 * - `idle`: nothing is watched, and no connection is needed;
 * - `connecting`: there is no connection yet;
 * - `open`: updates arrive;
 * - `lost`: there is none, and it is tried again;
 * - `refused`: the gateway does not accept the token, and nothing is tried.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost' | 'refused';

export interface Status {
  readonly connection: ConnectionState;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Why it is lost or refused. */
  readonly reason: string | null;
}

export type Listener = () => void;

/** One value that can be read and observed, in the shape that `useSyncExternalStore` takes. */
export class Observed<Value> {
  #value: Value;
  readonly #listeners = new Set<Listener>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  /** Returns a function that ends it. */
  readonly subscribe = (listener: Listener): (() => void) => {
    // An own function for each call: the same listener can be added twice.
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  };

  set(value: Value): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}
