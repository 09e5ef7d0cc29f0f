import type { WriteReport } from './invalidations.ts';

/** An answer of the service, as it travels between the instances of the gateway. */
export interface SharedAnswer {
  readonly value: object;
  /** Its place in the order of the requests of the account, over all instances. */
  readonly asked: number;
  /** When the service answered. Epoch ms. */
  readonly at: number;
}

/** A write of one instance, with its place in the order of the requests. `at` is epoch ms. */
export type SharedWrite = WriteReport & { readonly asked: number; readonly at: number };

/** How the answers of one account reach the other instances. An address is the name of a read and its key. */
export interface AnswerSharing {
  /** Until it resolves, writes of other instances are not known here yet; null once they are. It never rejects. */
  readonly opening: Promise<void> | null;
  /** This instance has asked for it. */
  answered(address: string, answer: SharedAnswer): void;
  /** Called before the write has consequences here. */
  wrote(write: SharedWrite): void;
}

/** The answers of one account on this instance, as the others reach them. */
export interface SharedAnswers {
  /** The latest answer that serves readers here without a request; null if there is none. */
  latest(address: string): SharedAnswer | null;
  /** An answer that another instance has asked for. It counts if it was asked for later than what is known here. */
  absorb(address: string, answer: SharedAnswer): void;
  /**
   * The service has answered another instance the same as the latest answer here.
   * @returns false if there is none
   */
  confirm(address: string, when: Pick<SharedAnswer, 'asked' | 'at'>): boolean;
  /** A write of another instance. */
  absorbWrite(write: SharedWrite): void;
}
