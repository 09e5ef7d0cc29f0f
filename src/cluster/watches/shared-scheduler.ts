import { noDemand } from '../../live/schedule/demand-average.ts';
import type {
  DemandRecord,
  Plan,
  Pollable,
  PollOutcome,
  ResumableScheduler,
  ScheduleHandle,
  Scheduler,
} from '../../live/schedule/polling.ts';

export interface SharedSchedulerParts {
  /** The scheduler of an instance that polls. */
  readonly create: (demand: DemandRecord) => ResumableScheduler;
  readonly now: () => number;
  /** Something is watched from now on, or by other readers. */
  readonly onNeeds: () => void;
  /** This instance polls, and has planned. */
  readonly onPlanned: (address: string, plan: Plan) => void;
}

/** Another instance has taken over from one that has died long before. */
const LONG_OVERDUE_MS = 15_000;

/**
 * The polls of one account on one of several instances. As long as this instance polls, a scheduler of its own plans them;
 * else the plans are those of the instance that does, and only what a reader waits for is asked for.
 */
export class SharedScheduler implements Scheduler {
  readonly #parts: SharedSchedulerParts;
  readonly #polls = new Map<string, FollowedPoll>();
  #own: ResumableScheduler | null = null;
  #demand: DemandRecord;
  #isOver = false;

  constructor(parts: SharedSchedulerParts) {
    this.#parts = parts;
    this.#demand = noDemand(parts.now());
  }

  get size(): number {
    return this.#polls.size;
  }

  has(address: string): boolean {
    return this.#polls.has(address);
  }

  get demand(): DemandRecord {
    return this.#own?.demand ?? this.#demand;
  }

  add(pollable: Pollable): ScheduleHandle {
    const poll = new FollowedPoll(pollable, this.#parts);
    if (!this.#isOver) this.#polls.set(pollable.address, poll);
    if (this.#own !== null) poll.handle = this.#own.add(poll);
    this.#parts.onNeeds();
    if (!this.#isOver && poll.handle === null) void poll.ask();
    return {
      pollNow: () => {
        if (poll.handle === null) void poll.ask();
        else poll.handle.pollNow();
        this.#parts.onNeeds();
      },
      reschedule: () => {
        poll.handle?.reschedule();
        this.#parts.onNeeds();
      },
      [Symbol.dispose]: () => this.#drop(poll),
    };
  }

  /** From now on this instance polls: it asks nothing that is not due by the last plan. */
  lead(demand: DemandRecord | undefined): void {
    this.follow();
    this.#own = this.#parts.create(demand ?? this.#demand);
    for (const poll of [...this.#polls.values()]) {
      const isNew = poll.answeredAt === null && !poll.isAsking;
      poll.handle = isNew ? this.#own.add(poll) : this.#own.resume(poll, poll.plan);
    }
  }

  /** From now on another instance polls. */
  follow(): void {
    this.#demand = this.demand;
    for (const poll of this.#polls.values()) poll.handle = null;
    this.#own?.[Symbol.dispose]();
    this.#own = null;
  }

  /** The instance that polls has planned. */
  planned(address: string, plan: Plan): void {
    const poll = this.#polls.get(address);
    if (poll !== undefined && this.#own === null) poll.take(plan);
  }

  planOf(address: string): Plan | null {
    return this.#polls.get(address)?.plan ?? null;
  }

  /** Lets go of what nobody watches on this instance, when its turn has come on the one that polls. */
  dropUnwatched(): void {
    if (this.#own !== null) return;
    for (const poll of [...this.#polls.values()]) {
      if (poll.isWatched || poll.isAsking || (poll.plan?.nextAt ?? 0) > this.#parts.now()) continue;
      this.#drop(poll);
      poll.onUnwatched();
    }
  }

  /** Asks the instance that polls for what it should have asked for long ago. */
  askOverdue(): void {
    if (this.#own !== null) return;
    const latest = this.#parts.now() - LONG_OVERDUE_MS;
    for (const poll of this.#polls.values()) {
      if (poll.isWatched && !poll.isAsking && poll.plan !== null && poll.plan.nextAt < latest) void poll.ask();
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.follow();
    this.#polls.clear();
  }

  #drop(poll: FollowedPoll): void {
    poll.handle?.[Symbol.dispose]();
    poll.isOver = true;
    if (this.#polls.get(poll.address) === poll) this.#polls.delete(poll.address);
  }
}

/** A poll with its last plan, whichever instance has made it. */
class FollowedPoll implements Pollable {
  readonly #pollable: Pollable;
  readonly #parts: Pick<SharedSchedulerParts, 'now' | 'onPlanned'>;
  /** Null as long as another instance polls. */
  handle: ScheduleHandle | null = null;
  plan: Plan | null = null;
  isAsking = false;
  isOver = false;
  #isAskedAgain = false;

  constructor(pollable: Pollable, parts: Pick<SharedSchedulerParts, 'now' | 'onPlanned'>) {
    this.#pollable = pollable;
    this.#parts = parts;
  }

  get address() {
    return this.#pollable.address;
  }

  get observations() {
    return this.#pollable.observations;
  }

  get answeredAt() {
    return this.#pollable.answeredAt;
  }

  get failures() {
    return this.#pollable.failures;
  }

  get isWatched() {
    return this.#pollable.isWatched;
  }

  async poll(priority: 'interactive' | 'polling'): Promise<PollOutcome> {
    const outcome = await this.#pollable.poll(priority);
    // No scheduler of this instance plans what follows, so the result is published with the plan that is known.
    if (this.handle === null && !this.isOver) this.#pollable.onScheduled(this.#lastPlan);
    return outcome;
  }

  onScheduled(plan: Plan): void {
    this.plan = plan;
    this.#parts.onPlanned(this.address, plan);
    this.#pollable.onScheduled(plan);
  }

  onUnwatched(): void {
    this.#pollable.onUnwatched();
  }

  take(plan: Plan): void {
    this.plan = plan;
    this.#pollable.onScheduled(plan);
  }

  /** For a reader who waits; once more if that comes up while it is asked for. */
  async ask(): Promise<void> {
    this.#isAskedAgain = this.isAsking;
    if (this.isAsking) return;
    this.isAsking = true;
    do {
      this.#isAskedAgain = false;
      await this.poll('interactive');
    } while (this.#isAskedAgain && !this.isOver);
    this.isAsking = false;
    if (this.isOver) return;
    // This instance may poll by now.
    this.handle?.reschedule();
    this.#pollable.onScheduled(this.#lastPlan);
  }

  get #lastPlan(): Plan {
    return this.plan ?? { nextAt: this.#parts.now(), isThrottled: false };
  }
}
