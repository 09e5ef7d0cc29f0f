import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../upstream/service.ts';
import { DemandAverage, noDemand } from './demand-average.ts';
import { planAll, planAt, planOne, type Situation, wakeAt } from './plan-all.ts';
import type { IntervalLimits } from './poll-interval.ts';
import type { DemandRecord, Plan, Pollable, PollPlan, ResumableScheduler, ScheduleHandle } from './polling.ts';
import type { Allocation } from './quota-allocation.ts';
import { ScheduledPoll } from './scheduled-poll.ts';

export interface SchedulerParts {
  readonly clock: Clock;
  /** The quota of the account; its time is the clock's. */
  readonly ledger: Pick<Ledger, 'outlook'>;
  readonly limits: IntervalLimits;
  /** In [0, 1). */
  readonly random: () => number;
  /** The demand of a scheduler that had these watches earlier. Default: none was there. */
  readonly demand?: DemandRecord | undefined;
}

/** It wakes up at least as often as this: quota comes back, and watchers leave, without a word. */
const LONGEST_SLEEP_MS = 60 * 60_000;

/** One map of polls, and one timer for the first of them that is due. */
export function createScheduler(parts: SchedulerParts): ResumableScheduler {
  return new AccountScheduler(parts);
}

class AccountScheduler implements ResumableScheduler {
  readonly #parts: SchedulerParts;
  readonly #polls = new Set<ScheduledPoll>();
  readonly #demand: DemandAverage;
  #allocation: Allocation = { scarcity: 0, longestMs: 0 };
  /** The ledger's count when something was last polled. */
  #sent: number;
  /** When something was last polled in its turn. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | null = null;
  #isOver = false;
  #isArming = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    const { clock, ledger, demand } = parts;
    this.#demand = new DemandAverage(demand ?? noDemand(clock.now()));
    this.#sent = ledger.outlook().sent;
  }

  get demand(): DemandRecord {
    return this.#demand.record(this.#parts.clock.now());
  }

  add(pollable: Pollable): ScheduleHandle {
    const poll = this.#begin(pollable, this.#parts.clock.now());
    if (!poll.isOver) void this.#poll(poll, 'interactive');
    return this.#handleOf(poll);
  }

  resume(pollable: Pollable, plan: Plan | null): ScheduleHandle {
    const now = this.#parts.clock.now();
    const askedAt = pollable.answeredAt ?? now;
    const poll = this.#begin(pollable, askedAt);
    if (!poll.isOver) {
      const next = plan && { ...plan, askedAt, intervalEndsAt: plan.nextAt };
      this.#takePlan(poll, next ?? planOne(poll, this.#situation));
      this.#armTimer();
    }
    return this.#handleOf(poll);
  }

  #begin(pollable: Pollable, askedAt: number): ScheduledPoll {
    const poll = new ScheduledPoll(pollable, askedAt);
    if (this.#isOver) poll.isOver = true;
    else this.#polls.add(poll);
    return poll;
  }

  #handleOf(poll: ScheduledPoll): ScheduleHandle {
    return {
      pollNow: () => {
        poll.isRequested = true;
        if (!poll.isOver && !poll.isBusy) void this.#poll(poll, 'interactive');
      },
      reschedule: () => this.#reschedule(poll),
      [Symbol.dispose]: () => this.#drop(poll),
    };
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
    for (const poll of this.#polls) this.#drop(poll);
  }

  get #situation(): Situation {
    const { clock, ledger, limits } = this.#parts;
    // The time is read now, so that it is not before the opening.
    const outlook = ledger.outlook();
    return { now: clock.now(), outlook, limits, allocation: this.#allocation, count: this.#polls.size };
  }

  async #poll(poll: ScheduledPoll, priority: 'interactive' | 'polling'): Promise<void> {
    poll.isBusy = true;
    poll.isRequested = false;
    const outcome = await poll.pollable.poll(priority);
    poll.isBusy = false;
    if (poll.isOver) return;
    if (outcome === 'refused') this.#refuse(poll);
    else {
      this.#count(poll);
      this.#planAll();
    }
    if (poll.isRequested && !poll.isOver && !poll.isBusy) void this.#poll(poll, 'interactive');
    this.#armTimer();
  }

  #count(poll: ScheduledPoll): void {
    const { clock, ledger, random } = this.#parts;
    const now = clock.now();
    const { sent } = ledger.outlook();
    // Every request is spent, whatever it was sent for: so much of the day is not left for polling.
    const spent = this.#allocation.scarcity * (sent - this.#sent);
    this.#sent = sent;
    this.#demand.add(poll.asked(now, spent, random()), now);
  }

  #refuse(poll: ScheduledPoll): void {
    const { now, outlook, limits } = this.#situation;
    poll.refusedUntil = Math.max(outlook.openAt, now + limits.minIntervalMs);
    poll.plan = null;
    this.#takePlan(poll, planAt(poll, poll.dueAt, poll, this.#situation));
  }

  #reschedule(poll: ScheduledPoll): void {
    if (poll.isOver || poll.isBusy) return;
    this.#takePlan(poll, planOne(poll, this.#situation));
    this.#armTimer();
  }

  #planAll(): ScheduledPoll | null {
    const { clock } = this.#parts;
    const polls = [...this.#polls];
    const now = clock.now();
    const demand = polls.reduce((sum, poll) => sum + (poll.pollable.isWatched ? poll.demand(now) : 0), 0);
    const usual = this.#demand.usual(demand, now);
    const { allocation, plans, next } = planAll(polls, this.#situation, { usual, sentAt: this.#sentAt });
    this.#allocation = allocation;
    for (const [poll, plan] of plans) if (!poll.isOver) this.#takePlan(poll, plan);
    return next;
  }

  #takePlan(poll: ScheduledPoll, next: PollPlan): void {
    const { plan } = poll;
    poll.take(next);
    if (plan?.nextAt === next.nextAt && plan.isThrottled === next.isThrottled) return;
    poll.pollable.onScheduled({ nextAt: next.nextAt, isThrottled: next.isThrottled });
  }

  #tick(): void {
    const now = this.#parts.clock.now();
    for (const poll of this.#polls) {
      if (!this.#isUnwatched(poll, now)) continue;
      this.#drop(poll);
      poll.pollable.onUnwatched();
    }
    const next = this.#planAll();
    if (next !== null && !next.isOver && !next.isBusy) {
      this.#sentAt = now;
      void this.#poll(next, 'polling');
    }
    this.#armTimer();
  }

  /** Nobody watches it, and its turn has come, or would have with plenty of quota. */
  #isUnwatched({ isBusy, pollable, dueAt, askedAt }: ScheduledPoll, now: number): boolean {
    if (isBusy || pollable.isWatched) return false;
    return Math.min(dueAt, askedAt + this.#parts.limits.maxIntervalMs) <= now;
  }

  #drop(poll: ScheduledPoll): void {
    poll.isOver = true;
    this.#polls.delete(poll);
    this.#armTimer();
  }

  /** Once everything that happens now has happened. */
  #armTimer(): void {
    if (this.#isArming) return;
    this.#isArming = true;
    queueMicrotask(() => {
      this.#isArming = false;
      this.#timer?.[Symbol.dispose]();
      this.#timer = this.#polls.size === 0 ? null : this.#parts.clock.after(this.#sleepMs(), () => this.#tick());
    });
  }

  #sleepMs(): number {
    const situation = this.#situation;
    const { now, limits } = situation;
    const longestMs = Math.min(limits.maxIntervalMs, LONGEST_SLEEP_MS);
    return Math.ceil(Math.max(0, Math.min(longestMs, wakeAt([...this.#polls], situation, this.#sentAt) - now)));
  }
}
