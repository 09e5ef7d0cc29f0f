import type { Remembered } from './remembered-answers.ts';

/** A listener that keeps one answer up to date, and so learns every answer, whoever asked for it. */
export interface PinListener<T> {
  /** The service has answered, at this time (epoch ms). `asked`, the ticket of the request, orders the answers of one account. */
  onAnswer(answer: T, asked: number, at: number): void;
  /** The latest answer was corrected by another one about the same thing, which was asked later. */
  onAmended?(answer: T): void;
  /** A write has changed it. */
  onInvalidated(): void;
  /** Another instance has been answered something else at the same time: neither answer is known to be later. */
  onUncertain?(): void;
  /** While true, the latest answer serves every reader, however old it is. */
  isAuthoritative(): boolean;
}

/** A listener, and the latest answer that it was given. */
export interface Pinned<T> {
  readonly listener: PinListener<T>;
  latest: Remembered<T> | null;
}

export function give<T>(pinned: Pinned<T>, remembered: Remembered<T>): void {
  pinned.latest = remembered;
  pinned.listener.onAnswer(remembered.answer, remembered.asked, remembered.at);
}
