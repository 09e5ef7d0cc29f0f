/** Counts what an answer depends on beside the objects that are written, and what it costs. */
export interface Observation {
  /** Grows with each read and with each warning. */
  readonly uses: number;
  /** The values that were charged so far. */
  readonly charged: number;
  /** @throws LimitExceededError */
  charge(values: number): void;
  /** A text of the answer has so many characters; short ones are not reported. @throws LimitExceededError */
  wrote(characters: number): void;
}
