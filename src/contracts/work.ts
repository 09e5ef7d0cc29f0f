/**
 * What one operation computes: counted while it runs, and done in bursts, between which everybody else has their turn.
 * Resolvers of long lists, and of whatever else takes long, charge it.
 */
export interface Work {
  /**
   * So many values more are about to be made.
   * @throws LimitExceededError if that is more than an operation may make, or if it has computed for too long
   */
  charge(values: number): void;
  /** As many values were charged as one burst may make: what follows waits for `pause`. */
  readonly isDue: boolean;
  /**
   * Resolves when it is the operation's turn again.
   * @param values how many are made then, of those that were charged: what is short shares a burst
   * @throws LimitExceededError if it has no turn any more
   */
  pause(values: number): Promise<void>;
}

/** How many values one burst makes, about: some milliseconds. */
export const BURST_VALUES = 4_000;

/** For what nobody asks for, such as the tests of a resolver. */
export const UNCOUNTED: Work = { charge: () => undefined, isDue: false, pause: async () => undefined };
