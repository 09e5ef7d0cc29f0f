import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../upstream/service.ts';
import { DemandAverage } from './demand-average.ts';
import type { IntervalLimits } from './poll-interval.ts';
import type { Pollable, ScheduleHandle, Scheduler } from './polling.ts';
import { type Allocation, allocate, evenPauseMs, gapMs } from './quota-allocation.ts';
import { ScheduledPoll } from './scheduled-poll.ts';

export interface SchedulerParts {
  readonly clock: Clock;
  /** Of the account whose service is asked; its time is the clock's. */
  readonly ledger: Pick<Ledger, 'outlook'>;
  readonly limits: IntervalLimits;
  /** In [0, 1). */
  readonly random: () => number;
}

/** A change of the scarcity by less than this part of it is not worth a new plan for all. */
const TOLERANCE = 0.1;
/** The quota is used up if nothing may be asked for this many times the pause that it bears when it is spent evenly. */
const USED_UP = 2;
/** It is looked at least as often as this: places in the quota come back, and watchers leave, without a word. */
const LONGEST_SLEEP_MS = 60 * 60_000;

/** With one timer, for whatever is to be asked first. */
export function createScheduler(parts: SchedulerParts): Scheduler {
  return new AccountScheduler(parts);
}

class AccountScheduler implements Scheduler {
  readonly #parts: SchedulerParts;
  readonly #turns = new Set<ScheduledPoll>();
  readonly #demand: DemandAverage;
  #share: Allocation = { scarcity: 0, longestMs: 0 };
  /** What the ledger had counted when something was asked last. */
  #sentBefore = 0;
  /** When something was asked in its turn. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | null = null;
  #isOver = false;
  #isStirring = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#demand = new DemandAverage(parts.clock.now());
  }

  add(pollable: Pollable): ScheduleHandle {
    const turn = new ScheduledPoll(pollable, this.#parts.clock.now());
    if (this.#isOver) turn.isOver = true;
    else {
      this.#turns.add(turn);
      this.#ask(turn, 'interactive');
    }
    return {
      pollNow: () => this.#nudge(turn),
      reschedule: () => this.#replan(turn),
      [Symbol.dispose]: () => this.#drop(turn),
    };
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
    for (const turn of this.#turns) this.#drop(turn);
  }

  #nudge(turn: ScheduledPoll): void {
    turn.isNudged = true;
    if (!turn.isOver && !turn.isBusy) this.#ask(turn, 'interactive');
  }

  #replan(turn: ScheduledPoll): void {
    if (turn.isOver || turn.isBusy) return;
    this.#plan(turn);
    this.#sleep();
  }

  #drop(turn: ScheduledPoll): void {
    turn.isOver = true;
    this.#turns.delete(turn);
    this.#sleep();
  }

  #ask(turn: ScheduledPoll, priority: 'interactive' | 'polling'): void {
    turn.begin();
    void turn.pollable.ask(priority).finally(() => {
      const wasAsked = turn.end();
      if (turn.isOver) return;
      if (wasAsked) this.#asked(turn);
      else this.#refused(turn);
      if (turn.isNudged && !turn.isOver && !turn.isBusy) this.#ask(turn, 'interactive');
      this.#sleep();
    });
  }

  #asked(turn: ScheduledPoll): void {
    const { clock, ledger, random } = this.#parts;
    const now = clock.now();
    const { sent } = ledger.outlook();
    // Whatever it was sent for, it is gone: so much of the day is not polling's.
    const spent = this.#share.scarcity * (sent - this.#sentBefore);
    this.#sentBefore = sent;
    this.#demand.add(turn.asked(now, spent, random()), now);
    this.#weigh(turn);
    this.#plan(turn, true);
  }

  #refused(turn: ScheduledPoll): void {
    const { clock, ledger, limits } = this.#parts;
    turn.refused(Math.max(ledger.outlook().openAt, clock.now() + limits.minIntervalMs));
    this.#tell(turn, turn.dueAt, true);
  }

  /** Finds how scarce the quota is; if that has changed much, plans anew for all but one that is about to be planned. */
  #weigh(besides?: ScheduledPoll): void {
    const { clock, ledger } = this.#parts;
    const now = clock.now();
    const { windows } = ledger.outlook();
    if (windows.length === 0) return;
    const watched = [...this.#turns].filter(({ pollable }) => pollable.isWatched);
    const share = allocate(windows, {
      count: watched.length,
      present: sum(watched.map((turn) => turn.urgency)),
      usual: this.#demand.usual(sum(watched.map((turn) => turn.demand(now))), now),
    });
    const { scarcity } = this.#share;
    if (Math.abs(share.scarcity - scarcity) <= TOLERANCE * scarcity) return;
    this.#share = share;
    for (const turn of this.#turns) if (!turn.isBusy && turn !== besides) this.#plan(turn);
  }

  #plan(turn: ScheduledPoll, isAnyway = false): void {
    turn.plan({ limits: this.#parts.limits, share: this.#share });
    this.#tell(turn, turn.dueAt, isAnyway);
  }

  #tell(turn: ScheduledPoll, at: number, isAnyway = false): void {
    const { clock, ledger, limits } = this.#parts;
    const { openAt, windows } = ledger.outlook();
    const now = clock.now();
    const isUsedUp = this.#isUsedUp(now) && turn.pollable.isWatched;
    // Stretched to when there is none, a pause says nothing: it is planned anew when there is some.
    const nextAt = isUsedUp ? openAt : Math.max(at, openAt);
    const isQuota = windows.length > 0 || openAt > now;
    if (isUsedUp) turn.holdBack();
    const isLate = isQuota && turn.lateMs(now) >= 0 && turn.lateMs(nextAt) >= limits.minIntervalMs;
    const isThrottled = turn.isHeldBack || isLate;
    turn.tell({ nextAt, isThrottled }, isAnyway);
  }

  #wake(): void {
    const { clock, ledger, limits } = this.#parts;
    this.#weigh();
    // What is open is open from this moment: the time must not be from before it.
    const { openAt, windows } = ledger.outlook();
    const now = clock.now();
    this.#expire(now);
    if (this.#isUsedUp(now)) this.#holdBack();
    const due = [...this.#turns].filter((turn) => !turn.isBusy && turn.dueAt <= now);
    const [first, ...rest] = due.sort((a, b) => b.patience(now) - a.patience(now));
    const gap = gapMs(windows, due.length, limits.minIntervalMs);
    if (first !== undefined && openAt <= now && this.#sentAt + gap <= now) {
      this.#sentAt = now;
      this.#ask(first, 'polling');
    } else if (first !== undefined) rest.unshift(first);
    for (const [index, turn] of rest.entries()) {
      if (turn.toldFor <= now) this.#tell(turn, now + (index + 1) * gap);
    }
    this.#sleep();
  }

  /** Nothing may be asked for so long that a pause is no pace any more. */
  #isUsedUp(now: number): boolean {
    const { ledger, limits } = this.#parts;
    const { openAt, windows } = ledger.outlook();
    return openAt - now > Math.max(limits.maxIntervalMs, USED_UP * evenPauseMs(windows, this.#turns.size));
  }

  /** Those who watch are not to think that what they see is the present, until it has been asked for. */
  #holdBack(): void {
    for (const turn of this.#turns) {
      if (!turn.isBusy && !turn.isHeldBack && turn.pollable.isWatched) this.#tell(turn, turn.dueAt);
    }
  }

  /** Lets go of what nobody watches: when its turn comes, or when it would with plenty of quota. */
  #expire(now: number): void {
    for (const turn of this.#turns) {
      if (turn.isBusy || turn.pollable.isWatched) continue;
      if (turn.dueAt > now && turn.askedAt + this.#parts.limits.maxIntervalMs > now) continue;
      this.#drop(turn);
      turn.pollable.expire();
    }
  }

  /** Once whatever happens now has happened: until the next is due, or, where some are due, until one may be asked. */
  #sleep(): void {
    if (this.#isStirring) return;
    this.#isStirring = true;
    queueMicrotask(() => {
      this.#isStirring = false;
      this.#timer?.[Symbol.dispose]();
      this.#timer = this.#turns.size === 0 ? null : this.#parts.clock.after(this.#sleepMs(), () => this.#wake());
    });
  }

  #sleepMs(): number {
    const { clock, ledger, limits } = this.#parts;
    const { openAt, windows } = ledger.outlook();
    const now = clock.now();
    let wakeAt = now + Math.min(limits.maxIntervalMs, LONGEST_SLEEP_MS);
    let due = 0;
    for (const turn of this.#turns) {
      if (turn.isBusy) continue;
      if (turn.dueAt <= now) due += 1;
      else wakeAt = Math.min(wakeAt, turn.dueAt);
    }
    if (due > 0) wakeAt = Math.min(wakeAt, Math.max(openAt, this.#sentAt + gapMs(windows, due, limits.minIntervalMs)));
    return Math.ceil(Math.max(0, wakeAt - now));
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
