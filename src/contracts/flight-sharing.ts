/** An answer of the service, and where it stands among all of its account. */
export interface FlightAnswer<T> {
  readonly value: T;
  /** The ticket of its request. */
  readonly asked: number;
  /** When the service answered, in milliseconds since the epoch. */
  readonly at: number;
  /** Another instance has asked. */
  readonly isForeign: boolean;
}

export interface FlightOptions {
  /** How old an answer of another instance may be; null: only one that is under way serves. */
  readonly maxAgeMs: number | null;
  /** How long others may use the answer. */
  readonly keepMs: number;
  /** An answer that was asked for earlier than this ticket is worthless: a write came between. */
  readonly after: number;
  /** Whoever waits has left when it is aborted. */
  readonly signal: AbortSignal;
}

/** Makes equal requests of several instances one request. */
export interface FlightSharing extends Disposable {
  /**
   * Asks, unless another instance is asking for the same or was answered a moment ago.
   * @throws the failure of the request, also if another instance has made it
   */
  share<T extends object>(
    address: string,
    ask: () => Promise<{ readonly value: T; readonly asked: number }>,
    options: FlightOptions,
  ): Promise<FlightAnswer<T>>;
  /** An answer of at most this age, whoever has asked; null if there is none. */
  recall<T extends object>(address: string, maxAgeMs: number): Promise<T | null>;
}
