import type { AnswerPlace } from './answer-sharing.ts';

export type FlightAnswer<T> =
  /** This instance has asked. */
  | { readonly value: T; readonly place: null }
  /** Another instance has asked; `bytes` is about the size of the service's answer. */
  | { readonly value: T; readonly place: AnswerPlace; readonly bytes: number };

export interface FlightOptions {
  /** How old an answer of another instance may be; null: only one that is under way serves. */
  readonly maxAgeMs: number | null;
  /** How long others may use the answer. */
  readonly keepMs: number;
  /** An answer that was asked for earlier than this ticket is worthless: a write came between. */
  readonly after: number;
  /** Aborted when the reader who waits has left. */
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
