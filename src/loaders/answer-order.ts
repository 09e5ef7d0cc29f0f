import type { AnswerPlace } from '../contracts/answer-sharing.ts';
import { deepEqual } from '../domain/common/deep-equal.ts';

/** The tickets of several instances, as far as they follow from their clocks, differ by less. In microseconds. */
const TICKETS_DIFFER = 20_000;

interface Answered extends AnswerPlace {
  readonly answer: object;
}

/** Whether what is known was asked for later than an answer with this ticket. */
export function isLater(latest: AnswerPlace | null | undefined, asked: number): boolean {
  return latest != null && latest.asked > asked;
}

/** Whether what is known was asked for after this write, whichever instance has made it. */
export function isCertainlyAfter(asked: number, write: number): boolean {
  return asked > write + TICKETS_DIFFER;
}

/**
 * Whether an answer says something else than the latest one, which was under way at the same time on another instance:
 * neither is known to be later.
 */
export function isUncertain(latest: Answered, { answer, asked, by }: Answered): boolean {
  if (latest.by === by || asked <= latest.asked || isCertainlyAfter(asked, latest.answered)) return false;
  return !deepEqual(latest.answer, answer);
}

/**
 * The ticket of the last write that has changed each key, or of the latest answer of each, of at least as many keys as came last:
 * an answer that was asked for earlier, on whatever instance, is worthless. Nothing is ever deleted from either map, for the
 * reason that `RecurringMap` gives.
 */
export class LastTickets {
  readonly #least: number;
  #recent = new Map<string, number>();
  #earlier: ReadonlyMap<string, number> = NONE;

  constructor(least: number) {
    this.#least = least;
  }

  /** 0 if none is known. */
  of(key: string): number {
    return this.#recent.get(key) ?? this.#earlier.get(key) ?? 0;
  }

  note(key: string, ticket: number): void {
    this.#recent.set(key, ticket);
    if (this.#recent.size < this.#least) return;
    this.#earlier = this.#recent;
    this.#recent = new Map();
  }
}

const NONE: ReadonlyMap<string, number> = new Map();
