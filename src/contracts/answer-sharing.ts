import type { WriteReport } from './invalidations.ts';

/** Where an answer stands among all of its account, over all instances. */
export interface AnswerPlace {
  /** The ticket of its request. */
  readonly asked: number;
  /** The ticket that a request would have had when the answer came: what has a later one was certainly asked for later. */
  readonly answered: number;
  /** When the service answered. Epoch ms. */
  readonly at: number;
  /** The instance that has asked; null if it is this one. The requests of one instance to an address do not overlap. */
  readonly by: string | null;
}

/** An answer of the service, as it travels between the instances of the gateway. */
export interface SharedAnswer extends AnswerPlace {
  readonly value: object;
}

/** A write of one instance, with its place in the order of the requests. `at` is epoch ms. */
export type SharedWrite = WriteReport & { readonly asked: number; readonly at: number };

/** How the answers of one account reach the other instances. An address is the name of a read and its key. */
export interface AnswerSharing {
  /** Until it resolves, writes of other instances are not known here yet; null once they are. It never rejects. */
  readonly opening: Promise<void> | null;
  /** This instance has asked for it. Called before it has consequences here. */
  answered(address: string, answer: SharedAnswer): void;
  /** Called before the write has consequences here. */
  wrote(write: SharedWrite): void;
}

/** The answers of one account on this instance, as the others reach them. */
export interface SharedAnswers {
  /** The latest answer that serves readers here without a request; null if there is none. */
  latest(address: string): SharedAnswer | null;
  /**
   * An answer that another instance has asked for. It counts if it was asked for later than what is known here.
   * @returns whether it counts
   */
  absorb(address: string, answer: SharedAnswer): boolean;
  /**
   * The service has answered another instance the same as the latest answer here.
   * @returns false if there is none
   */
  confirm(address: string, place: AnswerPlace): boolean;
  /** A write of another instance. */
  absorbWrite(write: SharedWrite): void;
}
