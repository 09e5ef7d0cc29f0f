import type { AnswerPlace } from '../contracts/answer-sharing.ts';
import type { RequestTrace } from '../contracts/tracing.ts';
import type { RequestOptions } from '../upstream/request-options.ts';

/** How a reader asks the response cache. */
export interface ReadOptions {
  /** The signal of the operation that reads: when it is aborted, this reader has left. */
  readonly signal: AbortSignal;
  /**
   * True skips what is remembered (`Cache-Control: no-cache`), but shares a request that is under way. `anew` does not even
   * share: that one may be from before what makes this reading necessary.
   */
  readonly fresh: boolean | 'anew';
  /** Priority of the request, if one is made. Default `interactive`. */
  readonly priority?: RequestOptions['priority'];
  /** Where the spans of the request belong, if one is made or shared. */
  readonly trace?: RequestTrace | undefined;
  /** Called before an answer is given that is not from memory. May throw what the reader gets in its place. */
  readonly onAnswer?: OnAnswer | undefined;
}

/** Where an answer stands: the ticket of its request, and its place if another instance has asked. */
export type OnTicket = (ticket: number, foreign?: Omit<AnswerPlace, 'asked'>) => void;

/** Called with the size of the answer, in bytes as the service sent it without its content encoding, if there is one. */
type OnAnswer = (bytes: number) => void;

/**
 * Asks the service; `onTicket` gets the ticket of each request that is sent, `onAnswer` is called before the promise resolves.
 * Another instance's answer has a ticket above `after`.
 */
export type Ask<T> = (signal: AbortSignal, onTicket: OnTicket, after: number, onAnswer: OnAnswer) => Promise<T>;
