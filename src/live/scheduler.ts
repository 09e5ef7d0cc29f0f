import type { Ledger } from '../upstream/service.ts';
import { type PaceLimits, pauseMs } from './cadence.ts';
import type { Clock } from './clock.ts';
import type { Pollable, Scheduler, Slot } from './polling.ts';

export interface SchedulerParts {
  readonly clock: Clock;
  /** Of the account whose service is asked; its time is the clock's. */
  readonly ledger: Pick<Ledger, 'outlook'>;
  readonly limits: PaceLimits;
  /** In [0, 1). */
  readonly random: () => number;
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  const turns = new Set<Turn>();
  return {
    add(pollable) {
      const turn = new Turn(pollable, parts, () => turns.delete(turn));
      turns.add(turn);
      turn.nudge();
      return turn;
    },
    [Symbol.dispose]() {
      for (const turn of turns) turn[Symbol.dispose]();
    },
  };
}

class Turn implements Slot {
  readonly #pollable: Pollable;
  readonly #parts: SchedulerParts;
  readonly #leave: () => void;
  #timer: Disposable | null = null;
  #isAsking = false;
  #isNudged = false;
  #isLeft = false;

  constructor(pollable: Pollable, parts: SchedulerParts, leave: () => void) {
    this.#pollable = pollable;
    this.#parts = parts;
    this.#leave = leave;
  }

  nudge(): void {
    if (this.#isLeft) return;
    if (this.#isAsking) this.#isNudged = true;
    else void this.#ask('interactive');
  }

  replan(): void {
    if (!this.#isLeft && !this.#isAsking) this.#plan();
  }

  [Symbol.dispose](): void {
    this.#isLeft = true;
    this.#timer?.[Symbol.dispose]();
    this.#leave();
  }

  async #ask(priority: 'interactive' | 'polling'): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#isAsking = true;
    this.#isNudged = false;
    try {
      await this.#pollable.ask(priority);
    } finally {
      this.#isAsking = false;
      if (!this.#isLeft && this.#isNudged) this.nudge();
      else if (!this.#isLeft) this.#plan();
    }
  }

  #plan(): void {
    const { clock, ledger, limits, random } = this.#parts;
    const { sights, failures } = this.#pollable;
    const now = clock.now();
    const from = this.#pollable.answeredAt ?? now;
    const due = Math.max(now, from + pauseMs({ sights, failures, at: from }, limits, random()));
    const nextAt = Math.max(due, ledger.outlook().openAt);
    this.#timer?.[Symbol.dispose]();
    this.#timer = clock.after(Math.ceil(nextAt - now), () => this.#turnCame());
    this.#pollable.planned({ nextAt, isThrottled: nextAt > due });
  }

  #turnCame(): void {
    if (this.#pollable.isWatched) void this.#ask('polling');
    else {
      this[Symbol.dispose]();
      this.#pollable.expire();
    }
  }
}
