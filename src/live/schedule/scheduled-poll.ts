import { DecayingSum } from './decaying-sum.ts';
import { type IntervalPolicy, type PollState, pollIntervalMs, urgencyOf } from './poll-interval.ts';
import type { Plan, Pollable } from './polling.ts';

/** What was demanded for one pollable counts for about this long. */
const DEMAND_SPAN_MS = 60 * 60_000;

/** Where one pollable stands: when it was asked, and when it is to be asked again. All instants are epoch ms. */
export class ScheduledPoll {
  readonly pollable: Pollable;
  /** It is being asked. */
  isBusy = false;
  /** It is to be asked at once, again if it is being asked. */
  isNudged = false;
  /** It is not asked any more. */
  isOver = false;
  #dueAt: number;
  /** It was refused for lack of quota, and is not tried again before this; 0 if it was not. */
  #refusedUntil = 0;
  /** The pause runs from then. */
  askedAt: number;
  /** How urgent it was when it had been asked. */
  urgency: number;
  #jitter = 0;
  #before: Pick<Pollable, 'answeredAt' | 'failures'> = { answeredAt: null, failures: 0 };
  /** When it had been asked last as the quota was found to be used up for long. */
  #heldBackAt: number | null = null;
  readonly #demand: DecayingSum;
  #told: Plan | null = null;

  constructor(pollable: Pollable, now: number) {
    this.pollable = pollable;
    this.#dueAt = now;
    this.askedAt = now;
    this.urgency = urgencyOf(this.#seen);
    this.#demand = new DecayingSum(DEMAND_SPAN_MS, now, this.urgency * DEMAND_SPAN_MS);
  }

  get dueAt(): number {
    return Math.max(this.#dueAt, this.#refusedUntil);
  }

  /** How urgent it has been, on average. */
  demand(now: number): number {
    return this.#demand.value(now) / DEMAND_SPAN_MS;
  }

  /** How long it has waited, in terms of how long it should have: 1 when it is due. */
  patience(now: number): number {
    return (now - this.askedAt) / Math.max(1, this.#dueAt - this.askedAt);
  }

  /** How long it waits beyond its time. */
  lateMs(now: number): number {
    return now - this.#dueAt;
  }

  /** When it is to be asked, as far as its pollable has been told. */
  get toldFor(): number {
    return this.#told?.nextAt ?? 0;
  }

  begin(): void {
    const { answeredAt, failures } = this.pollable;
    this.#before = { answeredAt, failures };
    this.isBusy = true;
    this.isNudged = false;
  }

  /** @returns whether the service was asked: it is not where the quota forbids it */
  end(): boolean {
    const { answeredAt, failures } = this.pollable;
    this.isBusy = false;
    return answeredAt !== this.#before.answeredAt || failures > this.#before.failures;
  }

  /**
   * The service was asked.
   * @param spent what was, as a demand: the requests times the scarcity
   * @returns what was demanded since it was last asked, as an urgency times ms
   */
  asked(now: number, spent: number, jitter: number): number {
    const demanded = Math.max(spent, (now - this.askedAt) * this.urgency);
    this.#demand.add(demanded, now);
    this.askedAt = now;
    this.#refusedUntil = 0;
    this.#jitter = jitter;
    this.urgency = urgencyOf(this.#seen);
    return demanded;
  }

  refused(until: number): void {
    this.#refusedUntil = until;
  }

  /** The quota is used up for long. */
  holdBack(): void {
    this.#heldBackAt = this.askedAt;
  }

  /** … and it has not been asked since. */
  get isHeldBack(): boolean {
    return this.#heldBackAt === this.askedAt;
  }

  /** Plans anew, by what is known now. */
  plan(pace: Omit<IntervalPolicy, 'jitter'>): void {
    const { answeredAt } = this.pollable;
    // What somebody else has asked need not be asked again so soon.
    if (answeredAt !== null && answeredAt > this.askedAt) this.askedAt = answeredAt;
    this.#dueAt = this.askedAt + pollIntervalMs(this.#seen, { ...pace, jitter: this.#jitter });
  }

  /** Tells the plan, if it is another one. */
  tell(plan: Plan, isAnyway = false): void {
    const told = this.#told;
    if (!isAnyway && told?.nextAt === plan.nextAt && told.isThrottled === plan.isThrottled) return;
    this.#told = plan;
    this.pollable.planned(plan);
  }

  get #seen(): PollState {
    const { sights, failures } = this.pollable;
    return { sights, failures, at: this.askedAt };
  }
}
