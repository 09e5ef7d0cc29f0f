/**
 * The computation of one operation: counted while it runs, in bursts, so that others run in between. Resolvers of long
 * lists and other expensive fields charge it.
 */
export interface Work {
  /**
   * Charges this many further values.
   * @throws LimitExceededError if the operation exceeds its number of values or its time
   */
  charge(values: number): void;
  /**
   * So many bytes of the service's answers were read for it: they are held until it ends.
   * @throws LimitExceededError if they are more than an operation may read; a RATE_LIMITED error if its client has as much under way
   */
  chargeRead(bytes: number): void;
  /** One thing is asked for. Whatever waits for it is held until it has come. */
  awaitAnswer(): void;
  /** The burst is used up: the caller waits for `pause`. */
  readonly isDue: boolean;
  /**
   * Resolves when it is the operation's turn again; never, where the operation has ended by then.
   * @param values how many are made then, of those that were charged: what is short shares a burst
   */
  pause(values: number): Promise<void>;
}

/** The number of values in a burst, which takes some milliseconds. */
export const BURST_VALUES = 4_000;
